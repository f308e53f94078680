#include "core/kernel/inline_ptx/translate.h"
#include "core/kernel/inline_ptx/carry.h"
#include "core/kernel/inline_ptx/translation.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

namespace gevo::ir::assembly {

namespace {

using llvm::CallInst;
using llvm::Value;

/// The values bound to a block's operands. Results come first, as in the text.
struct Operands {
  std::vector<Register> registers;
  std::vector<Value*> arguments; ///< of the call that replaces the block
  std::vector<int> argumentOf;   ///< by register: index into `arguments`, or -1
  std::vector<llvm::Type*> results;
};

unsigned bitsOf(llvm::Type* type) {
  return type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
}

bool isScalar(llvm::Type* type) { return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy(); }

/// The pointer that an address was cast from, so that the object it points to stays known.
Value* pointerBehind(Value* value) {
  if (auto* cut = llvm::dyn_cast<llvm::TruncInst>(value)) value = cut->getOperand(0);
  auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(value);
  return number && number->getType()->isIntegerTy(64) ? number->getPointerOperand() : nullptr;
}

bool bindInput(Operands& operands, Register& reg, std::size_t number, const llvm::InlineAsm::ConstraintInfo& constraint, Value* argument,
               bool maySeeThrough) {
  if (!isScalar(argument->getType())) return false;
  reg.bits = bitsOf(argument->getType());
  reg.isImmediate = !constraint.Codes.empty() && (constraint.Codes[0] == "n" || constraint.Codes[0] == "i");
  if (llvm::isa<llvm::Constant>(argument)) {
    reg.value = argument;
    return !llvm::isa<llvm::UndefValue>(argument) || !reg.isImmediate;
  }
  Value* pointer = maySeeThrough ? pointerBehind(argument) : nullptr;
  operands.argumentOf[number] = static_cast<int>(operands.arguments.size());
  operands.arguments.push_back(pointer ? pointer : argument);
  return true;
}

std::optional<Operands> bind(const CallInst& call, const llvm::InlineAsm& assembly) {
  Operands operands;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(call.getType()))
    operands.results.assign(structure->element_begin(), structure->element_end());
  else if (!call.getType()->isVoidTy())
    operands.results.push_back(call.getType());
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.Type == llvm::InlineAsm::isLabel || constraint.isIndirect || constraint.isMultipleAlternative) return std::nullopt;
    const std::size_t number = operands.registers.size();
    operands.registers.emplace_back();
    operands.argumentOf.push_back(-1);
    if (constraint.Type == llvm::InlineAsm::isOutput) {
      if (number >= operands.results.size() || !isScalar(operands.results[number])) return std::nullopt;
      operands.registers[number].bits = bitsOf(operands.results[number]);
      continue;
    }
    if (argument >= call.arg_size()) return std::nullopt;
    const bool isTied = !constraint.Codes.empty() && llvm::isDigit(constraint.Codes[0][0]);
    if (!bindInput(operands, operands.registers[number], number, constraint, call.getArgOperand(argument++), !isTied)) return std::nullopt;
    if (!isTied) continue;
    const std::size_t output = static_cast<std::size_t>(std::stoul(constraint.Codes[0])); // which starts with this value
    if (output >= operands.results.size() || operands.registers[output].bits != operands.registers[number].bits) return std::nullopt;
    operands.registers[output].value = operands.registers[number].value;
    operands.argumentOf[output] = operands.argumentOf[number];
  }
  return argument == call.arg_size() && operands.registers.size() >= operands.results.size() ? std::optional(std::move(operands))
                                                                                             : std::nullopt;
}

llvm::Function* emptyFunction(llvm::Module& module, llvm::Type* result, const std::vector<Value*>& arguments) {
  std::vector<llvm::Type*> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::Function::InternalLinkage, "", module);
  llvm::BasicBlock::Create(module.getContext(), "", function);
  return function;
}

bool declareRegisters(const Program& program, std::vector<Register>& registers) {
  for (const std::string& name : program.declared) {
    const auto type = typeNamed(name);
    if (!type) return false;
    Register reg;
    reg.bits = type->width();
    registers.push_back(reg);
  }
  return true;
}

/// The first unsupported statement, or null.
const Statement* runAll(Translation& translation, const Program& program) {
  const std::vector<Statement>& statements = program.statements;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (i + 2 == statements.size() && isWideMultiplyAdd(statements[i], statements[i + 1])) {
      if (!wideMultiplyAdd(translation, statements[i], statements[i + 1])) return &statements[i];
      break;
    }
    if (!translation.run(statements[i])) return &statements[i];
  }
  return nullptr;
}

