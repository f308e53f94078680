#pragma once

/// Evaluates host runs of a variant by comparison with the original's. A program may launch and copy any number of times, so neither is
/// counted: the bytes that were copied last from each address of an output are compared.

#include "core/kernel/host_run/host_program.h"
#include "core/kernel/host_run/host_runner.h"
#include "core/kernel/trace/replay.h"

namespace llvm {
class Module;
}

namespace gevo::program {

/// The bytes copied last from each address of an output, in order of address.
struct DeliveredOutput {
  std::string name;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges; ///< what `bytes` covers: first byte and end, from the output's start
  Bytes bytes;
  Bytes written; ///< per byte: 1 if it was ever written
};

/// A host run of the original.
struct HostRunBaseline {
  std::vector<HostRunLaunch> launches;
  std::vector<sim::Race> races;
  std::vector<sim::UndefinedValue> undefined;
  std::vector<sim::UndefinedRead> undefinedReads;
  bool followsSynchronisation = false;              ///< see sim::Limits
  std::map<std::uint32_t, DeliveredOutput> outputs; ///< the compared ones, by their numbers in the project
  double quality = 0;                               ///< if the program prints it
  RunFigures figures;                               ///< where results are judged over several runs
  double microseconds = 0;
  std::chrono::milliseconds processorTime{};
  std::chrono::milliseconds taken{};      ///< wall clock
  std::vector<std::string> refusedWrites; ///< as in HostRun
};

/// Modelled times are the same in equal runs; measured ones vary.
enum class Times : std::uint8_t { Modelled, Measured };

class HostRunEvaluator {
public:
  HostRunEvaluator(const Project& project, DeviceDescription device, ParameterOffsets offsets, EvaluationSettings settings);

  /// The same with other settings.
  HostRunEvaluator with(EvaluationSettings settings) const;

  /// For a run on the simulated GPU. `original`: null for the original itself.
  HostRunOrder order(Bytes module, const HostRunBaseline* original) const;
  /// 20 times what the original took, of processor time at least 5 seconds and of idleness at least 10.
  static WorkLimit limit(const HostRunBaseline& original);
  /// Of the original itself.
  static WorkLimit longest() { return {std::chrono::minutes(30)}; }

  /// An error says why the original can't be evaluated in the test with these arguments.
  Result<HostRunBaseline> baselineOf(Result<HostRun> run, const std::string& arguments) const;
  ReplayReport evaluate(HostRun run, const HostRunBaseline& original) const;
  /// Says how two runs of the original differ; empty if they don't.
  std::string difference(const HostRunBaseline& first, const HostRunBaseline& second, Times times) const;

private:
  Result<HostRunBaseline> baseline(HostRun run) const;
  std::map<std::uint32_t, DeliveredOutput> delivered(HostRunReport& report) const;
  double microseconds(const HostRunReport& report) const;
  void compareOutputs(ReplayReport& result, const HostRunBaseline& original, const std::map<std::uint32_t, DeliveredOutput>& got) const;
  RunFigures figuresOf(const std::map<std::uint32_t, DeliveredOutput>& outputs) const;
  void compareQuality(ReplayReport& result, const HostRunBaseline& original, const Finished& finished) const;

  HostRunSettings live_;
  bool toleratesUndefined_ = false; ///< see BuildSettings
  std::vector<std::string> asked_;  ///< outputs that --output names; empty: all are compared
  std::vector<OutputInfo> outputs_;
  std::string registers_; ///< in the format of HostRunOrder
  DeviceDescription device_;
  ParameterOffsets offsets_;
  EvaluationSettings settings_;
};

/// Runs the original twice. An error says why it can't be evaluated, or how the two runs differ.
Result<HostRunBaseline> runOriginal(HostRunner& runner, const HostRunEvaluator& evaluator, const std::string& arguments,
                                    const Bytes& module);

Bytes bitcodeOf(const llvm::Module& module);

/// What the program printed, for the details of an error.
std::string printedBy(const Finished& finished);

} // namespace gevo::program
