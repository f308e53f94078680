#include "core/kernel/simulator/execute/memory/launch_clock.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

bool LaunchClock::covers(std::uint32_t block, unsigned thread, std::uint32_t epoch) const {
  const void* at = root_.get();
  for (unsigned level = levels; at != nullptr && level-- > 0;) at = static_cast<const Node*>(at)->children[indexOf(block, level)].get();
  return at != nullptr && epoch < (*static_cast<const ThreadEpochs*>(at))[thread];
}

void LaunchClock::add(std::uint32_t block, std::shared_ptr<const ThreadEpochs> epochs) {
  Child child = std::move(epochs);
  for (unsigned level = 0; level < levels; ++level) {
    auto node = std::make_shared<Node>();
    node->children[indexOf(block, level)] = std::move(child);
    child = std::move(node);
  }
  root_ = joined(root_, child, levels - 1);
}

/// One of the two where that covers the other.
LaunchClock::Child LaunchClock::joined(const Child& a, const Child& b, int level) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (level < 0) return joinedEpochs(a, b);
  auto node = std::make_shared<Node>();
  bool isFirst = true;
  bool isSecond = true;
  for (std::size_t i = 0; i < node->children.size(); ++i) {
    const Child& first = nodeOf(a).children[i];
    const Child& second = nodeOf(b).children[i];
    node->children[i] = joined(first, second, level - 1);
    isFirst &= node->children[i] == first;
    isSecond &= node->children[i] == second;
  }
  return isFirst ? a : isSecond ? b : Child(std::move(node));
}

LaunchClock::Child LaunchClock::joinedEpochs(const Child& a, const Child& b) {
  const auto& first = *static_cast<const ThreadEpochs*>(a.get());
  const auto& second = *static_cast<const ThreadEpochs*>(b.get());
  if (std::ranges::equal(first, second, std::greater_equal<>())) return a;
  if (std::ranges::equal(first, second, std::less_equal<>())) return b;
  auto both = std::make_shared<ThreadEpochs>(first.size());
  std::ranges::transform(first, second, both->begin(), [](std::uint32_t x, std::uint32_t y) { return std::max(x, y); });
  return both;
}

} // namespace gevo::sim
