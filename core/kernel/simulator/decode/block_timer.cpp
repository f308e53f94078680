#include "core/kernel/simulator/decode/block_timer.h"

#include <algorithm>

namespace gevo::sim {

namespace {
/// Results at least this fast count towards their block; for slower ones the block ends, and their users wait.
constexpr float shortLatency = 6;
constexpr std::uint16_t deepestLevel = 7;
} // namespace

std::size_t BlockTimer::add(Cost cost, std::span<const Slot> reads, std::span<const Slot> writes) {
  const std::size_t number = nodes_.size();
  Node node;
  node.cost = cost;
  latencySum_ += cost.latency;
  for (const Slot slot : reads) {
    if (const auto found = producer_.find(slot); found != producer_.end()) {
      if (std::find(node.after.begin(), node.after.end(), found->second) == node.after.end()) node.after.push_back(found->second);
      nodes_[found->second].consumed = true;
    } else {
      node.takesOver.push_back(slot);
      if (const std::int32_t late = tracked(slot); late >= 0) node.inputs.push_back(late);
    }
  }
  node.writes.assign(writes.begin(), writes.end());
  nodes_.push_back(std::move(node));
  for (const Slot slot : writes) {
    producer_[slot] = number;
    tracked_.erase(slot);
  }
  return number;
}

void BlockTimer::markLoad(std::size_t number, std::uint32_t access) { nodes_[number].access = access; }

std::int32_t BlockTimer::tracked(Slot slot) const {
  const auto found = tracked_.find(slot);
  return found == tracked_.end() ? -1 : found->second;
}

float BlockTimer::schedule() {
  float end = 0;
  for (Node& node : nodes_) {
    for (const std::size_t before : node.after) {
      const Node& other = nodes_[before];
      node.start = std::max(node.start, other.start + other.cost.latency);
      node.level = std::max<std::uint16_t>(node.level, other.level + (other.access >= 0 ? 1 : 0));
    }
    const bool waits = node.consumed || (node.access < 0 && node.cost.latency <= shortLatency);
    end = std::max(end, node.start + (waits ? node.cost.latency : node.cost.issue));
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    const bool waits = node.consumed || (node.access < 0 && node.cost.latency <= shortLatency);
    node.tail = std::max(node.tail, waits ? node.cost.latency : node.cost.issue);
    for (const std::size_t before : node.after)
      nodes_[before].tail = std::max(nodes_[before].tail, nodes_[before].cost.latency + node.tail);
  }
  return end;
}

void BlockTimer::findRecurrence(BlockTiming& timing, std::span<const TrackedMove> carried) const {
  for (const TrackedMove& move : carried) {
    const auto next = producer_.find(static_cast<Slot>(move.from));
    if (next == producer_.end()) continue;
    std::vector<float> end(next->second + 1, 0); // of each operation, in cycles after the phi; 0: it does not depend on it
    std::vector<bool> loads(next->second + 1);
    for (std::size_t i = 0; i <= next->second; ++i) {
      const Node& node = nodes_[i];
      bool depends = std::ranges::find(node.takesOver, static_cast<Slot>(move.to)) != node.takesOver.end();
      float begin = 0;
      for (const std::size_t before : node.after) {
        if (end[before] == 0) continue;
        depends = true;
        begin = std::max(begin, end[before]);
        loads[i] = loads[i] || loads[before];
      }
      if (!depends) continue;
      end[i] = begin + node.cost.latency;
      loads[i] = loads[i] || node.access >= 0;
    }
    if (loads.back()) timing.rounds = 1;
    timing.recurrence = std::max(timing.recurrence, end.back());
  }
}

void BlockTimer::finish(BlockTiming& timing, std::vector<Access>& accesses, std::uint32_t& trackedValues) {
  timing.length = schedule();
  for (const Node& node : nodes_) {
    timing.issue += node.cost.issue;
    for (const std::int32_t input : node.inputs) timing.inputs.push_back({input, node.tail});
    const float ready = node.start + node.cost.latency;
    std::int32_t number = -1;
    // Only operations that may be pending when the block ends need a number; a load's delay is unknown until it runs.
    if (node.access >= 0 || (ready > timing.length && node.cost.latency > shortLatency))
      for (const Slot slot : node.writes)
        if (const auto found = producer_.find(slot); found != producer_.end() && &nodes_[found->second] == &node) {
          if (number < 0) number = static_cast<std::int32_t>(trackedValues++);
          tracked_[slot] = number;
        }
    if (node.access >= 0) {
      LoadTiming& load = accesses[static_cast<std::size_t>(node.access)].timing;
      load.level = std::min(node.level, deepestLevel);
      timing.levels = std::max<std::uint32_t>(timing.levels, load.level + 1U);
      // A load that nothing in this block waits for delays only later users.
      load.slack = node.consumed ? timing.length - (node.start + node.tail) : 1e9F;
      load.tracked = number;
      load.ready = ready;
      load.assumed = node.cost.latency;
    } else if (number >= 0) {
      timing.outputs.push_back({number, ready});
    }
  }
  timing.waits = !timing.inputs.empty() || !timing.outputs.empty() || timing.levels > 0;
  timing.cycles = std::max(timing.length, timing.issue);
  nodes_.clear();
  producer_.clear();
}

void dropUnawaited(CodeFunction& code) {
  std::vector<bool> awaited(code.trackedValues);
  for (const Block& block : code.blocks) {
    for (const BlockTiming::Input& input : block.timing.inputs) awaited[static_cast<std::size_t>(input.tracked)] = true;
    for (const Edge& edge : block.edges)
      for (const TrackedMove& move : edge.tracked)
        if (move.from >= 0) awaited[static_cast<std::size_t>(move.from)] = true;
  }
  for (Access& access : code.accesses)
    if (access.timing.tracked >= 0 && !awaited[static_cast<std::size_t>(access.timing.tracked)]) access.timing.tracked = -1;
}

} // namespace gevo::sim
