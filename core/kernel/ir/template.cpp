#include "core/kernel/ir/base_state.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::ir {
namespace {

/// Collects the metadata nodes that a module refers to directly.
class MetadataRoots {
public:
  explicit MetadataRoots(const llvm::Module& module) {
    for (const llvm::NamedMDNode& list : module.named_metadata()) {
      for (unsigned i = 0; i < list.getNumOperands(); ++i) nodes_.insert(list.getOperand(i));
    }
    for (const llvm::GlobalVariable& global : module.globals()) add(global);
    for (const llvm::Function& function : module) {
      add(function);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) addInstruction(instruction);
    }
  }
  /// Nodes that refer to no function or variable of the module, which all clones can share.
  std::vector<llvm::MDNode*> shareable() const {
    std::vector<llvm::MDNode*> result;
    for (llvm::MDNode* node : nodes_) {
      // Assignment ids tie instructions of one function to debug records: each clone needs its own.
      if (!llvm::isa<llvm::DIAssignID>(node) && !refersToModule(*node)) result.push_back(node);
    }
    return result;
  }

private:
  template <class Holder> void add(const Holder& holder) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
    holder.getAllMetadata(attached);
    for (const auto& [kind, node] : attached) nodes_.insert(node);
  }
  void addInstruction(const llvm::Instruction& instruction) {
    add(instruction);
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(operand.get());
      if (wrapped && llvm::isa<llvm::MDNode>(wrapped->getMetadata())) nodes_.insert(llvm::cast<llvm::MDNode>(wrapped->getMetadata()));
    }
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
      if (record.getDebugLoc()) nodes_.insert(record.getDebugLoc().get());
      if (const auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record)) {
        nodes_.insert(variable->getVariable());
        nodes_.insert(variable->getExpression());
      }
    }
  }
  static bool refersToModule(const llvm::MDNode& root) {
    llvm::SmallVector<const llvm::MDNode*, 32> pending = {&root};
    llvm::SmallPtrSet<const llvm::MDNode*, 32> seen = {&root};
    while (!pending.empty()) {
      for (const llvm::MDOperand& operand : pending.pop_back_val()->operands()) {
        if (const auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(operand.get())) {
          if (!llvm::isa<llvm::ConstantData>(value->getValue())) return true;
        }
        const auto* node = llvm::dyn_cast_or_null<llvm::MDNode>(operand.get());
        // Types and scopes form large graphs that hold no values; walking them for every root would be quadratic.
        if (node && !llvm::isa<llvm::DINode>(node) && seen.insert(node).second) pending.push_back(node);
      }
    }
    return false;
  }

  llvm::SetVector<llvm::MDNode*> nodes_;
};

} // namespace

Template::Template(std::unique_ptr<llvm::Module> module) : module_(std::move(module)), shared_(MetadataRoots(*module_).shareable()) {}

std::unique_ptr<llvm::Module> Template::clone(llvm::ValueToValueMapTy& map) const {
  auto& metadata = map.MD();
  for (llvm::MDNode* node : shared_) metadata[node].reset(node);
  return llvm::CloneModule(*module_, map);
}

} // namespace gevo::ir
