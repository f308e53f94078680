#include "core/kernel/simulator/decode/block_timer.h"

#include "core/kernel/simulator/decode/assembler_registers.h"

#include <algorithm>

namespace gevo::sim {

namespace {
/// Results at least this fast count towards their block; for slower ones the block ends, and their users wait.
constexpr float shortLatency = 6;
} // namespace

std::size_t BlockTimer::add(Cost cost, std::span<const Slot> reads, std::span<const Slot> writes) {
  const std::size_t number = nodes_.size();
  Node node;
  node.cost = cost;
  latencySum_ += cost.latency;
  issueSum_ += cost.issue;
  for (const Slot slot : reads) {
    if (const auto found = producer_.find(slot); found != producer_.end()) {
      if (std::find(node.after.begin(), node.after.end(), found->second) == node.after.end()) node.after.push_back(found->second);
      nodes_[found->second].consumed = true;
      nodes_[found->second].lastUse = static_cast<std::int64_t>(number);
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

void BlockTimer::markStore(std::size_t number, std::uint32_t access) {
  markLoad(number, access);
  nodes_[number].isStore = true;
}

void BlockTimer::markDivision(std::size_t number, std::uint32_t access) {
  markLoad(number, access);
  nodes_[number].isDivision = true;
}

void BlockTimer::keepBehind(std::size_t number, std::size_t earlier) {
  nodes_[number].behind = static_cast<std::int64_t>(earlier);
  if (delays(nodes_[earlier], nodes_[number])) nodes_[earlier].isAwaited = true;
}

void BlockTimer::markShared(std::size_t number, std::uint32_t& trackedValues) {
  nodes_[number].isShared = true;
  if (sharedStores_ < 0) sharedStores_ = static_cast<std::int32_t>(trackedValues++);
}

/// The block's loads wait for the stores of the blocks before it, and leave its own to the next ones.
void BlockTimer::trackSharedStores(BlockTiming& timing) const {
  float tail = -1;
  float ready = 0;
  for (const Node& node : nodes_) {
    if (!node.isShared) continue;
    if (node.isStore)
      ready = std::max(ready, node.start + static_cast<float>(model_.orderLatency));
    else
      tail = std::max(tail, node.tail);
  }
  if (tail >= 0) timing.inputs.push_back({sharedStores_, tail});
  if (ready > timing.length) timing.outputs.push_back({sharedStores_, ready});
}

/// Conflicts of the earlier one let the later one wait, which stays behind it.
bool BlockTimer::delays(const Node& earlier, const Node& later) { return earlier.isStore && !later.isStore; }

/// Until `later`, which stays behind the operation, can start. It waits for a fence, but for no result of an access.
float BlockTimer::orderLatency(const Node& earlier, const Node& later) const {
  if (earlier.access < 0) return earlier.cost.latency;
  return later.isStore ? earlier.cost.issue : static_cast<float>(model_.orderLatency);
}

std::int32_t BlockTimer::tracked(Slot slot) const {
  const auto found = tracked_.find(slot);
  return found == tracked_.end() ? -1 : found->second;
}

void BlockTimer::findPressure() {
  std::vector<std::size_t> freed(nodes_.size());
  std::size_t taken = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    taken -= freed[i];
    node.pressure = taken;
    taken += node.registers();
    if (node.lastUse >= 0) freed[static_cast<std::size_t>(node.lastUse)] += node.registers();
  }
}

/// Operations start as early as what they read allows. Where that takes more registers than there are, one waits until the program before
/// it has read what it takes the register of.
float BlockTimer::schedule() {
  findPressure();
  std::size_t registers = registers_;
  // A block that needs more at once gets more.
  for (const Node& node : nodes_) registers = std::max(registers, node.pressure + node.registers());
  FreedRegisters freed(registers);
  float end = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    for (const std::size_t before : node.after) {
      const Node& other = nodes_[before];
      node.start = std::max(node.start, other.start + other.cost.latency);
      node.level = std::max<std::uint16_t>(node.level, other.level + (other.access >= 0 ? 1 : 0));
    }
    if (node.behind >= 0) {
      const Node& other = nodes_[static_cast<std::size_t>(node.behind)];
      node.start = std::max(node.start, other.start + orderLatency(other, node));
      node.level = std::max<std::uint16_t>(node.level, other.level + (delays(other, node) ? 1 : 0));
    }
    if (registers_ > 0 && node.registers() > 0) {
      if (const auto* const other = freed.waitedFor(registers - node.pressure - node.registers()); other != nullptr) {
        node.room = static_cast<std::int64_t>(other->by);
        node.start = std::max(node.start, other->time);
        node.level = std::max(node.level, nodes_[other->by].level);
      }
    }
    if (registers_ > 0)
      for (const std::size_t before : node.after)
        if (nodes_[before].lastUse == static_cast<std::int64_t>(i))
          for (std::size_t each = 0; each < nodes_[before].registers(); ++each) freed.add({node.start, i});
    const bool waits = node.consumed || (node.access < 0 && node.cost.latency <= shortLatency);
    end = std::max(end, node.start + (waits ? node.cost.latency : node.cost.issue));
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    const bool waits = node.consumed || (node.access < 0 && node.cost.latency <= shortLatency);
    node.tail = std::max(node.tail, waits ? node.cost.latency : node.cost.issue);
    for (const std::size_t before : node.after)
      nodes_[before].tail = std::max(nodes_[before].tail, nodes_[before].cost.latency + node.tail);
    if (node.behind >= 0) {
      Node& other = nodes_[static_cast<std::size_t>(node.behind)];
      other.tail = std::max(other.tail, orderLatency(other, node) + node.tail);
    }
    if (node.room >= 0) {
      Node& other = nodes_[static_cast<std::size_t>(node.room)];
      other.tail = std::max(other.tail, node.tail);
    }
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
      loads[i] = loads[i] || (node.access >= 0 && !node.isDivision);
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
    if ((node.access >= 0 && !node.isStore) || (ready > timing.length && node.cost.latency > shortLatency))
      for (const Slot slot : node.writes)
        if (const auto found = producer_.find(slot); found != producer_.end() && &nodes_[found->second] == &node) {
          if (number < 0) number = static_cast<std::int32_t>(trackedValues++);
          tracked_[slot] = number;
        }
    if (node.access >= 0) {
      LoadTiming& load = accesses[static_cast<std::size_t>(node.access)].timing;
      load.level = std::min<std::uint16_t>(node.level, mostLevels - 1);
      // Of a store that nothing waits for, conflicts count where its accesses take turns.
      if (!node.isStore || node.isAwaited || node.isShared) timing.levels = std::max<std::uint32_t>(timing.levels, load.level + 1U);
      // A load that nothing in this block waits for delays only later users.
      load.slack = node.consumed || node.isAwaited ? timing.length - (node.start + node.tail) : 1e9F;
      load.tracked = node.isStore && node.isShared ? sharedStores_ : number;
      load.ready = node.isStore ? node.start + static_cast<float>(model_.orderLatency) : ready;
      load.assumed = node.isStore ? static_cast<float>(model_.sharedLatency) : node.cost.latency;
    } else if (number >= 0) {
      timing.outputs.push_back({number, ready});
    }
  }
  trackSharedStores(timing);
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
