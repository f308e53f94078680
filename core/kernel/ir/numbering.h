#pragma once

/// What edits refer to, found again in the base of another configuration. An instruction is known by where it comes from (function,
/// inlining chain, line and column), what it does (opcode, type, callee, predicate, kinds of its operands) and its order among its like; a
/// constant by its type and value, a global by its name. What the project's own base does not have is named by a hash of that, so that
/// its name is the same in every configuration and every run.

#include "core/kernel/ir/base_module.h"

#include <unordered_map>

namespace gevo::ir {

class Numbering {
public:
  /// `own`: the project's base, whose numbers edits use; `configured`: that of another configuration.
  Numbering(const BaseModule& own, const BaseModule& configured);

  /// Edits as the project names things, with the numbers of the configured base; what it does not have is left to no instruction. And back.
  /// `toProject(toConfigured(edits)) == edits`.
  EditList toConfigured(EditList edits) const;
  EditList toProject(EditList edits) const;

  /// Instructions of the project's base in functions that may be edited, and how many of these the configured base has.
  std::size_t instructions() const { return instructions_; }
  std::size_t carried() const { return carried_; }

private:
  std::unordered_map<std::uint64_t, std::uint64_t> configuredIds_; ///< by the project's
  std::vector<std::uint64_t> projectIds_;                          ///< by the configured base's
  std::unordered_map<std::uint32_t, std::uint32_t> configuredConstants_;
  std::vector<std::uint32_t> projectConstants_;
  std::size_t instructions_ = 0;
  std::size_t carried_ = 0;
};

} // namespace gevo::ir
