#pragma once

/// Edits applied to a base, written as users read them.

#include "core/edit/edit_text.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"

namespace gevo::ir {

/// Ends the test program where the code is not valid.
inline Applied applyText(const BaseModule& base, const std::string& lines) {
  Applied applied = applyEdits(base, parseEdits(lines).value());
  if (const std::string message = verifierMessage(*applied.module); !message.empty()) qFatal("%s", message.c_str());
  return applied;
}

inline std::vector<bool> active(const BaseModule& base, const std::string& lines) { return applyText(base, lines).active; }

} // namespace gevo::ir
