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
  const auto& firsts = nodeOf(a).children;
  const auto& seconds = nodeOf(b).children;
  bool isFirst = true;
  bool isSecond = true;
  std::shared_ptr<Node> node; // made where the children so far are neither all of the first nor all of the second
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (firsts[i] == seconds[i]) {
      if (node) node->children[i] = firsts[i];
      continue;
    }
    Child child = joined(firsts[i], seconds[i], level - 1);
    const bool stillFirst = isFirst && child == firsts[i];
    const bool stillSecond = isSecond && child == seconds[i];
    if (!node && !stillFirst && !stillSecond) {
      node = std::make_shared<Node>();
      std::copy_n(isFirst ? firsts.begin() : seconds.begin(), i, node->children.begin());
    }
    if (node) node->children[i] = std::move(child);
    isFirst = stillFirst;
    isSecond = stillSecond;
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
