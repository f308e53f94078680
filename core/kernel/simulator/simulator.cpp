#include "core/kernel/simulator/simulator.h"

#include "core/kernel/simulator/decode/decode.h"
#include "core/kernel/simulator/execute/cooperative_launch.h"
#include "core/kernel/simulator/execute/interleaved_launch.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

namespace {

/// The executor state of the thread's last Simulator, to be reused. A search makes one Simulator for each variant; allocating its memory
/// each time would cost as much as the launches. It holds no results of programs.
thread_local std::unique_ptr<ExecutorState> spareExecutor;

std::unique_ptr<ExecutorState> takeExecutor() {
  if (!spareExecutor) return std::make_unique<ExecutorState>();
  spareExecutor->profile = {};
  spareExecutor->counters = {};
  return std::move(spareExecutor);
}

/// Numbers of blocks and epochs may not start again while shadows hold earlier ones.
void renewIfExhausted(std::unique_ptr<ExecutorState>& executor) {
  if (!executor->memory.nearlyExhausted() && !executor->races.nearlyExhausted()) return;
  auto fresh = std::make_unique<ExecutorState>();
  fresh->profile = std::move(executor->profile);
  fresh->counters = std::move(executor->counters);
  executor = std::move(fresh);
}

} // namespace

struct Simulator::State {
  State() : executor(takeExecutor()) {}
  ~State() { spareExecutor = std::move(executor); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Model model;
  Program program;
  std::unique_ptr<ExecutorState> executor;
  std::vector<std::unique_ptr<ExecutorState>> residents; ///< of interleaved launches
};

Simulator::Simulator(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator> Simulator::create(const llvm::Module& module, const Model& model, Detail detail) {
  GEVO_TRY_ASSIGN(auto program, decode(module, model, detail));
  auto state = std::make_unique<State>();
  state->model = model;
  state->program = std::move(program);
  return Simulator(std::move(state));
}

Result<void> Simulator::placeSymbols(GlobalMemory& memory) {
  for (const SymbolCode& symbol : state_->program.symbols) {
    if (symbol.size == 0) continue;
    if (auto placed = memory.allocateAt(symbol.address, symbol.size); !placed) return placed;
    if (auto written = memory.write(symbol.address, symbol.initial); !written) return written;
  }
  return {};
}

const std::map<std::string, std::string>& Simulator::unsupported() const { return state_->program.unsupported; }

std::optional<Simulator::Symbol> Simulator::symbol(const std::string& name) const {
  for (const SymbolCode& symbol : state_->program.symbols)
    if (symbol.name == name) return Symbol{symbol.address, symbol.size};
  return std::nullopt;
}

void Simulator::useRegisters(const KernelRegisters& registers) {
  for (const auto& [kernel, count] : registers)
    if (const auto found = state_->program.kernels.find(kernel); found != state_->program.kernels.end()) found->second.registers = count;
}

std::optional<std::uint32_t> Simulator::parameterBytes(const std::string& kernel) const {
  const auto found = state_->program.kernels.find(kernel);
  return found == state_->program.kernels.end() ? std::nullopt : std::optional(found->second.parameterBytes);
}

std::vector<Simulator::Parameter> Simulator::parameters(const std::string& kernel) const {
  std::vector<Parameter> result;
  if (const auto found = state_->program.kernels.find(kernel); found != state_->program.kernels.end())
    for (const ParameterCode& parameter : found->second.parameters) result.push_back({parameter.offset, parameter.bytes});
  return result;
}

bool Simulator::dependsOnOrder() const {
  return std::ranges::any_of(state_->program.kernels, [](const auto& kernel) { return sim::dependsOnOrder(kernel.second); });
}

bool Simulator::canInterleave() const {
  return std::ranges::any_of(state_->program.kernels, [](const auto& kernel) { return sim::canInterleave(kernel.second); });
}

namespace {

/// A fault of the launch itself: no block or thread has begun.
Fault launchFault(FaultKind kind, const std::string& kernel, std::string cause) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = kernel;
  fault.cause = std::move(cause);
  return fault;
}

} // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> Simulator::touched() const { return state_->executor->memory.touched(); }

const Profile& Simulator::profile() const { return state_->executor->profile; }
Profile Simulator::takeProfile() { return std::exchange(state_->executor->profile, {}); }
Counters Simulator::takeCounters() { return std::exchange(state_->executor->counters, {}); }

LaunchReport Simulator::launch(const Launch& launch, GlobalMemory& memory, const Limits& limits) {
  const auto found = state_->program.kernels.find(launch.kernel);
  if (found == state_->program.kernels.end()) {
    LaunchReport report;
    const auto reason = state_->program.unsupported.find(launch.kernel);
    if (reason != state_->program.unsupported.end())
      report.fault = launchFault(FaultKind::Unsupported, launch.kernel, reason->second);
    else
      report.fault = launchFault(FaultKind::BadLaunch, launch.kernel, "code that the module does not have");
    return report;
  }
  const KernelCode& kernel = found->second;
  renewIfExhausted(state_->executor);
  std::ranges::for_each(state_->residents, renewIfExhausted);
  if (launch.isCooperative) {
    LaunchReport report =
        runCooperative(state_->program, kernel, state_->model, launch, limits, memory, *state_->executor, state_->residents);
    report.isSameInAllSchedules = false; // not found out
    return report;
  }
  if (limits.schedule.order == Schedule::Order::Interleaved && sim::canInterleave(kernel))
    return runInterleaved(state_->program, kernel, state_->model, launch, limits, memory, state_->residents);
  LaunchReport report = Executor(state_->program, kernel, state_->model, launch, limits, memory, *state_->executor).run();
  report.isSameInAllSchedules = report.isSameInAllSchedules && !sim::dependsOnOrder(kernel) && !readsClock(kernel);
  return report;
}

} // namespace gevo::sim
