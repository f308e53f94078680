#include "core/kernel/ir/marks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace gevo::ir {

unsigned markKind(llvm::LLVMContext& context, Mark mark) { return context.getMDKindID(markMetadata[std::size_t(mark)]); }

std::string markOf(const llvm::Instruction& instruction, Mark mark) {
  if (!instruction.hasMetadataOtherThanDebugLoc()) return {};
  const llvm::MDNode* const node = instruction.getMetadata(markKind(instruction.getContext(), mark));
  const auto* const text = node && node->getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0)) : nullptr;
  return text ? text->getString().str() : std::string();
}

bool setMark(llvm::Instruction& instruction, Mark mark, const std::string& value) {
  if (markOf(instruction, mark) == value) return false;
  llvm::LLVMContext& context = instruction.getContext();
  instruction.setMetadata(markKind(context, mark), llvm::MDNode::get(context, llvm::MDString::get(context, value)));
  return true;
}

std::vector<std::pair<llvm::Instruction*, std::string>> takeMarked(llvm::Function& function, Mark mark) {
  const unsigned kind = markKind(function.getContext(), mark);
  std::vector<std::pair<llvm::Instruction*, std::string>> marked;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!instruction.hasMetadataOtherThanDebugLoc() || !instruction.getMetadata(kind)) continue;
    marked.emplace_back(&instruction, markOf(instruction, mark));
    instruction.setMetadata(kind, nullptr);
  }
  return marked;
}

} // namespace gevo::ir