void finish(Translation& translation, llvm::Type* type, const std::vector<llvm::Type*>& results) {
  Builder& ir = translation.ir();
  if (results.empty()) {
    ir.CreateRetVoid();
  } else if (!type->isStructTy()) {
    ir.CreateRet(translation.result(0, type));
  } else {
    Value* all = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < results.size(); ++i) all = ir.CreateInsertValue(all, translation.result(i, results[i]), i);
    ir.CreateRet(all);
  }
}

/// Replaces reads of the structure that held several results by the values put into it.
void readResultsDirectly(llvm::Function& function) {
  llvm::SmallVector<llvm::WeakTrackingVH> done;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction);
    if (!part || !llvm::isa<llvm::InsertValueInst>(part->getAggregateOperand())) continue;
    Value* value = llvm::FindInsertedValue(part->getAggregateOperand(), part->getIndices());
    if (!value) continue;
    part->replaceAllUsesWith(value);
    done.emplace_back(part);
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(done);
}

void replace(CallInst& call, llvm::Function& function, const std::vector<Value*>& arguments) {
  llvm::SmallVector<llvm::WeakTrackingVH> old;
  for (Value* argument : call.args())
    if (llvm::isa<llvm::Instruction>(argument)) old.emplace_back(argument);
  CallInst* standIn = CallInst::Create(&function, arguments, "", call.getIterator());
  standIn->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(standIn);
  call.eraseFromParent();
  llvm::InlineFunctionInfo info;
  llvm::InlineFunction(*standIn, info);
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(old);
}

void markUnsupported(CallInst& call, const std::string& statement) {
  llvm::LLVMContext& context = call.getContext();
  call.setMetadata(unsupportedMetadata, llvm::MDNode::get(context, llvm::MDString::get(context, statement)));
}

/// True when the block was replaced.
bool translate(CallInst& call) {
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  auto operands = bind(call, assembly);
  if (!operands) return false;
  auto program = parse(assembly.getAsmString(), static_cast<std::uint32_t>(operands->registers.size()));
  if (!program) {
    markUnsupported(call, program.error().message);
    return false;
  }
  if (program->statements.empty() && operands->results.empty()) return false;
  llvm::Function* function = emptyFunction(*call.getModule(), call.getType(), operands->arguments);
  for (std::size_t i = 0; i < operands->registers.size(); ++i)
    if (operands->argumentOf[i] >= 0) operands->registers[i].value = function->getArg(static_cast<unsigned>(operands->argumentOf[i]));
  const bool declared = declareRegisters(*program, operands->registers);
  Translation translation(function->getEntryBlock(), operands->registers, assembly.hasSideEffects());
  const Statement* unsupported = declared ? runAll(translation, *program) : nullptr;
  if (!declared || unsupported) {
    markUnsupported(call, unsupported ? unsupported->text : assembly.getAsmString().str());
  } else {
    finish(translation, call.getType(), operands->results);
    replace(call, *function, operands->arguments);
  }
  function->eraseFromParent();
  return declared && !unsupported;
}

/// In a kernel, exit becomes a return.
void returnAtExit(llvm::Function& function) {
  if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel) return;
  std::vector<CallInst*> exits;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<CallInst>(&instruction); call && call->getIntrinsicID() == llvm::Intrinsic::nvvm_exit)
      exits.push_back(call);
  std::vector<llvm::BasicBlock*> left;
  for (CallInst* exit : exits) {
    if (llvm::is_contained(left, exit->getParent())) continue; // after another one
    left.push_back(exit->getParent());
    llvm::Instruction* end = exit;
    llvm::changeToUnreachable(end);
    auto* last = left.back()->getTerminator();
    llvm::ReturnInst::Create(function.getContext(), nullptr, last->getIterator());
    last->eraseFromParent();
  }
}

} // namespace

void translateAssembly(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) functions.push_back(&function);
  for (llvm::Function* function : functions) {
    std::vector<CallInst*> blocks;
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (auto* call = llvm::dyn_cast<CallInst>(&instruction); call && call->isInlineAsm()) blocks.push_back(call);
    bool changed = false;
    for (CallInst* block : blocks) changed |= translate(*block);
    if (!changed) continue;
    readResultsDirectly(*function);
    returnAtExit(*function);
  }
}

} // namespace gevo::ir::assembly
