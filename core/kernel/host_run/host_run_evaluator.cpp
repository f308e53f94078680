#include "core/kernel/host_run/host_run_evaluator.h"

#include "core/kernel/host_run/quality.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/toolchain/registers.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <limits>
#include <llvm/ADT/SmallString.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::program {

namespace {

constexpr std::chrono::milliseconds shortestLimit = std::chrono::seconds(5);
constexpr std::chrono::milliseconds shortestIdle = std::chrono::seconds(10);
constexpr int limitFactor = 20;

/// One output, assembled from the copies of its parts.
struct Image {
  std::string name;
  Bytes bytes;
  Bytes copied;
  Bytes written;

  void put(std::uint64_t offset, const Bytes& data, const Bytes& mask) {
    const std::size_t end = offset + data.size();
    for (Bytes* part : {&bytes, &copied, &written})
      if (part->size() < end) part->resize(end);
    std::ranges::copy(data, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    std::fill_n(copied.begin() + static_cast<std::ptrdiff_t>(offset), data.size(), std::uint8_t{1});
    for (std::size_t i = 0; i < data.size(); ++i) written[offset + i] = mask.empty() ? 1 : mask[i];
  }

  DeliveredOutput compact() const {
    DeliveredOutput output{name, {}, {}, {}};
    for (auto first = copied.begin(); (first = std::find(first, copied.end(), 1)) != copied.end();) {
      const auto end = std::find(first, copied.end(), 0);
      const auto begin = first - copied.begin();
      output.ranges.emplace_back(begin, end - copied.begin());
      output.bytes.insert(output.bytes.end(), bytes.begin() + begin, bytes.begin() + (end - copied.begin()));
      output.written.insert(output.written.end(), written.begin() + begin, written.begin() + (end - copied.begin()));
      first = end;
    }
    return output;
  }
};

void reject(ReplayReport& report, Reason reason, std::string message) {
  report.reason = reason;
  report.message = std::move(message);
}

/// A likely reason for a failure.
std::string refusedText(const HostRun& run) {
  if (run.refusedWrites.empty()) return {};
  return fmt::format("; it tried to write {}, and live runs may write in their own folder and $TMPDIR only",
                     fmt::join(run.refusedWrites, ", "));
}

/// Sets the reason why a run did not finish; true if it did.
bool ranToCompletion(ReplayReport& result, const HostRun& run) {
  if (run.finished.timedOut())
    reject(result, Reason::Timeout, "the program " + run.finished.ending(run.limit));
  else if (run.report && run.report->reason != Reason::None)
    reject(result, run.report->reason, run.report->fault);
  else if (run.finished.signal != 0)
    reject(result, Reason::Crash, "the program " + run.finished.ending(run.limit) + refusedText(run));
  else if (run.finished.exitCode != 0)
    reject(result, Reason::ExitCode, fmt::format("the program {} instead of 0{}", run.finished.ending(run.limit), refusedText(run)));
  else if (!run.report)
    reject(result, Reason::Crash, "the program ended without returning from main or calling exit" + refusedText(run));
  return result.valid();
}

/// A number that the program prints is the only output.
OutputFigures printedFigure(double number) {
  OutputFigures figures;
  figures.output = std::numeric_limits<std::uint32_t>::max();
  figures.values = {number, 0, 0};
  return figures;
}

} // namespace

std::string printedBy(const Finished& finished) {
  std::string text = finished.output;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text + finished.errors;
}

HostRunEvaluator::HostRunEvaluator(const Project& project, DeviceDescription device, ParameterOffsets offsets, EvaluationSettings settings)
    : live_(project.build.hostRun), toleratesUndefined_(project.build.toleratesUndefined), outputs_(project.outputs),
      registers_(printRegisters(registersOf(project))), device_(std::move(device)), offsets_(std::move(offsets)),
      settings_(std::move(settings)) {
  for (const std::string& text : project.build.outputs) asked_.push_back(text.substr(0, text.find(':')));
}

HostRunEvaluator HostRunEvaluator::with(EvaluationSettings settings) const {
  HostRunEvaluator other = *this;
  other.settings_ = std::move(settings);
  return other;
}

HostRunOrder HostRunEvaluator::order(Bytes module, const HostRunBaseline* original) const {
  HostRunOrder order;
  order.module = std::move(module);
  order.device = screeningDevice(settings_.device);
  order.model = settings_.model;
  order.registers = registers_;
  order.lockStep = settings_.races == RacePolicy::Warp;
  order.toleratesUndefined = toleratesUndefined_;
  if (original == nullptr) return order;
  order.followsSynchronisation = original->followsSynchronisation;
  std::map<std::string, std::uint64_t> largest;
  std::uint64_t whole = 0;
  for (const HostRunLaunch& launch : original->launches) {
    std::uint64_t& known = largest[launch.kernel];
    known = std::max(known, launch.warpInstructions);
    order.otherBudget = std::max(order.otherBudget, launchBudget(launch.warpInstructions, settings_.budgetFactor));
    whole += launch.warpInstructions;
  }
  for (const auto& [kernel, instructions] : largest) order.budgets.push_back({kernel, launchBudget(instructions, settings_.budgetFactor)});
  order.wholeBudget = launchBudget(whole, settings_.budgetFactor);
  return order;
}

WorkLimit HostRunEvaluator::limit(const HostRunBaseline& original) {
  const WorkLimit most = longest();
  return {std::clamp(original.processorTime * limitFactor, shortestLimit, most.processorTime),
          std::clamp(original.taken * limitFactor, shortestIdle, most.idle)};
}

double HostRunEvaluator::microseconds(const HostRunReport& report) const {
  return report.microseconds + (live_.runtime == RuntimeScope::Program ? report.hostMicroseconds : 0);
}

std::map<std::uint32_t, DeliveredOutput> HostRunEvaluator::delivered(HostRunReport& report) const {
  dropEarlyCopies(report.trace);
  std::vector<OutputInfo> outputs = outputs_;
  nameOutputs(report.trace, device_, offsets_, outputs);

  std::map<std::uint64_t, std::uint64_t> allocations; // address to size
  std::map<std::uint32_t, Image> images;
  // Dropped early copies had masks too, so the remaining copies' masks are the last ones.
  const auto copies = static_cast<std::size_t>(std::ranges::count_if(report.trace.events, copiesToHost));
  std::size_t copy = report.written.size() - std::min(report.written.size(), copies);
  for (const Event& event : report.trace.events) {
    if (event.kind == EventKind::Allocate) allocations[event.address] = event.size;
    if (event.kind == EventKind::Free) allocations.erase(event.address);
    if (!copiesToHost(event)) continue;
    const Bytes& mask = copy < report.written.size() ? report.written[copy] : Bytes();
    ++copy;
    const std::string& name = outputs[event.output].name;
    if (event.data.empty() || (!asked_.empty() && std::ranges::find(asked_, name) == asked_.end())) continue;
    std::uint64_t offset = event.address;
    if (event.kind == EventKind::CopyToHost) {
      const auto after = allocations.upper_bound(event.address);
      offset = after == allocations.begin() ? 0 : event.address - std::prev(after)->first;
    }
    Image& image = images[event.output];
    image.name = name;
    image.put(offset, event.data, mask.size() == event.data.size() ? mask : Bytes());
  }
  std::map<std::uint32_t, DeliveredOutput> result;
  for (const auto& [number, image] : images) result.emplace(number, image.compact());
  return result;
}

Result<HostRunBaseline> HostRunEvaluator::baseline(HostRun run) const {
  ReplayReport ended;
  if (!ranToCompletion(ended, run)) return std::unexpected(Error{ended.message, printedBy(run.finished)});
  HostRunBaseline baseline;
  baseline.launches = std::move(run.report->launches);
  baseline.races = run.report->races;
  baseline.undefined = run.report->undefined;
  baseline.undefinedReads = run.report->undefinedReads;
  baseline.microseconds = microseconds(*run.report);
  baseline.taken = run.taken;
  baseline.processorTime = run.finished.processorTime;
  baseline.refusedWrites = run.refusedWrites;
  if (baseline.launches.empty()) return std::unexpected(Error{"the program launches no kernel", printedBy(run.finished)});
  if (!live_.quality.empty()) {
    const auto quality = readQuality(printedBy(run.finished), live_.quality);
    if (!quality) return std::unexpected(Error{quality.error().message, printedBy(run.finished)});
    baseline.quality = *quality;
    baseline.figures = {printedFigure(*quality)};
    return baseline;
  }
  baseline.outputs = delivered(*run.report);
  if (settings_.statistical) baseline.figures = figuresOf(baseline.outputs);
  if (baseline.outputs.empty())
    return std::unexpected(Error{"the program copies nothing back to the host that is compared", printedBy(run.finished)});
  return baseline;
}

ReplayReport HostRunEvaluator::evaluate(HostRun run, const HostRunBaseline& original) const {
  ReplayReport result;
  if (run.report) {
    result.races = run.report->races;
    result.undefined = run.report->undefined;
    result.undefinedReads = run.report->undefinedReads;
    result.microseconds = microseconds(*run.report);
    for (const HostRunLaunch& launch : run.report->launches) result.launchWarpInstructions.push_back(launch.warpInstructions);
  }
  if (const sim::Race* race = rejectedRace(result.races, original.races, settings_.races); race != nullptr) {
    reject(result, Reason::Race, race->message());
    return result;
  }
  if (const sim::UndefinedValue* value = rejectedUndefined(result.undefined, original.undefined); value != nullptr) {
    reject(result, Reason::Undefined, value->message());
    return result;
  }
  if (const sim::UndefinedRead* read = rejectedRead(result.undefinedReads, original.undefinedReads); read != nullptr) {
    reject(result, reasonOf(*read), read->message());
    return result;
  }
  if (!ranToCompletion(result, run)) return result;
  result.complete = true;
  if (live_.quality.empty())
    compareOutputs(result, original, delivered(*run.report));
  else
    compareQuality(result, original, run.finished);
  return result;
}

RunFigures HostRunEvaluator::figuresOf(const std::map<std::uint32_t, DeliveredOutput>& outputs) const {
  RunFigures figures;
  for (const auto& [number, output] : outputs) {
    const OutputInfo* const info = number < outputs_.size() ? &outputs_[number] : nullptr;
    figures.push_back(program::figuresOf(number, elementTypeOf(info), output.bytes, ignoredOf(info, false)));
  }
  return figures;
}

void HostRunEvaluator::compareOutputs(ReplayReport& result, const HostRunBaseline& original,
                                      const std::map<std::uint32_t, DeliveredOutput>& got) const {
  for (const auto& [number, output] : got)
    if (!original.outputs.contains(number))
      return reject(result, Reason::WrongOutput, fmt::format("the program delivers {}, which the original does not", output.name));
  for (const auto& [number, expected] : original.outputs) {
    const auto found = got.find(number);
    if (found == got.end()) return reject(result, Reason::WrongOutput, fmt::format("output {} was not delivered", expected.name));
    const DeliveredOutput& output = found->second;
    if (output.ranges != expected.ranges)
      return reject(result, Reason::WrongOutput,
                    fmt::format("output {} was copied from other addresses than the original's", expected.name));
    for (std::size_t i = 0; i < output.written.size(); ++i)
      if (output.written[i] == 0 && expected.written[i] != 0)
        return reject(result, Reason::Uninitialised, fmt::format("byte {} of output {} was never written", i, output.name));
    const OutputInfo* const info = number < outputs_.size() ? &outputs_[number] : nullptr;
    OutputComparison comparison = compareWithOriginal(info, number, expected.bytes, output.bytes, settings_, false);
    result.error = std::max(result.error, comparison.error);
    result.differs = result.differs || comparison.differs;
    if (comparison.reason != Reason::None) return reject(result, comparison.reason, std::move(comparison.message));
  }
  if (settings_.statistical) result.figures = figuresOf(got);
}

void HostRunEvaluator::compareQuality(ReplayReport& result, const HostRunBaseline& original, const Finished& finished) const {
  const auto quality = readQuality(printedBy(finished), live_.quality);
  if (!quality) return reject(result, Reason::NotFinite, quality.error().message);
  if (settings_.statistical) {
    result.differs = *quality != original.quality;
    result.figures = {printedFigure(*quality)};
    return;
  }
  result.error = qualityLoss(original.quality, *quality, live_.goal);
  const double allowed = settings_.mode == Mode::Exact ? 0 : settings_.tolerance;
  if (result.error <= allowed) return;
  reject(result, Reason::WrongOutput,
         fmt::format("the program prints {} instead of {} ({:.3g} % worse)", *quality, original.quality, result.error * 100));
}

std::string HostRunEvaluator::difference(const HostRunBaseline& first, const HostRunBaseline& second, Times times) const {
  if (settings_.statistical) return {};
  if (first.quality != second.quality) return fmt::format("it prints {} and then {}", first.quality, second.quality);
  // The time of the host's own code is measured.
  const bool measured = times == Times::Measured || live_.runtime == RuntimeScope::Program;
  if (first.launches.size() != second.launches.size())
    return fmt::format("it launches {} kernels and then {}", first.launches.size(), second.launches.size());
  if (!measured && first.microseconds != second.microseconds)
    return fmt::format("its kernels take {:.6g} us and then {:.6g} us", first.microseconds, second.microseconds);
  ReplayReport compared;
  if (live_.quality.empty()) compareOutputs(compared, first, second.outputs);
  return compared.valid() && compared.error == 0 ? "" : compared.valid() ? "its outputs vary" : compared.message;
}

Result<HostRunBaseline> HostRunEvaluator::baselineOf(Result<HostRun> run, const std::string& arguments) const {
  GEVO_TRY(run);
  auto found = baseline(std::move(*run));
  if (!found)
    return std::unexpected(
        Error{fmt::format("the original does not run live in test \"{}\": {}", arguments, found.error().message), found.error().details});
  return found;
}

Result<HostRunBaseline> runOriginal(HostRunner& runner, const HostRunEvaluator& evaluator, const std::string& arguments,
                                    const Bytes& module) {
  const auto run = [&](Start start, bool followsSynchronisation) {
    HostRunOrder order = evaluator.order(module, nullptr);
    order.followsSynchronisation = followsSynchronisation;
    return evaluator.baselineOf(runner.run(arguments, order, HostRunEvaluator::longest(), start), arguments);
  };
  // Afresh, since all forked runs have the same addresses, on which the program may depend.
  GEVO_TRY_ASSIGN(auto first, run(Start::Fresh, false));
  // Following takes time for each variant: only where it makes a difference.
  const bool follows = !first.races.empty();
  auto second = run(Start::Forked, follows);
  const auto differs = [&] { return !second || !evaluator.difference(first, *second, Times::Modelled).empty(); };
  if (runner.hasForkServers() && differs()) {
    runner.startFreshOnly();
    second = run(Start::Fresh, follows);
  }
  GEVO_TRY(second);
  if (const std::string difference = evaluator.difference(first, *second, Times::Modelled); !difference.empty())
    return fail("the original does not do the same twice in test \"{}\": {}; give it a fixed seed, or judge variants by statistics over "
                "runs with --statistical 20",
                arguments, difference);
  first.taken = std::max(first.taken, second->taken);
  first.processorTime = std::max(first.processorTime, second->processorTime);
  first.followsSynchronisation = !sim::areSame(first.races, second->races);
  first.races = std::move(second->races);
  return first;
}

Bytes bitcodeOf(const llvm::Module& module) {
  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return Bytes(bitcode.begin(), bitcode.end());
}

} // namespace gevo::program
