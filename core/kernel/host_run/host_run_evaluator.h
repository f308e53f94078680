#pragma once

/// What live runs of a variant are worth beside those of the original. A program may launch and copy as often as it likes, so neither is
/// counted: of each output, what was copied to the host last from each place is compared.

#include "core/kernel/host_run/host_program.h"
#include "core/kernel/host_run/host_runner.h"
#include "core/kernel/trace/replay.h"

namespace llvm {
class Module;
}

namespace gevo::program {

/// What was copied last from each place of an output that anything was copied from, in order of places.
struct DeliveredOutput {
  std::string name;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places; ///< of `bytes`: first byte and end, from the output's start
  Bytes bytes;
  Bytes written; ///< per byte: 1 where anybody had written it
};

/// A live run of the original.
struct HostRunBaseline {
  std::vector<HostRunLaunch> launches;
  std::vector<sim::Race> races;
  std::vector<sim::UndefinedValue> undefined;
  std::map<std::uint32_t, DeliveredOutput> outputs; ///< that are compared, by their numbers in the project
  double quality = 0;                               ///< where the program prints it
  double microseconds = 0;
  std::chrono::milliseconds taken{}; ///< wall clock
};

/// Of kernels in equal runs: modelled ones are the same.
enum class Times : std::uint8_t { Modelled, Measured };

class HostRunEvaluator {
public:
  HostRunEvaluator(const Project& project, DeviceDescription device, ParameterOffsets offsets, EvaluationSettings settings);

  /// The same with other settings.
  HostRunEvaluator with(EvaluationSettings settings) const;

  /// On the simulated GPU. `original`: empty for the original itself.
  HostRunOrder order(Bytes module, const HostRunBaseline* original) const;
  /// 20 times what the original took, between 5 seconds and 5 minutes.
  static std::chrono::milliseconds limit(const HostRunBaseline& original);
  static constexpr std::chrono::milliseconds longest{std::chrono::minutes(5)};

  /// An error says why the original can't be judged live in the test with these arguments.
  Result<HostRunBaseline> baselineOf(Result<HostRun> run, const std::string& arguments) const;
  ReplayReport judge(HostRun run, const HostRunBaseline& original) const;
  /// What two runs of the original differ in, a sentence; empty where they don't.
  std::string difference(const HostRunBaseline& first, const HostRunBaseline& second, Times times) const;

private:
  Result<HostRunBaseline> baseline(HostRun run) const;
  std::map<std::uint32_t, DeliveredOutput> delivered(HostRunReport& report) const;
  double microseconds(const HostRunReport& report) const;
  void compareOutputs(ReplayReport& result, const HostRunBaseline& original, const std::map<std::uint32_t, DeliveredOutput>& got) const;
  void compareQuality(ReplayReport& result, const HostRunBaseline& original, const Finished& finished) const;

  HostRunSettings live_;
  std::vector<std::string> asked_; ///< outputs that --output names; empty: all are compared
  std::vector<OutputInfo> outputs_;
  std::string registers_; ///< as an order has them
  DeviceDescription device_;
  ParameterOffsets offsets_;
  EvaluationSettings settings_;
};

/// Runs the original twice. An error says why it can't be judged live, or that it does not repeat what it does.
Result<HostRunBaseline> runOriginal(HostRunner& runner, const HostRunEvaluator& judge, const std::string& arguments, const Bytes& module);

Bytes bitcodeOf(const llvm::Module& module);

/// What the program printed, for the details of an error.
std::string printedBy(const Finished& finished);

} // namespace gevo::program
