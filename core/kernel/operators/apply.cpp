#include "core/kernel/operators/apply.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {

bool applyEdit(Application& application, const Edit& edit) {
  if (application.hasApplied(edit.uid)) return false;
  const OperatorDefinition* definition = findOperator(edit.op);
  if (!definition || !definition->apply(application, edit)) return false;
  application.markApplied(edit.uid);
  return true;
}

Applied applyEdits(const BaseModule& base, const EditList& edits, bool fullDebugInfo) {
  Application application(base.state(), fullDebugInfo);
  Applied applied;
  for (const Edit& edit : edits) applied.active.push_back(applyEdit(application, edit));
  applied.module = application.finish();
  return applied;
}

} // namespace gevo::ir
