#pragma once

/// Judging variants on held-out tests. They never select: what becomes of a variant here changes nothing in its run.
///
/// Inputs on which a variant has failed are used up, for whoever is judged next was chosen because of that failure: the next
/// candidate gets a fresh set, recorded by the user's program with another number for `{seed}`. Inputs on which everybody
/// passed stay good. How many were judged on the same inputs before is always said.

#include "core/devices/job_options.h"
#include "core/store/store.h"
#include "core/values/test_report.h"

#include <functional>
#include <map>
#include <set>
#include <span>
#include <stop_token>

namespace gevo {

class WorkerPool;
enum class RequestKind : std::uint8_t;
struct JobResult;

/// Unused: such that no failure on them is known, fresh ones where it takes that. Known: those that this variant was judged on
/// before, if any, else as Unused, but never fresh. Fresh: in any case.
enum class HeldOutChoice : std::uint8_t { Unused, Known, Fresh };

/// Who was judged on the same held-out inputs.
struct HeldOutUse {
  std::set<std::pair<std::int64_t, std::int64_t>> candidates; ///< run and variant
  bool failed = false;
};
/// Over all runs of the file, by the inputs' arguments.
using HeldOutUses = std::map<std::vector<std::string>, HeldOutUse>;
Result<HeldOutUses> heldOutUses(const Store& store);

/// What became of one variant.
struct ValidationResult {
  ValidationRow row;
  ValidationReport reply;         ///< of every test; empty when the check itself crashed
  std::vector<TestCase> fresh;    ///< held-out tests that the file has to keep with the verdict
  std::uint32_t judgedBefore = 0; ///< other candidates, of any run of the file, on the same inputs
};

class Validator {
public:
  /// Reads `store` and never writes it.
  Validator(const Store& store, RunInfo run, JobOptions settings);
  ~Validator();

  /// A variant that fails has a verdict, as has one whose check crashes or hangs. An error means that nothing was learnt.
  Result<ValidationResult> judge(const Individual& variant, HeldOutChoice choice);
  /// Does it pass all tests, and these held-out ones? No verdict: for whoever looks for what fails on inputs that are used up.
  Result<bool> passes(const EditList& edits, const std::vector<TestCase>& heldOut, const std::string& doing);
  /// Inputs that no program had before, for the file to keep. An error where there are none to be had, or it was cancelled.
  Result<std::vector<TestCase>> freshInputs();
  /// Why inputs are not what was wished, a sentence each; never the same twice.
  const std::vector<std::string>& notes() const { return notes_; }
  bool cancelled() const { return settings_.cancel.stop_requested(); }

private:
  struct Inputs;
  Result<Inputs> chooseInputs(std::int64_t variant, HeldOutChoice choice);
  Result<Inputs> recordFresh();
  Result<WorkerPool*> checker();
  bool originalEnds(WorkerPool& worker, const std::vector<TestCase>& heldOut);
  JobResult wait(WorkerPool& pool, RequestKind kind, Bytes request, const std::string& doing);
  void note(std::string sentence);

  const Store& store_;
  RunInfo run_;
  JobOptions settings_;
  std::unique_ptr<WorkerPool> checker_;
  std::vector<std::string> notes_;
};

/// Adds the verdict, and the inputs if they are new, to the file.
Result<void> keepValidation(Store& store, std::int64_t run, const ValidationResult& verdict);

/// The verdict that counts for a variant: a failure, whatever passed later, else the latest; null without any.
const ValidationRow* validationOf(std::span<const ValidationRow> rows, std::int64_t variant);
/// Variants among `rows`.
std::size_t candidatesIn(const std::vector<ValidationRow>& rows);

} // namespace gevo
