#pragma once

/// What an edit changes, in words that hold for other programs too: "delete: barrier in a loop". Two edits with the same context are the
/// same idea (core/edit/idea.h), whatever program they are of.

#include "core/kernel/ir/application.h"

#include <llvm/Analysis/LoopInfo.h>

#include <map>
#include <memory>
#include <string>

namespace gevo::ir {

/// Of edits of one application, which stays as it is meanwhile.
class EditContexts {
public:
  explicit EditContexts(Application& application) : application_(application) {}

  /// Of an edit that is about to be applied: its operator, the value of a directive unless that is a size of the program's, then what is
  /// changed, whether that is in a loop, and what takes its place. Empty for parameters and for what names code that is not there. Old
  /// archives hold these texts, so a word that changes loses them.
  std::string of(const Edit& edit);

private:
  const llvm::LoopInfo& loopsOf(const llvm::Function& function);
  std::string changed(const Edit& edit, const llvm::Instruction& target);
  std::string named(const Edit& edit, const llvm::Instruction& target);
  std::string loop(const llvm::Instruction& terminator);
  std::string place(const llvm::Instruction& instruction);
  std::string moved(const llvm::Instruction& instruction, const llvm::Instruction& position);
  std::string value(const ValueRef& ref, const llvm::Instruction& user, llvm::Type* type);
  unsigned depth(const llvm::Instruction& instruction);

  Application& application_;
  std::map<const llvm::Function*, std::unique_ptr<llvm::LoopInfo>> loops_;
};

} // namespace gevo::ir
