#include "core/kernel/simulator/execute/executor.h"

#include "core/kernel/simulator/execute/launch_check.h"
#include "core/kernel/simulator/execute/launch_reports.h"
#include "core/kernel/simulator/execute/turn_order.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

Executor::Executor(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch, const Limits& limits,
                   GlobalMemory& global, ExecutorState& state, RandomTurns* turns, ExecutorState* common)
    : context_{program, kernel, model, launch, limits}, state_(state), global_(global), memory_(common ? common->memory : state.memory),
      races_(common ? common->races : state.races), reporter_(context_, block_), timer_(model, kernel, launch),
      accessTiming_(model, memory_, reporter_.statistics(), timer_.demand()),
      profiler_(kernel, program.detail == Detail::Profile ? &(common ? *common : state).profile : nullptr),
      // What turns interrupt is not counted.
      counters_(context_, program.detail == Detail::Counters && !turns ? &(common ? *common : state).counters : nullptr,
                reporter_.statistics(), timer_.demand(), accessTiming_),
      operations_(context_, global, block_, memory_, races_, reporter_, accessTiming_), lockstepAccess_(memory_, races_, accessTiming_),
      specials_(context_, block_), hoisted_(context_.entry(), block_, specials_), calls_(context_, specials_, memory_, reporter_),
      barriers_(block_, races_, timer_, reporter_, counters_),
      warpRunner_(context_, memory_, operations_, barriers_, calls_, profiler_, counters_, timer_.demand(), reporter_, turns),
      lockstepRunner_(context_, memory_, lockstepAccess_, operations_, barriers_, warpRunner_, profiler_, counters_, timer_.demand(),
                      reporter_.statistics()) {}

LaunchReport Executor::run() {
  if (!begin()) return std::move(reporter_.report());
  if (context_.launch.sample != nullptr) {
    runSample(*context_.launch.sample);
  } else {
    for (const std::uint32_t number : turnOrder(context_.limits.schedule, context_.blocks())) {
      startBlock(number);
      if (!runBlock()) break;
    }
  }
  return end();
}

void Executor::runSample(const BlockSample& sample) {
  for (std::size_t i = 0; i < sample.blocks.size() && i < sample.weights.size(); ++i) {
    if (sample.blocks[i] >= context_.blocks()) continue;
    weight_ = sample.weights[i];
    startBlock(sample.blocks[i]);
    if (!runBlock()) break;
  }
}

bool Executor::begin() {
  if (auto reason = launchError(context_)) {
    reporter_.reject(std::move(*reason));
    return false;
  }
  startLaunch(true);
  return true;
}

LaunchReport Executor::end() {
  profiler_.finish();
  LaunchReport& report = reporter_.report();
  if (context_.limits.checkRaces) report.races = races_.races(context_.kernel.name);
  report.isSameInAllSchedules = context_.limits.checkRaces && !context_.limits.lanesInLockstep && !report.fault && races_.isOrdered() &&
                                report.undefined.empty() && report.undefinedReads.empty();
  const double touched = accessTiming_.distinctBytes() + distinctBytes_;
  report.statistics.touchedBytes = context_.launch.sample != nullptr ? touched * context_.launch.sample->touched : touched;
  report.statistics.cycles = timer_.cycles(report.statistics.touchedBytes);
  if (counters_.isOn()) counters_.finish(report, timer_.bounds(report.statistics.touchedBytes));
  return std::move(report);
}

LaunchReport Executor::refuse(std::string reason) {
  reporter_.reject(std::move(reason));
  return std::move(reporter_.report());
}

void Executor::beginAmong(bool isFirst) {
  startLaunch(isFirst);
  shared_ = MemoryView::makeShared(context_.sharedBytes(), context_.limits.checkRaces);
}

Executor::Progress Executor::runUntilStuck() {
  memory_.exchangeShared(shared_);
  memory_.nextStamp(); // others may have written what the L1 cache held
  accessTiming_.startBlock();
  races_.resumeBlock(known_);
  block_.invalidateAddresses();
  const Progress progress = runPhasesUntilStuck();
  known_ = races_.suspendBlock();
  memory_.exchangeShared(shared_);
  return progress;
}

