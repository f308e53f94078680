#include "core/kernel/simulator/execute/memory/shadow.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace gevo::sim {

void Shadow::pointCells() {
  const std::size_t count = cellCount();
  std::uint64_t* stamps = stamps_.data();
  std::uint32_t* locations = locations_.data();
  plain_ = {stamps, locations, {{stamps + count, stamps + 2 * count}, {locations + count, locations + 2 * count}}, {}, plain_.shift};
  all_ = plain_;
  if (atomicStamps_.size() == 0) return;
  all_.atomics = {{atomicStamps_.data(), atomicStamps_.data() + count}, {atomicLocations_.data(), atomicLocations_.data() + count}};
}

void Shadow::resize(std::uint64_t base, std::uint64_t bytes) {
  base_ = base;
  bytes_ = bytes;
  log_.reset();
  plain_.shift = 2;
  latestAtomic_ = latestBlockScoped_ = 0;
  stamps_ = ZeroedArray<std::uint64_t>(3 * cellCount());
  locations_ = ZeroedArray<std::uint32_t>(3 * cellCount());
  atomicStamps_ = {};
  atomicLocations_ = {};
  pointCells();
}

void Shadow::startAtomic(std::uint32_t epoch, bool isBlockScoped) {
  latestAtomic_ = epoch;
  if (isBlockScoped) latestBlockScoped_ = epoch;
  if (atomicStamps_.size() != 0) return;
  atomicStamps_ = ZeroedArray<std::uint64_t>(2 * cellCount());
  atomicLocations_ = ZeroedArray<std::uint32_t>(2 * cellCount());
  pointCells();
}

void Shadow::refine() {
  if (fine()) return;
  const std::size_t coarse = cellCount();
  auto spread = [&](auto& values) {
    const std::size_t parts = values.size() / std::max<std::size_t>(coarse, 1);
    std::remove_reference_t<decltype(values)> fine(parts * bytes_);
    for (std::size_t part = 0; part < parts; ++part)
      for (std::uint64_t i = 0; i < bytes_; ++i) fine[part * bytes_ + i] = values[part * coarse + i / 4];
    values = std::move(fine);
  };
  spread(stamps_);
  spread(locations_);
  spread(atomicStamps_);
  spread(atomicLocations_);
  plain_.shift = 0;
  pointCells();
}

} // namespace gevo::sim
