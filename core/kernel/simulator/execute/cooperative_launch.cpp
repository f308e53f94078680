#include "core/kernel/simulator/execute/cooperative_launch.h"

#include "core/kernel/simulator/execute/launch_check.h"
#include "core/kernel/simulator/execute/turn_order.h"
#include "core/kernel/simulator/machine/occupancy.h"

#include <algorithm>
#include <span>

namespace gevo::sim {

namespace {

/// Where cooperative groups' headers expect the driver's barrier: a size, then the word at which blocks arrive, whose highest bit changes
/// with the last.
class Workspace {
public:
  explicit Workspace(GlobalMemory& memory) : memory_(memory) {
    const std::array<std::uint8_t, bytes> zeros{};
    isThere_ = memory_.allocateAt(gridWorkspace, bytes) && memory_.write(gridWorkspace, zeros);
  }
  ~Workspace() {
    if (isThere_) static_cast<void>(memory_.free(gridWorkspace));
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  /// Changes whenever the barrier opens.
  bool phase() const {
    const std::uint8_t* word = memory_.view(gridWorkspace, bytes);
    return word != nullptr && word[7] >> 7 != 0;
  }

private:
  static constexpr std::size_t bytes = 256;
  GlobalMemory& memory_;
  bool isThere_ = false;
};

/// Nothing: the grid fits.
std::optional<std::string> tooLarge(const KernelCode& kernel, const Model& model, const Launch& launch, std::uint64_t blocks) {
  const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  const std::uint64_t shared = std::uint64_t{kernel.staticShared} + launch.dynamicShared;
  const std::uint64_t most = std::uint64_t{residentBlocks(model, {threads, shared, kernel.registers})} * model.multiprocessors;
  if (blocks <= most) return std::nullopt;
  return fmt::format("a grid of {} blocks that wait for each other; {} can be resident at once", blocks, most);
}

/// The blocks of a launch, and when they came to the barrier.
class ResidentBlocks {
public:
  ResidentBlocks(Workspace& workspace, const Model& model, Limits& limits)
      : workspace_(workspace), model_(model), limits_(limits), budget_(limits.warpInstructions) {}
  void add(std::unique_ptr<Executor> block) { blocks_.push_back({std::move(block)}); }

  /// Until all have ended, or one has a fault.
  void run() {
    while (std::ranges::any_of(blocks_, [](const Resident& resident) { return !resident.hasEnded; }))
      for (Resident& resident : blocks_)
        if (!resident.hasEnded && !resume(resident)) return;
  }

  LaunchReport end() {
    for (const Resident& other : std::span(blocks_).subspan(1)) blocks_.front().block->join(*other.block);
    return blocks_.front().block->end();
  }

private:
  struct Resident {
    std::unique_ptr<Executor> block;
    bool hasEnded = false;
    bool waits = false;
    bool phase = false; ///< in which it began to wait
  };

  bool resume(Resident& resident) {
    const bool before = workspace_.phase();
    if (resident.waits && before != resident.phase) resident.block->continueAt(opened_);
    resident.waits = false;
    limits_.warpInstructions = budget_ - std::min(budget_, spent_ - resident.block->instructions());
    const std::uint64_t known = resident.block->instructions();
    const Executor::Progress progress = resident.block->runUntilStuck();
    spent_ += resident.block->instructions() - known;
    if (progress == Executor::Progress::Fault) return false;
    resident.hasEnded = progress == Executor::Progress::BlockEnded;
    // The last to come may have gone on to the next barrier already.
    if (workspace_.phase() != before) // an arrival, and a look at the word
      opened_ = std::max(latest_, resident.block->opening()) + 2 * model_.atomicLatency;
    latest_ = std::max(latest_, resident.block->arrival());
    resident.waits = !resident.hasEnded;
    resident.phase = workspace_.phase();
    return true;
  }

  Workspace& workspace_;
  const Model& model_;
  Limits& limits_; ///< of all blocks
  std::uint64_t budget_;
  std::uint64_t spent_ = 0; ///< by all blocks
  std::vector<Resident> blocks_;
  double latest_ = 0; ///< arrival
  double opened_ = 0; ///< cycle at which the barrier opened last
};

} // namespace

LaunchReport runCooperative(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch,
                            const Limits& limits, GlobalMemory& global, ExecutorState& common,
                            std::vector<std::unique_ptr<ExecutorState>>& states) {
  Limits own = limits;
  const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  std::optional<std::string> reason = launchError({program, kernel, model, launch, own});
  if (!reason) reason = tooLarge(kernel, model, launch, blocks);
  if (reason) return Executor(program, kernel, model, launch, own, global, common).refuse(std::move(*reason));
  Workspace workspace(global);
  ResidentBlocks residents(workspace, model, own);
  while (states.size() < blocks) states.push_back(std::make_unique<ExecutorState>());
  std::size_t made = 0;
  for (const std::uint32_t number : turnOrder(limits.schedule, blocks)) {
    auto executor = std::make_unique<Executor>(program, kernel, model, launch, own, global, *states[made], nullptr, &common);
    executor->beginAmong(made == 0);
    executor->startBlock(number);
    residents.add(std::move(executor));
    ++made;
  }
  residents.run();
  return residents.end();
}

} // namespace gevo::sim
