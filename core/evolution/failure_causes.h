#pragma once

/// Which edits make variants fail on an input that is too costly to hold every evaluation to it: without them many variants with the same
/// fault would lead one after the other, each for the price of a trial.
///
/// A failure is narrowed down as in delta debugging (Zeller and Hildebrandt 2002), from edits that a variant without the failure has, too.
/// The last edit of the shortest failing list is needed; with it in front, the others are narrowed down alike.

#include "core/values/checkpoint.h"

#include <memory>
#include <optional>

namespace gevo {

/// The start: all of a variant's active edits but settings of parameters. `passing`: a variant that passes, in the same configuration; null
/// where none is known. Without edits the configuration itself fails.
FailureCause causeOf(const Individual& variant, std::uint32_t input, const Individual* passing);
/// The edits to try next, by place; nothing: all that are left are needed.
std::optional<std::vector<std::uint32_t>> nextSubset(const FailureCause& cause);
/// With what the trial of `nextSubset` ended: `fails` is true only of a failure of the same kind. Another one says nothing of the first,
/// and counts as none.
void narrow(FailureCause& cause, bool fails);
/// Those edits in the variant's configuration.
EditList editsOf(const Individual& variant, std::vector<std::uint32_t> places);
/// So many edits of `other` are edits of `variant`, too. The same edit made again counts, and so does what removes the same instruction
/// without a result.
std::size_t sharedEdits(const Individual& variant, const Individual& other);

class FailureCauses {
public:
  struct Cause {
    FailureCause known;
    std::shared_ptr<const Individual> variant;
    Configuration configuration;
  };

  /// In the order of variants and inputs, whenever it is found.
  void add(Cause cause);
  std::vector<Cause>& all() { return causes_; }
  /// All whose edits the variant has, in any configuration; of configurations that fail by themselves its own.
  std::vector<const Cause*> in(const Individual& variant) const;

private:
  std::vector<Cause> causes_;
};

} // namespace gevo
