#pragma once

/// Applies edit lists to the base, which gives a variant's module.

#include "core/edit/edit.h"
#include "core/kernel/ir/base_module.h"

namespace gevo::ir {

class Application;

struct Applied {
  std::unique_ptr<llvm::Module> module;
  std::vector<bool> active; ///< per edit
};

/// False: the edit is inactive, and the module is unchanged.
bool applyEdit(Application& application, const Edit& edit);

/// Total and deterministic: every subset, every order of any edits applies and verifies; an edit whose target is gone or
/// that has no legal form left is skipped and reported as inactive.
/// `fullDebugInfo` keeps variables for views; otherwise only line tables are kept (cheaper, and enough to locate faults).
Applied applyEdits(const BaseModule& base, const EditList& edits, bool fullDebugInfo = false);

} // namespace gevo::ir
