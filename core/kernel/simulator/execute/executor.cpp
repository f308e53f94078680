#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gevo::sim {

Executor::Executor(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch, const Limits& limits,
                   ExecutorState& state)
    : program_(program), kernel_(kernel), model_(model), launch_(launch), limits_(limits), vectors_(memoryFunctions()),
      memory_(state.memory), races_(state.races), warps_(state.warps), frames_(state.frames),
      profile_(program.detail == Detail::Profile ? &state.profile : nullptr), timing_(model, kernel, launch), phaseTimes_(model) {}

bool Executor::acceptable() {
  const std::uint64_t threads = static_cast<std::uint64_t>(launch_.block[0]) * launch_.block[1] * launch_.block[2];
  auto refuse = [&](std::string why) { return fault(FaultKind::BadLaunch, 0, nullptr, 0, std::move(why)); };
  if (threads == 0 || threads > 1024 || launch_.block[2] > 64)
    return refuse(
        fmt::format("a block of {} x {} x {} threads; a block has 1 to 1024", launch_.block[0], launch_.block[1], launch_.block[2]));
  if (launch_.grid[0] == 0 || launch_.grid[0] > 0x7fffffffU || launch_.grid[1] == 0 || launch_.grid[1] > 65535 || launch_.grid[2] == 0 ||
      launch_.grid[2] > 65535)
    return refuse(fmt::format("a grid of {} x {} x {} blocks", launch_.grid[0], launch_.grid[1], launch_.grid[2]));
  const std::uint64_t shared = static_cast<std::uint64_t>(kernel_.staticShared) + launch_.dynamicShared;
  if (shared > model_.sharedBytesPerBlock)
    return refuse(fmt::format("{} bytes of shared memory; a block has at most {}", shared, model_.sharedBytesPerBlock));
  if (launch_.parameters.size() < kernel_.parameterBytes)
    return refuse(fmt::format("{} bytes of parameters; the kernel takes {}", launch_.parameters.size(), kernel_.parameterBytes));
  return true;
}

LaunchReport Executor::run(GlobalMemory& memory) {
  if (!acceptable()) return std::move(report_);
  global_ = &memory;
  memory_.open(memory, limits_.checkRaces);
  memory_.openShared(static_cast<std::uint64_t>(kernel_.staticShared) + launch_.dynamicShared, limits_.checkRaces);
  memory_.openParameters(launch_.parameters);
  races_.startLaunch(program_.places, limits_.warpLockStep);
  missLatency_ = missLatency(model_, static_cast<double>(memory_.globalBytes()));
  prepareWarps();
  if (profile_) startProfile();
  bool good = true;
  for (std::uint32_t z = 0; good && z < launch_.grid[2]; ++z)
    for (std::uint32_t y = 0; good && y < launch_.grid[1]; ++y)
      for (std::uint32_t x = 0; good && x < launch_.grid[0]; ++x) {
        startBlock({x, y, z});
        good = runBlock();
      }
  if (profile_) finishProfile();
  if (limits_.checkRaces) report_.races = races_.races(kernel_.name);
  report_.statistics.cycles = timing_.finish(distinctBytes_);
  return std::move(report_);
}

void Executor::prepareWarps() {
  const CodeFunction& function = kernel_.functions.front();
  const unsigned threads = launch_.block[0] * launch_.block[1] * launch_.block[2];
  warpCount_ = (threads + laneCount - 1) / laneCount;
  if (warps_.size() < warpCount_) warps_.resize(warpCount_);
  makeGangs();
  scattered_.assign(function.accesses.size(), {});
  for (unsigned i = 0; i < warpCount_; ++i) {
    Warp& warp = warps_[i];
    warp.number = i;
    const unsigned lanes = std::min(laneCount, threads - i * laneCount);
    warp.existing = lanes == laneCount ? ~0U : (1U << lanes) - 1;
    warp.frames.clear();
    warp.groups.clear();
    warp.units.clear();
    warp.localBytes = 0;
    Gang& gang = gangs_[i / gangSize];
    warp.kernelFrame = {gang.frames, i - gang.first};
    warp.times = &gang.times;
    enterFunction(warp, function, warp.existing);
    for (const ParameterCode& parameter : kernel_.parameters)
      for (const AccessPart& part : parameter.parts) {
        std::uint64_t value = parameterWindow + parameter.offset;
        if (!parameter.byValue) {
          value = 0;
          std::memcpy(&value, launch_.parameters.data() + parameter.offset + part.offset, part.bytes);
        }
        if (part.cell == CellKind::Mask)
          maskCell(warp, part.slot) = value & 1 ? ~0U : 0;
        else if (part.cell == CellKind::Word)
          std::fill_n(laneCells<std::uint32_t>(warp, part.slot), laneCount, static_cast<std::uint32_t>(value));
        else
          std::fill_n(laneCells<std::uint64_t>(warp, part.slot), laneCount, value);
      }
    for (const Op& op : function.steady) op.function(warp.frame.all, warp.frame.self(), op);
  }
}

