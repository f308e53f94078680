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
  /// Draws one edit for what `sampler` holds, or nothing when this sampler has no legal form. `uid` is what the edit is to be called.
  std::optional<Edit> (*propose)(MutationSampler& sampler, std::uint64_t uid);
  /// Words, effect, `other`, removesTarget and addsCode of the edit, which is about to be applied.
  void (*describe)(const Describer& describer, const Edit& edit, EditDescription& description);
};

/// Null for a number that names no operator.
const OperatorDefinition* findOperator(Operator op);

} // namespace gevo::ir
