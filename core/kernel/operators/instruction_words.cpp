#include "core/kernel/operators/instruction_words.h"

#include "core/kernel/describe/boundary.h"
#include "core/kernel/describe/symbols.h"

#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {

using llvm::Instruction;

namespace {

// Of NVPTX.
constexpr unsigned globalMemory = 1;
constexpr unsigned sharedMemory = 3;
constexpr unsigned constantMemory = 4;
constexpr unsigned localMemory = 5;

/// With a blank; empty where the pointer does not tell.
std::string memoryWord(const llvm::Value& pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(&pointer);
  if (llvm::isa<llvm::AllocaInst>(object)) return "local ";
  for (const llvm::Value* value : {object, &pointer}) {
    switch (value->getType()->getPointerAddressSpace()) {
    case globalMemory:
      return "global ";
    case sharedMemory:
      return "shared ";
    case constantMemory:
      return "constant ";
    case localMemory:
      return "local ";
    default:
      break;
    }
  }
  const auto* parameter = llvm::dyn_cast<llvm::Argument>(object);
  const bool isOfKernel = parameter && parameter->getParent()->getCallingConv() == llvm::CallingConv::PTX_Kernel;
  return isOfKernel && !parameter->hasByValAttr() ? "global " : "";
}

/// "a float", "an int".
std::string withArticle(const std::string& words) { return (words.starts_with('i') ? "an " : "a ") + words; }

std::string accessWords(const char* what, const llvm::Value& pointer, const llvm::Type& type) {
  return fmt::format("{} {}", what, withArticle(memoryWord(pointer) + typeWord(type)));
}

const char* operationWord(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::FAdd:
    return "addition";
  case Instruction::Sub:
  case Instruction::FSub:
    return "subtraction";
  case Instruction::Mul:
  case Instruction::FMul:
    return "multiplication";
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::FDiv:
    return "division";
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FRem:
    return "remainder";
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return "shift";
  default:
    return "bit operation";
  }
}

bool leadsToReturn(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* end = &block;
  if (block.size() == 1 && block.getSingleSuccessor() != nullptr) end = block.getSingleSuccessor();
  return llvm::isa<llvm::ReturnInst>(end->getTerminator()) && llvm::none_of(*end, isOrdered);
}

/// Of a branch with a condition: " that leaves a loop".
std::string purposeOf(const Instruction& branch, const llvm::LoopInfo& loops) {
  const llvm::BasicBlock& block = *branch.getParent();
  if (const llvm::Loop* loop = loops.getLoopFor(&block)) {
    if (loop->isLoopLatch(&block)) return " that repeats a loop";
    if (loop->isLoopExiting(&block)) return " that leaves a loop";
  }
  for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
    const llvm::BasicBlock& next = *branch.getSuccessor(i);
    const llvm::BasicBlock* header = next.size() == 1 && next.getSingleSuccessor() ? next.getSingleSuccessor() : &next;
    if (loops.isLoopHeader(header) && !loops.getLoopFor(header)->contains(&block)) return " that guards a loop";
  }
  for (unsigned i = 0; i < branch.getNumSuccessors(); ++i)
    if (leadsToReturn(*branch.getSuccessor(i))) return " that guards an exit";
  return "";
}

/// Of what computes a condition: what it decides, also together with others.
std::string decidedBy(const Instruction& condition, const llvm::LoopInfo& loops, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  for (const llvm::User* user : condition.users()) {
    const auto* reader = llvm::cast<Instruction>(user);
    if (reader->isTerminator()) {
      const std::string purpose = purposeOf(*reader, loops);
      return purpose.empty() ? " of a branch" : purpose;
    }
  }
  for (const llvm::User* user : condition.users()) {
    const auto* reader = llvm::cast<Instruction>(user);
    if (llvm::isa<llvm::SelectInst>(reader) && reader->getOperand(0) == &condition && !reader->getType()->isIntegerTy(1))
      return " of a selection";
    if (!reader->getType()->isIntegerTy(1) || llvm::isa<llvm::PHINode>(reader) || depth == deepest) continue;
    if (std::string decided = decidedBy(*reader, loops, depth + 1); !decided.empty()) return decided;
  }
  return "";
}

