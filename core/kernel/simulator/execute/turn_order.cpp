#include "core/kernel/simulator/execute/turn_order.h"

#include <algorithm>
#include <numeric>

namespace gevo::sim {

std::vector<std::uint32_t> turnOrder(const Schedule& schedule, std::uint64_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  if (schedule.order == Schedule::Order::Descending) std::ranges::reverse(order);
  if (schedule.order != Schedule::Order::Shuffled) return order; // resident blocks begin in ascending order
  // Not std::shuffle: its result differs between standard libraries.
  std::mt19937_64 engine(schedule.seed);
  for (std::uint64_t left = count; left > 1; --left) std::swap(order[left - 1], order[engine() % left]);
  return order;
}

} // namespace gevo::sim