void Executor::enterFunction(Warp& warp, const CodeFunction& function, Mask mask) {
  CallFrame frame;
  frame.function = &function;
  if (warp.frames.size() > 1) frame.base = warp.frames.back().base + warp.frames.back().function->frameBytes / sizeof(FrameUnit);
  frame.groups = warp.groups.size();
  if (!warp.frames.empty()) frame.tracked = warp.frames.back().tracked + warp.frames.back().function->trackedValues;
  frame.localBase = warp.frames.empty() ? 0 : warp.frames.back().localBase + warp.frames.back().function->localBytes;
  frame.localBase = (frame.localBase + 255) / 256 * 256;
  const std::size_t end = frame.base + function.frameBytes / sizeof(FrameUnit);
  if (!warp.frames.empty() && warp.units.size() < end) warp.units.resize(end);
  std::vector<EachWarp<double>>& ready = warp.times->ready;
  const std::size_t trackedEnd = frame.tracked + function.trackedValues;
  if (ready.size() < trackedEnd) ready.resize(trackedEnd);
  for (std::size_t i = frame.tracked; i < trackedEnd; ++i) ready[i][warp.kernelFrame.warp] = 0;
  const std::uint32_t localEnd = frame.localBase + function.localBytes;
  if (localEnd > warp.localBytes) {
    Bytes grown(static_cast<std::size_t>(localEnd) * laneCount, unwrittenLocal);
    for (unsigned lane = 0; lane < laneCount && warp.localBytes > 0; ++lane)
      std::memcpy(grown.data() + static_cast<std::size_t>(lane) * localEnd,
                  warp.local.data() + static_cast<std::size_t>(lane) * warp.localBytes, warp.localBytes);
    warp.local = std::move(grown);
    Bytes grownWritten(static_cast<std::size_t>(localEnd) * laneCount, 0);
    for (unsigned lane = 0; lane < laneCount && warp.localBytes > 0; ++lane)
      std::memcpy(grownWritten.data() + static_cast<std::size_t>(lane) * localEnd,
                  warp.localWritten.data() + static_cast<std::size_t>(lane) * warp.localBytes, warp.localBytes);
    warp.localWritten = std::move(grownWritten);
    warp.localBytes = localEnd;
  }
  // What an earlier call left there is no initial value.
  for (unsigned lane = 0; lane < laneCount && function.localBytes > 0; ++lane)
    if (mask >> lane & 1U)
      std::memset(warp.local.data() + static_cast<std::size_t>(lane) * warp.localBytes + frame.localBase, unwrittenLocal,
                  function.localBytes);
  warp.frames.push_back(frame);
  warp.frame = warp.frameAt(warp.frames.size() - 1);
  warp.groups.push_back({0, noBlock, mask});
  for (const ConstantUse& constant : function.constants) {
    if (constant.cell == CellKind::Mask)
      maskCell(warp, constant.slot) = static_cast<Mask>(constant.value);
    else if (constant.cell == CellKind::Word)
      std::fill_n(laneCells<std::uint32_t>(warp, constant.slot), laneCount, static_cast<std::uint32_t>(constant.value));
    else
      std::fill_n(laneCells<std::uint64_t>(warp, constant.slot), laneCount, constant.value);
  }
  fillSpecials(warp, frame, false);
}

void Executor::fillSpecials(Warp& warp, const CallFrame& frame, bool perBlockOnly) {
  for (const SpecialUse& use : frame.function->specials) {
    const bool perBlock =
        use.which == SpecialRegister::BlockX || use.which == SpecialRegister::BlockY || use.which == SpecialRegister::BlockZ;
    if (perBlockOnly && !perBlock) continue;
    if (use.which == SpecialRegister::LocalBase) {
      std::fill_n(laneCells<std::uint64_t>(warp, use.slot), laneCount, localWindow + frame.localBase);
      continue;
    }
    std::uint32_t* cells = laneCells<std::uint32_t>(warp, use.slot);
    if (perBlock) {
      std::fill_n(cells, laneCount, specialValue(use.which, warp, 0));
      continue;
    }
    for (unsigned lane = 0; lane < laneCount; ++lane) cells[lane] = specialValue(use.which, warp, lane);
  }
}

std::uint32_t Executor::specialValue(SpecialRegister which, const Warp& warp, unsigned lane) const {
  const std::uint32_t thread = warp.number * laneCount + lane;
  switch (which) {
  case SpecialRegister::ThreadX:
    return thread % launch_.block[0];
  case SpecialRegister::ThreadY:
    return thread / launch_.block[0] % launch_.block[1];
  case SpecialRegister::ThreadZ:
    return thread / launch_.block[0] / launch_.block[1];
  case SpecialRegister::BlockX:
    return block_[0];
  case SpecialRegister::BlockY:
    return block_[1];
  case SpecialRegister::BlockZ:
    return block_[2];
  case SpecialRegister::BlockSizeX:
    return launch_.block[0];
  case SpecialRegister::BlockSizeY:
    return launch_.block[1];
  case SpecialRegister::BlockSizeZ:
    return launch_.block[2];
  case SpecialRegister::GridX:
    return launch_.grid[0];
  case SpecialRegister::GridY:
    return launch_.grid[1];
  case SpecialRegister::GridZ:
    return launch_.grid[2];
  case SpecialRegister::Lane:
    return lane;
  case SpecialRegister::WarpNumber:
    return warp.number;
  case SpecialRegister::WarpSize:
    return laneCount;
  case SpecialRegister::LaneMaskEqual:
    return 1U << lane;
  case SpecialRegister::LaneMaskLess:
    return (1U << lane) - 1;
  case SpecialRegister::LaneMaskLessEqual:
    return (2U << lane) - 1;
  case SpecialRegister::LaneMaskGreater:
    return ~((2U << lane) - 1);
  case SpecialRegister::LaneMaskGreaterEqual:
    return ~((1U << lane) - 1);
  case SpecialRegister::DynamicShared:
    return launch_.dynamicShared;
  case SpecialRegister::TotalShared:
    return kernel_.staticShared + launch_.dynamicShared;
  default:
    return 0;
  }
}