std::string conditionWords(const Instruction& condition, const llvm::LoopInfo& loops) {
  if (isBoundaryCheck(condition)) return "boundary check";
  const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  const std::string what = comparison ? fmt::format("comparison of {}s", typeWord(*comparison->getOperand(0)->getType())) : "condition";
  return what + decidedBy(condition, loops);
}

std::string branchWords(const Instruction& terminator, const llvm::LoopInfo& loops) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
    if (!branch->isConditional()) return "jump";
    const auto* condition = llvm::dyn_cast<Instruction>(branch->getCondition());
    return condition && isBoundaryCheck(*condition) ? "branch of a boundary check" : "branch" + purposeOf(terminator, loops);
  }
  return llvm::isa<llvm::SwitchInst>(terminator) ? "switch" : "return";
}

std::string callWords(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return "assembly";
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return "call of a function";
  if (const std::string variable = builtinVariable(*callee); !variable.empty()) return variable;
  const bool isKnown = callee->isIntrinsic() || callee->getName().starts_with("__nv_"); // libdevice
  return isKnown ? "call of " + functionName(*callee) : "call of a function";
}

} // namespace

std::string typeWord(const llvm::Type& type) {
  if (type.isFloatTy()) return "float";
  if (type.isDoubleTy()) return "double";
  if (type.isHalfTy()) return "half";
  if (type.isFloatingPointTy()) return "floating-point value";
  if (type.isPointerTy()) return "pointer";
  if (type.isVectorTy()) return "vector";
  switch (type.isIntegerTy() ? type.getIntegerBitWidth() : 0) {
  case 1:
    return "bool";
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  case 64:
    return "long";
  default:
    return type.isIntegerTy() ? "integer" : "struct";
  }
}

std::string instructionWords(const Instruction& instruction, const llvm::LoopInfo& loops) {
  if (isBarrier(instruction)) return "barrier";
  if (instruction.isTerminator()) return branchWords(instruction, loops);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return accessWords("load of", *load->getPointerOperand(), *load->getType());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return accessWords("store to", *store->getPointerOperand(), *store->getValueOperand()->getType());
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return accessWords("atomic operation on", *atomic->getPointerOperand(), *atomic->getType());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return accessWords("compare-and-exchange of", *exchange->getPointerOperand(), *exchange->getNewValOperand()->getType());
  if (llvm::isa<llvm::FenceInst>(instruction)) return "fence";
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return callWords(*call);
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return "address";
  const std::string type = typeWord(*instruction.getType());
  if (llvm::isa<llvm::PHINode>(instruction))
    return type + (loops.isLoopHeader(instruction.getParent()) ? " of each round" : " of either path");
  if (instruction.getType()->isIntegerTy(1)) return conditionWords(instruction, loops);
  if (llvm::isa<llvm::SelectInst>(instruction)) return "selection of " + withArticle(type);
  if (llvm::isa<llvm::CastInst>(instruction))
    return fmt::format("conversion of {} to {}", withArticle(typeWord(*instruction.getOperand(0)->getType())), withArticle(type));
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return fmt::format("{} {}", type, operationWord(instruction.getOpcode()));
  if (llvm::isa<llvm::UnaryOperator>(instruction)) return type + " negation";
  return "other code";
}

std::string valueWords(const llvm::Value& value) {
  if (llvm::isa<llvm::Argument>(value)) return "a parameter";
  if (llvm::isa<Instruction>(value)) return "another value";
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (number && number->getType()->isIntegerTy(1)) return number->isOne() ? "true" : "false";
  if (number && number->isOne()) return "1";
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
  const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value);
  if (real && real->isExactlyValue(1.0)) return "1";
  return constant && constant->isZeroValue() && !constant->getType()->isPointerTy() ? "0" : "a constant";
}

} // namespace gevo::ir
