#include "core/kernel/runtime/host_run.h"

#include "core/base/wire.h"
#include "core/kernel/process/process.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace gevo::cuda {

using program::EventKind;

namespace {

double clockNow(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

} // namespace

ThreadClock::ThreadClock() : begun_(clockNow(CLOCK_THREAD_CPUTIME_ID)) {}
double ThreadClock::microseconds() const { return clockNow(CLOCK_THREAD_CPUTIME_ID) - begun_; }

OwnTime::OwnTime(HostRunReporter* hostRun) : hostRun_(hostRun), begun_(clockNow(CLOCK_THREAD_CPUTIME_ID)) {}
OwnTime::~OwnTime() {
  if (hostRun_ != nullptr) hostRun_->simulated(clockNow(CLOCK_THREAD_CPUTIME_ID) - begun_);
}

HostRunReporter::HostRunReporter(std::filesystem::path folder) : folder_(std::move(folder)), begun_(clockNow(CLOCK_PROCESS_CPUTIME_ID)) {}

std::unique_ptr<HostRunReporter> HostRunReporter::ofEnvironment() {
  const char* folder = std::getenv(program::hostRunVariable);
  return folder != nullptr && *folder != 0 ? std::unique_ptr<HostRunReporter>(new HostRunReporter(folder)) : nullptr;
}

Result<void> HostRunReporter::begin() {
  GEVO_TRY_ASSIGN(const auto bytes, program::readFile(folder_ / program::orderName));
  GEVO_TRY_ASSIGN(auto order, wire::decode<program::HostRunOrder>(
                                  ByteView(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), "order of a live run"));
  order_ = std::move(order);
  return {};
}

Result<sim::Limits> HostRunReporter::limits(const std::string& kernel) const {
  sim::Limits limits;
  limits.lanesInLockstep = order_.lockStep;
  limits.followsSynchronisation = order_.followsSynchronisation;
  const auto own = std::ranges::find(order_.budgets, kernel, &program::KernelBudget::kernel);
  const std::uint64_t budget = own != order_.budgets.end() ? own->launch : order_.otherBudget;
  if (budget != 0) limits.warpInstructions = budget;
  if (order_.wholeBudget == 0) return limits;
  if (used_ >= order_.wholeBudget)
    return fail("the program's launches need more than {} warp instructions together, all that they may take", order_.wholeBudget);
  limits.warpInstructions = std::min(limits.warpInstructions, order_.wholeBudget - used_);
  return limits;
}

void HostRunReporter::launched(const std::string& kernel, const sim::LaunchReport& report) {
  used_ += report.statistics.warpInstructions;
  report_.launches.push_back({kernel, report.statistics.warpInstructions, 0});
  sim::collect(report_.races, report.races);
  sim::collect(report_.undefined, report.undefined);
  sim::collect(report_.undefinedReads, report.undefinedReads);
}

void HostRunReporter::forgetCopies(std::uint64_t address) {
  const auto size = sizes_.find(address);
  if (size == sizes_.end()) return;
  const auto first = copies_.lower_bound({std::string(), address, 0});
  const auto last = copies_.lower_bound({std::string(), address + size->second, 0});
  copies_.erase(first, last);
  sizes_.erase(size);
}

void HostRunReporter::replaceCopy(std::uint64_t address, const std::string& name, std::uint64_t size) {
  const Kept kept{report_.trace.events.size(), report_.written.size()};
  const auto [entry, isNew] = copies_.try_emplace({name, address, size}, kept);
  if (isNew) return;
  report_.trace.events[entry->second.event].data = Bytes(); // {} would keep the memory
  report_.written[entry->second.mask] = Bytes();
  entry->second = kept;
}

void HostRunReporter::keep(program::Event event, Bytes written) {
  if (event.kind == EventKind::Allocate) sizes_[event.address] = event.size;
  if (event.kind == EventKind::Free) forgetCopies(event.address);
  const bool tells = event.kind == EventKind::Allocate || event.kind == EventKind::Free || event.kind == EventKind::Launch;
  if (!tells && !copiesToHost(event)) return;
  if (copiesToHost(event)) {
    replaceCopy(event.address, event.name, event.data.size());
    report_.written.push_back(std::move(written));
  }
  report_.trace.events.push_back(std::move(event));
}

void HostRunReporter::write(Reason reason, std::string fault, const std::vector<std::string>& unsupportedCalls, double microseconds) {
  report_.reason = reason;
  report_.fault = std::move(fault);
  report_.unsupportedCalls = unsupportedCalls;
  report_.microseconds = microseconds;
  report_.hostMicroseconds = std::max(0.0, clockNow(CLOCK_PROCESS_CPUTIME_ID) - begun_ - simulated_);
  const Bytes bytes = wire::encode(report_);
  const std::filesystem::path unfinished = folder_ / "unfinished";
  if (!program::writeFile(unfinished, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})) return;
  std::error_code ignored;
  std::filesystem::rename(unfinished, folder_ / program::reportName, ignored);
}

} // namespace gevo::cuda
