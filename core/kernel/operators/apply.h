#pragma once

/// Edit lists applied to the base: what makes a variant's module.

#include "core/edit/edit.h"
#include "core/kernel/ir/base_module.h"

namespace gevo::ir {

class Application;

struct Applied {
  std::unique_ptr<llvm::Module> module;
  std::vector<bool> active; ///< per edit
};

/// False: inactive, and the module is as it was.
bool applyEdit(Application& application, const Edit& edit);

/// Total and deterministic: every subset, every order of any edits applies and verifies; an edit whose target is gone or
/// that has no legal form left is skipped and reported as inactive.
/// `fullDebugInfo` keeps variables for views; otherwise only line tables travel (cheaper, and enough for faults).
Applied applyEdits(const BaseModule& base, const EditList& edits, bool fullDebugInfo = false);

} // namespace gevo::ir