Executor::Progress Executor::runPhasesUntilStuck() {
  for (;;) {
    const std::size_t running = count(WarpState::Running);
    if (!runTurns()) return Progress::Fault;
    if (!barriers_.isCommon()) {
      for (WarpGroup& group : block_.groups)
        if (group.barrier && !barriers_.arriveEach(group, group.stack.top().masks)) return Progress::Fault;
      if (isAny(WarpState::Running)) {
        if (count(WarpState::Running) == running) return Progress::Continues;
        continue;
      }
    }
    const Progress progress = endPhase(isAny(WarpState::Waiting));
    if (progress != Progress::Continues) return progress;
  }
}

double Executor::arrival() const {
  double latest = 0;
  for (const Warp& warp : block_.warps) latest = std::max(latest, warp.gridArrival);
  return latest;
}

double Executor::opening() const {
  double latest = 0;
  for (const Warp& warp : block_.warps) latest = std::max(latest, warp.gridOpening);
  return latest;
}

void Executor::continueAt(double cycle) {
  for (Warp& warp : block_.warps) warp.waitsAtGrid = false;
  for (WarpGroup& group : block_.groups)
    for (unsigned i = 0; i < group.warps.size(); ++i) group.scoreboard.clock(i) = cycle;
}

void Executor::join(Executor& other) {
  other.profiler_.finish();
  if (counters_.isOn()) counters_.add(other.counters_);
  addReport(reporter_.report(), std::move(other.reporter_.report()));
  timer_.add(other.timer_);
  distinctBytes_ += other.accessTiming_.distinctBytes();
}

void Executor::startLaunch(bool opensMemory) {
  if (opensMemory) {
    memory_.open(global_, context_.limits.checkRaces);
    memory_.openShared(context_.sharedBytes(), context_.limits.checkRaces);
    memory_.openParameters(context_.launch.parameters);
    races_.startLaunch(context_.program.locations, context_.limits, context_.threadsPerBlock());
  }
  accessTiming_.startLaunch((context_.threadsPerBlock() + laneCount - 1) / laneCount);
  lockstepAccess_.startLaunch(context_.entry());
  makeGroups();
  warpOrder_.clear();
  if (!context_.runsInLockstep()) warpOrder_ = turnOrder(context_.limits.schedule, block_.warps.size());
  for (unsigned i = 0; i < block_.warps.size(); ++i) prepareWarp(block_.warps[i], i);
}

void Executor::makeGroups() {
  const unsigned count = (context_.threadsPerBlock() + laneCount - 1) / laneCount;
  if (state_.warps.size() < count) state_.warps.resize(count);
  block_.warps = std::span(state_.warps).first(count);
  const CodeFunction& kernel = context_.entry();
  const std::size_t frameUnits = kernel.frameBytes / sizeof(FrameUnit);
  state_.frames.resize(count * frameUnits);
  block_.groups.resize((count + warpGroupSize - 1) / warpGroupSize);
  for (unsigned first = 0; first < count; first += warpGroupSize) {
    WarpGroup& group = block_.groups[first / warpGroupSize];
    group.warps = block_.warps.subspan(first, std::min(warpGroupSize, count - first));
    group.frames = {reinterpret_cast<std::byte*>(&state_.frames[first * frameUnits]), static_cast<std::uint32_t>(group.warps.size())};
    group.addresses.resize(kernel.cachedAddresses);
    group.scoreboard.resize(kernel.trackedValues);
  }
}

void Executor::prepareWarp(Warp& warp, unsigned number) {
  const unsigned lanes = std::min(laneCount, context_.threadsPerBlock() - number * laneCount);
  WarpGroup& group = block_.groups[number / warpGroupSize];
  warp.number = number;
  warp.existing = lanes == laneCount ? ~0U : (1U << lanes) - 1;
  warp.calls.clear();
  warp.stack.clear();
  warp.units.clear();
  warp.local.clear();
  warp.kernelFrame = {group.frames, number % warpGroupSize};
  warp.scoreboard = &group.scoreboard;
  calls_.enter(warp, context_.entry(), warp.existing);
  passParameters(warp);
  hoisted_.startLaunch(warp);
}

