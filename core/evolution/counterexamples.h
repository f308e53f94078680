#pragma once

/// What a run has learnt from trying variants on fuzz inputs, and what it may spend on that.
///
/// Everything here is counted, not timed, so that a run does the same with any number of workers: a trial costs the instructions that the
/// original executes on the input, an evaluation those of the tests, and each what making its code takes; half of that where it ends in the
/// screen.

#include "core/evolution/failure_causes.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace gevo {

/// Of a file's fuzz inputs, in their order.
struct FuzzWork {
  std::vector<std::uint64_t> inputs; ///< of each, instructions of all warps of the original; 0: not known, then each counts as a test
  std::uint64_t tests = 0;           ///< likewise, of all tests together
  std::uint64_t code = 0;            ///< that are simulated in the time that making a variant's code takes
  std::vector<std::string> lines;    ///< command lines of the inputs, for messages
  /// Variants must not be slower than the original on inputs of the size that people run. Of programs whose instructions are counted, these
  /// execute more of them than the tests, too.
  bool isTimed = false;
  double runtime = 0; ///< microseconds that the original takes on such an input, at least
};

class Counterexamples {
public:
  /// The cheapest inputs, which are the first to join the tests: they are recorded with every configuration that is built.
  static std::vector<std::uint32_t> likelyToJoin(const FuzzWork& work);

  /// Trials may cost this share of what evaluations cost,
  static constexpr std::int64_t percentForTrials = 4;
  /// and this much more where variants fail: so many times the tests for each that did.
  static constexpr std::int64_t percentForFailures = 4;
  static constexpr std::int64_t workForFailure = 32;
  /// With those after the last generation, which fewer variants have to share, trials may cost this share.
  static constexpr std::int64_t percentInAll = 10;
  /// Recording inputs in other configurations may cost this share. The first of them is not waited for: mostly it is of the configuration
  /// that tuning found, in which the whole run goes on.
  static constexpr std::int64_t percentForRecordings = 2;
  /// Inputs join the tests while all of them together cost at most this share of an evaluation. Only variants that lead are tried on
  /// others.
  static constexpr std::uint64_t percentForJoined = 8;
  /// So many are expected to.
  static constexpr std::size_t mostLikely = 4;
  /// Of the inputs more are not used.
  static constexpr std::size_t mostInputs = 60;
  /// Instructions that are simulated in the time that building a program in another configuration takes.
  static constexpr std::uint64_t workOfBuild = 20'000'000;
  /// A variant's code is made once for so many inputs: enough that making it costs little, few enough for workers to share a champion's.
  static constexpr std::size_t inputsOfAJob = 4;
  /// What recording an input costs: so many times a trial on it.
  static constexpr std::int64_t recordings = 3;
  /// An input whose recording costs more is never recorded in another configuration.
  static constexpr std::uint64_t mostForRecording = 5 * workOfBuild;
  /// Variants that passed an input, to begin the search for a failure's cause from.
  static constexpr std::size_t mostPassed = 16;
  /// A variant that takes this much longer than the original is slower.
  static constexpr double slower = 1.01;
  /// What the check of the tests in other orders of their threads costs: so many times the tests.
  static constexpr std::uint64_t workOfChecks = 10;

  /// One of the things that variants are tried on is no input of the file: the project's own tests, checked as a validation does. It comes
  /// after the inputs.
  explicit Counterexamples(const FuzzWork& work);
  void resume(const Checkpoint& from);

  std::uint32_t inputs() const { return std::uint32_t(work_.size()); } ///< with that check; 0 where there are none
  bool isCheck(std::uint32_t input) const { return input + 1 == inputs(); }
  bool isCostly(std::uint32_t input) const { return accountOf(input) == 1; } ///< more than the tests
  const std::vector<std::uint32_t>& found() const { return found_; }         ///< inputs, in the order in which they were found
  const std::vector<std::uint32_t>& joined() const { return joined_; }       ///< those that every evaluation is held to, cheapest first
  bool isKnown(std::uint32_t input) const;
  const std::string& line(std::uint32_t input) const { return lines_[input]; }
  /// The original's runtime on it is needed, in its own configuration: a trial beside the budget, once.
  bool isTimed(std::uint32_t input) const { return isTimed_ && !isCheck(input) && (isCostly(input) || !isWorkKnown_); }
  std::map<std::uint32_t, double>& originalRuntimes() { return originalRuntimes_; } ///< microseconds by input; 0: not known
  bool isSlower(std::uint32_t input, double microseconds) const;

  /// Evaluations of later generations are held to it, if it joins.
  void add(const Counterexample& counterexample);
  void pass(const Hash128& code, std::uint32_t input) { passed_[code] |= bitOf(input); }
  /// In a configuration, by the last ones: where a cause is looked for.
  void passedBy(std::int64_t variant, const Configuration& configuration, std::uint32_t input);
  bool hasPassed(const Individual& variant, std::uint32_t input) const;
  /// `slowdown`: of Reason::Slower, the runtime by that of the original.
  void fail(const Hash128& code, Rejection rejection, double slowdown = 0);
  const Rejection* rejectionOf(const Hash128& code) const; ///< null: there is none
  /// Also of a variant that was not tried, but has the edits with which another one failed.
  std::optional<Rejection> rejectionOf(const Individual& variant) const;
  /// For such a variant.
  void rejectUntried(const Hash128& code, Rejection rejection) { rejected_.try_emplace(code, std::move(rejection)); }

