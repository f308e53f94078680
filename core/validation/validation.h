#pragma once

/// Validation of variants on held-out tests, and on sampled workloads in full. It never selects: a result here changes nothing in the run.
///
/// Inputs on which a variant has failed are used up, since the next candidate was chosen because of that failure: it gets a
/// fresh set, recorded by the user's program with another number for `{seed}`. Inputs on which all candidates passed stay
/// usable. The number of candidates that were validated on the same inputs before is always reported.

#include "core/devices/job_options.h"
#include "core/store/store.h"
#include "core/validation/full_workloads.h"
#include "core/values/test_report.h"

#include <functional>
#include <map>
#include <set>
#include <span>
#include <stop_token>

namespace gevo {

class Configurations;
class WorkerPool;
enum class RequestKind : std::uint8_t;
struct JobResult;

/// Unused: inputs without a known failure, fresh ones if need be. Known: those that this variant was validated on before, else as
/// Unused, but never fresh. Fresh: always fresh ones.
enum class HeldOutChoice : std::uint8_t { Unused, Known, Fresh };

/// The candidates that were validated on the same held-out inputs.
struct HeldOutUse {
  std::set<std::pair<std::int64_t, std::int64_t>> candidates; ///< run and variant
  bool failed = false;
};
/// Over all runs of the file, by the inputs' arguments.
using HeldOutUses = std::map<std::vector<std::string>, HeldOutUse>;
Result<HeldOutUses> heldOutUses(const Store& store);

/// The result of validating one variant.
struct ValidationResult {
  ValidationRow row;
  ValidationReport reply;              ///< of every test; empty when the check itself crashed
  std::vector<TestCase> fresh;         ///< held-out tests that the file has to keep with the result
  std::uint32_t earlierCandidates = 0; ///< other candidates, of any run of the file, on the same inputs

  /// It passed everything but a workload in full.
  bool failedInFull() const;
};

/// Whether workloads run in full, after everything else is passed.
enum class AtFullSize : std::uint8_t { No, Yes };

/// What a variant does on some tests.
struct Judgement {
  std::vector<TestReport> tests; ///< those of the project first
  std::string failure;           ///< why there is none; else empty
};

class Validator {
public:
  /// Adds nothing to `store` but programs of configurations. `fullWorkloads`: those that take longer do not run in full.
  Validator(Store& store, RunInfo run, JobOptions settings, WorkLimit fullWorkloads = std::chrono::minutes(30));
  ~Validator();

  /// A variant that fails, crashes or hangs has a result too. An error means that the validation could not be done.
  Result<ValidationResult> validate(const Individual& variant, HeldOutChoice choice);
  /// On all tests, and these held-out ones. Not a validation: nothing is counted.
  Result<Judgement> judge(const EditList& edits, const std::vector<TestCase>& heldOut, const std::string& doing);
  /// Does it pass all of them? For finding the edits that fail on inputs that are used up.
  Result<bool> passes(const EditList& edits, const std::vector<TestCase>& heldOut, const std::string& doing,
                      AtFullSize size = AtFullSize::No);
  /// Inputs that no program had before, for the file to keep. An error if none can be recorded, or on cancellation.
  Result<std::vector<TestCase>> freshInputs();
  /// Why the inputs are not those that were asked for, one message each, without repeats.
  std::vector<std::string> notes() const;
  bool cancelled() const { return settings_.cancel.stop_requested(); }

private:
  struct Inputs;
  Result<Inputs> chooseInputs(std::int64_t variant, HeldOutChoice choice);
  Result<Inputs> recordFresh();
  Result<WorkerPool*> checker();
  bool originalEnds(WorkerPool& worker, const std::vector<TestCase>& heldOut);
  JobResult wait(WorkerPool& pool, RequestKind kind, Bytes request, const std::string& doing);
  void note(std::string message);

  Store& store_;
  RunInfo run_;
  JobOptions settings_;
  struct Asked;
  Result<Asked> requestFor(const EditList& edits, std::vector<TestCase> heldOut);
  Result<std::vector<TestCase>> withWorkloads(std::vector<TestCase> heldOut);
  Result<Configurations*> configurations();

  std::unique_ptr<Configurations> configurations_; ///< outlives the checker
  std::unique_ptr<WorkerPool> checker_;
  FullWorkloads workloads_;
  std::vector<std::string> notes_;
};

/// Results for a variant that was tried on an input, for the file to keep: it failed, which uses the input up; or it passed with more error
/// than was wanted.
Result<ValidationResult> failedOnInput(const Store& store, std::int64_t run, std::int64_t variant, TestCase input,
                                       const std::string& problem);
Result<ValidationResult> inexactOnInput(const Store& store, const RunInfo& run, std::int64_t variant, const std::string& arguments,
                                        double error);

/// Adds the result, and the inputs if they are new, to the file.
Result<void> keepValidation(Store& store, std::int64_t run, const ValidationResult& validation);

/// The result that counts for a variant: a failure, even if it passed later, else the latest; null without any.
const ValidationRow* validationOf(std::span<const ValidationRow> rows, std::int64_t variant);
/// Variants among `rows`.
std::size_t candidatesIn(const std::vector<ValidationRow>& rows);

} // namespace gevo
