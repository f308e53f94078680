#include "core/kernel/simulator/execute/memory/shadow.h"

#include <type_traits>
#include <utility>

namespace gevo::sim {

void Shadow::pointCells(std::size_t count) {
  std::uint64_t* stamps = stamps_.data();
  std::uint32_t* locations = locations_.data();
  cells_ = {stamps, {stamps + count, stamps + 2 * count}, locations, {locations + count, locations + 2 * count}, cells_.shift};
}

void Shadow::resize(std::uint64_t bytes) {
  bytes_ = bytes;
  log_.reset();
  cells_.shift = 2;
  const std::size_t count = (bytes + 3) / 4;
  stamps_ = ZeroedArray<std::uint64_t>(3 * count);
  locations_ = ZeroedArray<std::uint32_t>(3 * count);
  pointCells(count);
}

void Shadow::refine() {
  if (fine()) return;
  const std::size_t coarse = (bytes_ + 3) / 4;
  auto spread = [&](auto& values) {
    std::remove_reference_t<decltype(values)> fine(3 * bytes_);
    for (std::size_t part = 0; part < 3; ++part)
      for (std::uint64_t i = 0; i < bytes_; ++i) fine[part * bytes_ + i] = values[part * coarse + i / 4];
    values = std::move(fine);
  };
  spread(stamps_);
  spread(locations_);
  cells_.shift = 0;
  pointCells(bytes_);
}

} // namespace gevo::sim