  FailureCauses& causes() { return causes_; } ///< to be narrowed down by further trials
  /// Of the variants that passed the input in a configuration the last ones.
  const std::vector<std::int64_t>& passedLast(const Configuration& configuration, std::uint32_t input) const;

  void earn(const EvaluationCounts& evaluations);
  void spend(const Configuration& configuration, std::uint32_t input, std::uint32_t generation, std::uint32_t trials = 1);
  /// In another configuration than the program's own most inputs have to be recorded before a first variant is tried on them.
  bool needsRecording(const Configuration& configuration, std::uint32_t input) const;
  bool canBeRecorded(std::uint32_t input) const { return std::uint64_t(costOf(input) * recordings) <= mostForRecording * 100; }
  /// Those that can be paid now, with the build that recording takes: all, or all that cost less than the tests, or none.
  std::vector<std::uint32_t> affordableRecordings(const Configuration& configuration) const;
  /// The input is recorded from now on, beside the evaluations of the next generation, whose end has the trial. A build serves all inputs
  /// of a generation.
  void record(const Configuration& configuration, std::uint32_t input, std::uint32_t generation);
  /// Those that least was spent on come first, so that an input that costs much has its turn too.
  std::vector<std::uint32_t> order() const;

  /// What may be spent now: half on inputs that cost more than the tests, half on the others.
  class Budget {
  public:
    /// True if there is enough left for a trial on the input, which is taken away then. `owed`: if anything is left.
    bool take(std::uint32_t input, bool owed = false);
    bool isEmpty(std::uint32_t input) const { return left_[isShared_ ? 0 : known_.accountOf(input)] <= 0; }
    /// Likewise, of a configuration in which it may have to be recorded first.
    bool takeWithRecording(const Configuration& configuration, std::uint32_t input, bool owed);

  private:
    friend class Counterexamples;
    Budget(const Counterexamples& known, std::array<std::int64_t, 2> left, bool isShared)
        : known_(known), left_(left), isShared_(isShared) {}
    bool pay(std::uint32_t input, std::int64_t cost, bool owed);
    const Counterexamples& known_;
    std::array<std::int64_t, 2> left_;
    bool isShared_;                  ///< the first is for all inputs
    std::set<Configuration> builds_; ///< that are paid
  };
  Budget budget() const { return {*this, {credit(0), credit(1)}, false}; }
  /// After the last generation: all that is left, for any input.
  Budget lastBudget() const { return {*this, {earned_ * percentInAll - used_[0] - used_[1] - usedForRecordings_, 0}, true}; }

private:
  bool isExpectedToFail(const Individual& variant, const FailureCauses::Cause& cause) const;
  static std::uint64_t bitOf(std::uint32_t input) { return std::uint64_t(1) << input; }
  std::size_t accountOf(std::uint32_t input) const { return work_[input] > testWork_ ? 1 : 0; }
  std::int64_t costOf(std::uint32_t input) const { return std::int64_t((work_[input] + codeWork_ / inputsOfAJob) * 100); }
  std::int64_t costOfRecording(std::span<const std::uint32_t> inputs) const;
  std::int64_t credit(std::size_t account) const;

  std::vector<std::uint64_t> work_;
  std::vector<std::string> lines_;
  bool isTimed_;
  bool isWorkKnown_ = true;
  double leastRuntime_;
  std::map<std::uint32_t, double> originalRuntimes_;
  std::uint64_t testWork_;
  std::uint64_t codeWork_;
  std::vector<std::uint32_t> likely_;
  std::int64_t earned_ = 0; ///< instructions of all evaluations
  std::int64_t failures_ = 0;
  std::array<std::int64_t, 2> used_{};          ///< hundredths of instructions, for cheap inputs and for the others
  std::int64_t usedForRecordings_ = 0;          ///< likewise, without the first
  std::optional<std::uint32_t> firstRecording_; ///< generation
  std::vector<std::int64_t> spent_;             ///< by input
  std::set<std::pair<Configuration, std::uint32_t>> recorded_;
  std::map<Configuration, std::uint32_t> builtIn_; ///< the last generation
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> joined_;
  std::uint64_t joinedWork_ = 0;
  std::vector<std::optional<std::uint32_t>> joinedAfter_; ///< by input: the generation in which it was found
  std::unordered_map<Hash128, std::uint64_t, Hash128Hasher> passed_;
  std::unordered_map<Hash128, Rejection, Hash128Hasher> rejected_;
  std::unordered_map<Hash128, double, Hash128Hasher> slowdowns_;
  FailureCauses causes_;
  std::map<std::pair<Configuration, std::uint32_t>, std::vector<std::int64_t>> passedLast_;
};

} // namespace gevo
