#include "core/kernel/trace/launch_sample.h"

#include "core/base/wire.h"

#include <algorithm>
#include <array>

namespace gevo::program {

namespace {

/// A grid of so many blocks runs as a whole.
constexpr std::uint64_t fewBlocks = 64;
/// By density, places along each direction of a grid that extends in one, two or three.
constexpr std::array<std::uint32_t, 3> mostPlaces[]{{32, 6, 4}, {16, 4, 3}, {8, 3, 3}, {3, 2, 2}};
/// Fewer have no borders among them.
constexpr std::uint32_t leastWithBorders = 3;

struct Place {
  std::uint32_t index = 0;
  double weight = 1;
};

/// Both borders, and some of what is between them, one in each of equal parts: not always at the same place in it, since what kernels do
/// often repeats every so many blocks.
std::vector<Place> placesAlong(std::uint32_t size, std::uint32_t most) {
  std::vector<Place> places;
  if (size <= most) {
    for (std::uint32_t i = 0; i < size; ++i) places.push_back({i, 1});
    return places;
  }
  const bool hasBorders = most >= leastWithBorders;
  const std::uint32_t border = hasBorders ? 1 : 0;
  if (hasBorders) places.push_back({0, 1});
  const std::uint32_t parts = most - 2 * border;
  const std::uint64_t inside = size - 2 * border;
  std::uint64_t begin = 0;
  for (std::uint32_t part = 0; part < parts; ++part) {
    const std::uint64_t end = inside * (part + 1) / parts;
    const std::uint64_t place = begin + (end - begin) * (part * 7 % 11 + 1) / 13;
    places.push_back({static_cast<std::uint32_t>(border + place), static_cast<double>(end - begin)});
    begin = end;
  }
  if (hasBorders) places.push_back({size - 1, 1});
  return places;
}

} // namespace

sim::BlockSample chooseBlocks(const sim::Dim3& grid, Density density) {
  sim::BlockSample sample;
  const std::uint64_t all = std::uint64_t{grid[0]} * grid[1] * grid[2];
  const auto extended = static_cast<std::size_t>(std::ranges::count_if(grid, [](std::uint32_t size) { return size > 1; }));
  const std::array<std::uint32_t, 3>& places = mostPlaces[static_cast<std::size_t>(density)];
  const std::uint32_t most = density == Density::High && all <= fewBlocks ? fewBlocks : places[std::max<std::size_t>(extended, 1) - 1];
  for (const Place& z : placesAlong(grid[2], most))
    for (const Place& y : placesAlong(grid[1], most))
      for (const Place& x : placesAlong(grid[0], most)) {
        sample.blocks.push_back(static_cast<std::uint32_t>((std::uint64_t{z.index} * grid[1] + y.index) * grid[0] + x.index));
        sample.weights.push_back(x.weight * y.weight * z.weight);
      }
  return sample;
}

Event sampleEvent(const LaunchSample& sample) {
  Event event;
  event.kind = EventKind::Sample;
  event.data = wire::encode(sample);
  return event;
}

Result<LaunchSample> sampleOf(const Event& event) { return wire::decode<LaunchSample>(event.data, "sample of a launch"); }

} // namespace gevo::program
