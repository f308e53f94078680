#pragma once

/// What a run has learnt from trying variants on fuzz inputs, and what it may spend on that.
///
/// Everything here is counted, not timed, so that a run does the same with any number of workers: a trial costs the instructions that the
/// original executes on the input, an evaluation those of the tests.

#include "core/values/checkpoint.h"

#include <optional>
#include <unordered_map>

namespace gevo {

/// Of a file's fuzz inputs, in the order in which they are tried.
struct FuzzWork {
  std::vector<std::uint64_t> inputs; ///< of each, instructions of all warps of the original; 0: not known, then each counts as a test
  std::uint64_t tests = 0;           ///< likewise, of all tests together
};

class Counterexamples {
public:
  /// Trials may cost this share of what evaluations cost that come as far as the tests.
  static constexpr std::uint64_t percentForTrials = 10;
  /// Inputs join the tests while all of them together cost at most this share of the tests. Only variants that lead are tried on others.
  static constexpr std::uint64_t percentForJoined = 25;

  explicit Counterexamples(const FuzzWork& work);
  void resume(const Checkpoint& from);

  std::uint32_t inputs() const { return std::uint32_t(work_.size()); }
  const std::vector<std::uint32_t>& found() const { return found_; }   ///< inputs, in the order in which they were found
  const std::vector<std::uint32_t>& joined() const { return joined_; } ///< those that every evaluation is held to, cheapest first
  bool isKnown(std::uint32_t input) const;

  /// Evaluations of later generations are held to it, if it joins.
  void add(const Counterexample& counterexample);
  void pass(const Hash128& code, std::uint32_t input) { passed_[code] |= bitOf(input); }
  bool hasPassed(const Individual& variant, std::uint32_t input) const;
  void reject(const Hash128& code, Rejection rejection) { rejected_.insert_or_assign(code, std::move(rejection)); }
  const Rejection* rejectionOf(const Hash128& code) const; ///< null: there is none

  void earn(std::uint64_t evaluations) { credit_ += std::int64_t(evaluations * testWork_ * percentForTrials); }
  void spend(std::uint32_t input) { credit_ -= costOf(input); }
  std::int64_t credit() const { return credit_; }
  std::int64_t costOf(std::uint32_t input) const { return std::int64_t(work_[input] * 100); }

  /// Of the inputs those that cost at most this many times the tests are tried; of larger ones the cheapest, until there are four.
  static constexpr std::uint64_t mostWork = 4;
  static constexpr std::size_t fewestInputs = 4;
  static constexpr std::size_t mostInputs = 64;

private:
  static std::uint64_t bitOf(std::uint32_t input) { return std::uint64_t(1) << input; }

  std::vector<std::uint64_t> work_;
  std::uint64_t testWork_;
  std::int64_t credit_ = 0; ///< hundredths of instructions
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> joined_;
  std::uint64_t joinedWork_ = 0;
  std::vector<std::optional<std::uint32_t>> joinedAfter_; ///< by input: the generation in which it was found
  std::unordered_map<Hash128, std::uint64_t, Hash128Hasher> passed_;
  std::unordered_map<Hash128, Rejection, Hash128Hasher> rejected_;
};

} // namespace gevo
