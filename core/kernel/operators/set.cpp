#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/operators/operator.h"

#include <algorithm>

namespace gevo::ir {
namespace {

/// The base was built with it, or it was not: there is nothing to change.
bool apply(Application& application, const Edit& edit) {
  return std::ranges::find(application.configuration(), ParameterValue{edit.parameter, edit.value}) != application.configuration().end();
}

/// The search draws these: a worker has one base.
std::optional<Edit> propose(MutationSampler&, std::uint64_t) { return std::nullopt; }

void describe(const Describer&, const Edit& edit, EditDescription& description) {
  description.text = "`" + edit.parameter + "` becomes `" + edit.value + "`";
}

} // namespace

extern const OperatorDefinition setOperator;
const OperatorDefinition setOperator = {Operator::Set, apply, propose, describe};

} // namespace gevo::ir
