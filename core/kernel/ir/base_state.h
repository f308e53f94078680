#pragma once

/// What a loaded base holds: two templates that every application clones, and what is computed once about them.

#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/dominance.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <map>

namespace gevo::ir {

/// A module to clone. Functions, blocks and instructions keep their order in the clone, which is how ids find it.
class Template {
public:
  explicit Template(std::unique_ptr<llvm::Module> module);

  const llvm::Module& module() const { return *module_; }
  llvm::Module& module() { return *module_; }
  /// Debug metadata is shared with the clone, not copied: copies would stay in the context forever.
  std::unique_ptr<llvm::Module> clone(llvm::ValueToValueMapTy& map) const;

private:
  std::unique_ptr<llvm::Module> module_;
  std::vector<llvm::MDNode*> shared_;
};

/// True for what counts as an instruction of the base: debug and probe intrinsics have no id.
bool hasId(const llvm::Instruction& instruction);

struct BaseModule::State {
  llvm::LLVMContext context;
  std::unique_ptr<Template> full; ///< names, variables
  std::unique_ptr<Template> lean; ///< line tables only, no names: what evaluations clone, as far as they need it
  std::uint32_t instructionCount = 0;
  Configuration configuration;                ///< that it was built in
  std::vector<std::uint32_t> firstIds;        ///< of functions' instructions, by index of the function in the module
  std::vector<bool> editable;                 ///< likewise
  std::vector<BlockDominance> dominance;      ///< likewise
  std::vector<llvm::Constant*> fullConstants; ///< the table that ValueRef::Constant indexes, in `full`
  std::vector<llvm::Constant*> leanConstants; ///< the same, in `lean`
  /// Loop metadata that edits add, by the instruction's number and the edit's value, of `full` and of `lean`. Distinct nodes stay in the
  /// context forever, so each is made once.
  mutable std::map<std::tuple<bool, std::uint64_t, std::string>, llvm::MDNode*> unrollings;
};

} // namespace gevo::ir
