#include "core/kernel/simulator/execute/memory/launch_clock.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

bool LaunchClock::covers(std::uint32_t block, unsigned thread, std::uint32_t epoch) const {
  if (isBeyond(block, height_)) return false;
  const void* at = root_.get();
  for (unsigned level = height_; at != nullptr && level-- > 0;) at = static_cast<const Node*>(at)->children[indexOf(block, level)].get();
  return at != nullptr && epoch < (*static_cast<const ThreadEpochs*>(at))[thread];
}

void LaunchClock::add(std::uint32_t block, std::shared_ptr<const ThreadEpochs> epochs) {
  unsigned height = std::max(height_, 1U);
  while (isBeyond(block, height)) ++height;
  raiseTo(height);
  root_ = added(root_, static_cast<int>(height) - 1, block, epochs);
}

void LaunchClock::join(const LaunchClock& other) {
  if (other.height_ < height_) {
    LaunchClock raised = other;
    raised.raiseTo(height_);
    root_ = joined(root_, raised.root_, static_cast<int>(height_) - 1);
    return;
  }
  raiseTo(other.height_);
  root_ = joined(root_, other.root_, static_cast<int>(height_) - 1);
}

void LaunchClock::raiseTo(unsigned height) {
  for (; height_ < height; ++height_) {
    if (!root_) continue;
    auto node = std::make_shared<Node>();
    node->children[0] = std::move(root_);
    root_ = std::move(node);
  }
}

/// `to` itself where it covers that already.
LaunchClock::Child LaunchClock::added(const Child& to, int level, std::uint32_t block, const std::shared_ptr<const ThreadEpochs>& epochs) {
  if (level < 0) return joined(to, epochs, level);
  const unsigned index = indexOf(block, static_cast<unsigned>(level));
  const Child* const old = to ? &nodeOf(to).children[index] : nullptr;
  Child child = added(old != nullptr ? *old : Child(), level - 1, block, epochs);
  if (old != nullptr && child == *old) return to;
  auto node = to ? std::make_shared<Node>(nodeOf(to)) : std::make_shared<Node>();
  node->children[index] = std::move(child);
  return node;
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