void Executor::startBlock(Dim3 block) {
  block_ = block;
  memory_.clearShared();
  memory_.nextStamp();
  accessNumber_ = 0;
  races_.startBlock();
  phase_ = {};
  blockDemand_ = {};
  phaseStart_ = 0;
  for (unsigned i = 0; i < warpCount_; ++i) {
    Warp& warp = warps_[i];
    warp.live = warp.existing;
    warp.state = WarpState::Running;
    warp.barrier = nullptr;
    warp.polls = warp.changes = false;
    warp.groups.clear();
    warp.groups.push_back({0, noBlock, warp.existing});
    std::fill(warp.local.begin(), warp.local.end(), unwrittenLocal);
    std::fill(warp.localWritten.begin(), warp.localWritten.end(), 0);
  }
  startGangs();
  computeAhead();
}

/// What is the same in all threads of the block: by the first warp, for all.
void Executor::computeAhead() {
  const CodeFunction& function = kernel_.functions.front();
  fillSpecials(warps_.front(), warps_.front().frames.back(), true);
  const WarpFrame first = warps_.front().frame;
  for (const Op& op : function.perBlock) op.function(first.all, first.self(), op);
  const bool isFirst = blockResults_.empty();
  blockResults_.resize(function.perBlockResults.size());
  bool changes = isFirst;
  for (std::size_t i = 0; i < blockResults_.size(); ++i) {
    const BlockResult& result = function.perBlockResults[i];
    std::uint64_t value = 0; // a lane speaks for all
    std::memcpy(&value, first.cell(result.slot, result.cell), result.cell == CellKind::Double ? 8 : 4);
    if (std::exchange(blockResults_[i], value) == value && !isFirst) continue;
    changes |= result.seldomChanges;
    for (unsigned w = 1; w < warpCount_; ++w) copyCell(vectors_, warps_[w].frame, result.slot, first, result.slot, result.cell, ~0U);
  }
  if (changes)
    for (Gang& gang : gangs_) computeSeldom(gang);
}

/// What is made of the thread's place and of what the block before mostly had too.
void Executor::computeSeldom(Gang& gang) {
  const Warps all = everyWarp >> (gangSize - gang.count);
  for (const Op& op : kernel_.functions.front().seldom) {
    if (op.kind == OpKind::Forget)
      gang.known[op.extra].region = nullptr;
    else
      op.function(gang.frames, all, op);
  }
}

bool Executor::runBlock() {
  for (std::size_t phaseNumber = 0;; ++phaseNumber) {
    bool waiting = false;
    const Block* common = nullptr;
    for (bool running = true; running;) { // a warp whose turn ends early comes to another
      running = waiting = false;
      for (Gang& gang : gangs_)
        if (!(gang.inStep ? runGang(gang) : runWarps(gang))) return false;
      common = commonBarrier();
      if (common) break;
      for (Gang& gang : gangs_)
        if (gang.barrier && !standApart(gang, gang.groups.back().masks)) return false;
      for (unsigned i = 0; i < warpCount_; ++i) {
        running |= warps_[i].state == WarpState::Running;
        waiting |= warps_[i].state == WarpState::Waiting;
      }
    }
    double latest = 0;
    for (const Gang& gang : gangs_)
      for (const double clock : gang.times.clock) latest = std::max(latest, clock);
    const double phase = phaseTimes_.of(phaseNumber, latest - phaseStart_, phase_.cycles(model_));
    phaseStart_ += phase;
    blockDemand_.add(phase_);
    phase_ = {};
    if (common) {
      releaseTogether();
      continue;
    }
    if (!waiting) break;
    if (!releaseBarrier()) return false;
    for (Gang& gang : gangs_)
      if (!gang.inStep) joinGang(gang);
  }
  timing_.addBlock(phaseStart_, blockDemand_);
  return true;
}

/// One warp after the other, those that don't wait.
bool Executor::runWarps(const Gang& gang) {
  for (unsigned i = gang.first; i < gang.first + gang.count; ++i) {
    Warp& warp = warps_[i];
    if (warp.state != WarpState::Running) continue;
    memory_.openLocal(warp.local.data(), warp.localWritten.data(), warp.localBytes);
    if (!runWarp(warp)) return false;
  }
  return true;
}

} // namespace gevo::sim