void Executor::passParameters(const Warp& warp) const {
  for (const ParameterCode& parameter : context_.kernel.parameters)
    for (const AccessPart& part : parameter.parts) {
      std::uint64_t value = parameterWindow + parameter.offset;
      if (!parameter.byValue) {
        value = 0;
        std::memcpy(&value, context_.launch.parameters.data() + parameter.offset + part.offset, part.bytes);
      }
      fillCell(warp, part.slot, part.cell, part.cell != CellKind::Mask ? value : value & 1 ? ~0U : 0);
    }
}

void Executor::startBlock(std::uint32_t number) {
  const Dim3& grid = context_.launch.grid;
  block_.index = {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
  memory_.clearShared();
  memory_.nextStamp();
  accessTiming_.startBlock();
  races_.startBlock();
  timer_.startBlock();
  for (Warp& warp : block_.warps) warp.startThreadBlock();
  for (WarpGroup& group : block_.groups) group.startThreadBlock();
  joinGroups();
  hoisted_.startBlock();
}

/// Phase after phase, from barrier to barrier.
bool Executor::runBlock() {
  for (;;) {
    bool isWaiting = false;
    if (!runPhase(isWaiting) || (context_.limits.endsAtRace && races_.hasFound())) return false;
    const Progress progress = endPhase(isWaiting);
    if (progress != Progress::Continues) return progress == Progress::BlockEnded;
  }
}

/// Every warp waits or has ended: the barrier opens, or the block ends.
Executor::Progress Executor::endPhase(bool isWaiting) {
  timer_.endPhase(latestClock());
  accessTiming_.startPhase();
  if (barriers_.isCommon()) {
    barriers_.openCommon();
  } else if (isWaiting) {
    if (!barriers_.openComplete()) return Progress::Fault;
    joinGroups();
  } else {
    timer_.endBlock(weight_);
    return Progress::BlockEnded;
  }
  return Progress::Continues;
}

Executor::Progress Executor::advance(RandomTurns& turns) {
  const auto running = [](const Warp& warp) { return warp.state == WarpState::Running; };
  std::size_t number = turns.draw(static_cast<std::size_t>(std::ranges::count_if(block_.warps, running)));
  const auto drawn = std::ranges::find_if(block_.warps, [&](const Warp& warp) { return running(warp) && number-- == 0; });
  if (!warpRunner_.run({drawn, 1})) return Progress::Fault;
  return isAny(WarpState::Running) ? Progress::Continues : endPhase(isAny(WarpState::Waiting));
}

std::size_t Executor::count(WarpState state) const {
  return static_cast<std::size_t>(std::ranges::count(block_.warps, state, &Warp::state));
}

/// Until all warps wait or have ended. A warp whose turn ends early comes to another.
bool Executor::runPhase(bool& isWaiting) {
  for (;;) {
    if (!runTurns()) return false;
    if (barriers_.isCommon()) return true;
    for (WarpGroup& group : block_.groups)
      if (group.barrier && !barriers_.arriveEach(group, group.stack.top().masks)) return false;
    isWaiting = isAny(WarpState::Waiting);
    if (!isAny(WarpState::Running)) return true;
  }
}

/// One for each warp that can go on.
bool Executor::runTurns() {
  if (warpOrder_.empty())
    return std::ranges::all_of(
        block_.groups, [&](WarpGroup& group) { return group.inLockstep ? lockstepRunner_.run(group) : warpRunner_.run(group.warps); });
  return std::ranges::all_of(warpOrder_, [&](std::uint32_t number) { return warpRunner_.run(block_.warps.subspan(number, 1)); });
}

double Executor::latestClock() const {
  double latest = 0;
  for (const WarpGroup& group : block_.groups)
    for (const double clock : group.scoreboard.clocks()) latest = std::max(latest, clock);
  return latest;
}

void Executor::joinGroups() {
  if (!context_.runsInLockstep()) return;
  for (WarpGroup& group : block_.groups)
    if (!group.inLockstep) group.join();
}

} // namespace gevo::sim
