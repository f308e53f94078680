#include "core/kernel/cuda/replay/repeated_launches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace gevo::cuda {

namespace {

/// Of launches that are alike, so that what varies from one to the next evens out.
constexpr std::size_t fewest = 8;
/// Their mean may be off by so much from that of all.
constexpr double alike = 0.02;
/// Of all that look alike, each quarter's mean may be off by so much: what takes longer later on is no repetition.
constexpr double alikeQuarters = 0.05;
constexpr std::size_t quarters = 4;
/// Fewer that are left out would not be worth it.
constexpr double worthIt = 0.75;

struct Group {
  std::vector<double> all; ///< microseconds of each
  std::size_t timed = 0;   ///< the first ones

  double mean(std::size_t from, std::size_t to) const {
    return std::accumulate(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to), 0.0) /
           static_cast<double>(to - from);
  }
  bool isSteady() const {
    const double whole = mean(0, all.size());
    for (std::size_t i = 0; i < quarters; ++i)
      if (std::abs(mean(i * all.size() / quarters, (i + 1) * all.size() / quarters) - whole) > alikeQuarters * whole) return false;
    return true;
  }
  bool isMet() const {
    if (timed == all.size()) return true;
    if (timed < fewest || !isSteady()) return false;
    const double whole = mean(0, all.size());
    return std::abs(mean(0, timed) - whole) <= alike * whole;
  }
};

/// By launch: the number of its group.
std::vector<std::size_t> groupsOf(const program::Trace& trace) {
  using Shape = std::tuple<std::string, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>, std::uint32_t>;
  std::map<Shape, std::size_t> known;
  std::vector<std::size_t> groups;
  for (const program::Event& event : trace.events)
    if (event.kind == program::EventKind::Launch)
      groups.push_back(known.try_emplace({event.name, event.grid, event.block, event.dynamicShared}, known.size()).first->second);
  return groups;
}

} // namespace

std::vector<float> timedLaunches(const program::Trace& trace, std::span<const double> microseconds) {
  const std::vector<std::size_t> groupOf = groupsOf(trace);
  std::vector<Group> groups(groupOf.empty() ? 0 : std::ranges::max(groupOf) + 1);
  for (std::size_t i = 0; i < groupOf.size(); ++i) groups[groupOf[i]].all.push_back(microseconds[i]);
  std::size_t count = 0;
  while (count < groupOf.size() && !std::ranges::all_of(groups, &Group::isMet)) ++groups[groupOf[count++]].timed;
  if (static_cast<double>(count) > worthIt * static_cast<double>(groupOf.size())) return {};
  std::vector<float> weights;
  for (std::size_t i = 0; i < count; ++i)
    weights.push_back(static_cast<float>(groups[groupOf[i]].all.size()) / static_cast<float>(groups[groupOf[i]].timed));
  return weights;
}

} // namespace gevo::cuda
