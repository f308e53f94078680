#include "core/validation/repair.h"

#include "core/base/elapsed.h"
#include "core/reduction/subset_evaluator.h"

#include <algorithm>

namespace gevo {

namespace {

/// Gives up on lists with too many failing edits.
constexpr unsigned maxChecks = 60;
/// And, since checks at full size take long, after so many seconds of them: what is not known to be right by then is left out.
constexpr double longestAtFullSize = 180;

/// Adds ranges of the list to the kept edits. A range with which the variant fails is halved, until single edits that fail are left out.
class Repair {
public:
  Repair(EditList edits, std::vector<TestCase> inputs, std::string name, Validator& validator, AtFullSize size)
      : edits_(std::move(edits)), inputs_(std::move(inputs)), name_(std::move(name)), validator_(validator), size_(size),
        kept_(edits_.size(), false) {}

  Result<void> run() {
    const std::size_t half = edits_.size() / 2; // the whole list is known to fail
    GEVO_TRY(add(0, half));
    return add(half, edits_.size());
  }
  EditList kept() const { return chosenEdits(edits_, kept_); }

private:
  Result<void> add(std::size_t begin, std::size_t end) {
    if (checks_ == maxChecks || begin == end) return {};
    if (size_ == AtFullSize::Yes && secondsSince(begin_) > longestAtFullSize) return {};
    ++checks_;
    std::vector<bool> more = kept_;
    std::fill(more.begin() + std::ptrdiff_t(begin), more.begin() + std::ptrdiff_t(end), true);
    const auto kept = std::ranges::count(kept_, true);
    GEVO_TRY_ASSIGN(const bool passes,
                    validator_.passes(chosenEdits(edits_, more), inputs_,
                                      fmt::format("repairing variant {}, {} of {} edits kept", name_, kept, edits_.size()), size_));
    if (passes) {
      kept_ = std::move(more);
      return {};
    }
    if (end - begin == 1) return {};
    const std::size_t middle = begin + (end - begin) / 2;
    GEVO_TRY(add(begin, middle));
    return add(middle, end);
  }

  EditList edits_;
  std::vector<TestCase> inputs_;
  std::string name_;
  Validator& validator_;
  AtFullSize size_;
  std::vector<bool> kept_;
  unsigned checks_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Result<std::vector<TestCase>> inputsOf(const Store& store, const ValidationRow& failure) {
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store.heldOutSets());
  const auto set = std::ranges::find(sets, failure.arguments, &HeldOutSet::arguments);
  if (set == sets.end()) return fail("the held-out inputs of variant {} are not in the file", variantName(failure.variant));
  return store.heldOutTests(set->number);
}

} // namespace

Result<std::optional<Individual>> repairVariant(const Store& store, const RunInfo& run, const Individual& variant,
                                                const ValidationRow& failure, Validator& validator, const JobOptions& settings,
                                                AtFullSize size) {
  const EditList edits = activeEdits(variant);
  if (edits.size() < 2) return std::nullopt;
  GEVO_TRY_ASSIGN(std::vector<TestCase> inputs, inputsOf(store, failure));
  const std::string name = variantName(variant.id);
  Repair repair(edits, std::move(inputs), name, validator, size);
  GEVO_TRY(repair.run());
  Individual rest;
  rest.edits = repair.kept();
  if (rest.edits.empty()) return std::nullopt;
  GEVO_TRY_ASSIGN(SubsetEvaluator evaluator, SubsetEvaluator::start(store, run, settings));
  GEVO_TRY_ASSIGN(EvaluateReply reply, evaluator.evaluate(rest.edits, fmt::format("evaluating the repaired variant {}", name)));
  if (!reply.result.valid()) return std::nullopt;
  rest.active = std::move(reply.active);
  rest.result = std::move(reply.result);
  rest.origin = Origin::Derived;
  rest.parent = isDerived(variant.id) ? variant.parent : variant.id;
  rest.generation = variant.generation;
  return rest;
}

} // namespace gevo
