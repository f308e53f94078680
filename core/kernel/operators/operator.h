#pragma once

/// The mutation operators: one file and one line of the registry each.

#include "core/edit/edit.h"
#include "core/search/random.h"
#include "core/values/variant_texts.h"

#include <optional>

namespace gevo::ir {

class Application;
class Describer;
class MutationSampler;

struct OperatorDefinition {
  Operator op;
  /// False: the edit has no legal form here, and nothing was changed.
  bool (*apply)(Application& application, const Edit& edit);
  /// Draws one edit, named `uid`, from `sampler`; empty when the draw has no legal form.
  std::optional<Edit> (*propose)(MutationSampler& sampler, std::uint64_t uid);
  /// Fills in `text` and `other` of the edit, which is about to be applied.
  void (*describe)(const Describer& describer, const Edit& edit, EditDescription& description);
};

/// Null for an unknown number.
const OperatorDefinition* findOperator(Operator op);

} // namespace gevo::ir
