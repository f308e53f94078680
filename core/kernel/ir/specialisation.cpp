#include "core/kernel/ir/specialisation.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

namespace gevo::ir {

namespace {

/// Marks are attributes of the kernel while edits are applied: this and what it is, an argument's number or a register's name.
constexpr llvm::StringRef prefix = "gevo.when.";
/// The module's list: a kernel's name, what has the value, and the value each.
constexpr llvm::StringRef listName = "gevo.specialise";

struct Register {
  llvm::Intrinsic::ID id;
  llvm::StringRef name;
};
constexpr Register registers[] = {
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x, "ntid.x"},     {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y, "ntid.y"},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z, "ntid.z"},     {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, "nctaid.x"},
    {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y, "nctaid.y"}, {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z, "nctaid.z"},
};

const Register* registerOf(const llvm::Instruction& instruction) {
  const auto* read = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const auto* known = read ? llvm::find_if(registers, [&](const Register& one) { return one.id == read->getIntrinsicID(); }) : nullptr;
  return known != std::end(registers) ? known : nullptr;
}

bool isKernel(const llvm::Function& function) { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

bool mark(llvm::Function& kernel, const std::string& what, llvm::Type* type, const std::string& value) {
  std::uint64_t number = 0;
  if (!llvm::to_integer(value, number, 10) || std::to_string(number) != value) return false;
  if (const unsigned bits = type->getIntegerBitWidth(); bits < 64 && number >> bits != 0) return false;
  const std::string name = prefix.str() + what;
  if (kernel.getFnAttribute(name).getValueAsString() == value) return false;
  kernel.addFnAttr(name, value);
  return true;
}

struct Condition {
  llvm::Argument* argument = nullptr;
  const Register* read = nullptr; ///< if it is none of the arguments
  llvm::APInt value;

  llvm::Type* type(llvm::LLVMContext& context) const { return argument ? argument->getType() : llvm::Type::getInt32Ty(context); }
};

/// Their marks are taken from the kernel.
std::vector<Condition> conditionsOf(llvm::Function& kernel) {
  std::vector<Condition> conditions;
  const auto take = [&](const std::string& what, llvm::Argument* argument, const Register* read) {
    const std::string name = prefix.str() + what;
    if (!kernel.hasFnAttribute(name)) return;
    const unsigned bits = argument ? argument->getType()->getIntegerBitWidth() : 32;
    std::uint64_t number = 0;
    const bool fits = llvm::to_integer(kernel.getFnAttribute(name).getValueAsString(), number, 10) && (bits >= 64 || number >> bits == 0);
    if (fits) conditions.push_back({argument, read, llvm::APInt(bits, number)});
    kernel.removeFnAttr(name);
  };
  for (llvm::Argument& argument : kernel.args())
    if (maySpecialise(argument)) take(std::to_string(argument.getArgNo()), &argument, nullptr);
  for (const Register& read : registers) take(read.name.str(), nullptr, &read);
  return conditions;
}

std::string nameOf(const Condition& condition) {
  return condition.argument ? std::to_string(condition.argument->getArgNo()) : condition.read->name.str();
}

void list(llvm::Function& kernel, const Condition& condition) {
  llvm::LLVMContext& context = kernel.getContext();
  const auto text = [&](llvm::StringRef words) { return llvm::MDString::get(context, words); };
  kernel.getParent()->getOrInsertNamedMetadata(listName)->addOperand(
      llvm::MDNode::get(context, {text(kernel.getName()), text(nameOf(condition)), text(llvm::toString(condition.value, 10, false))}));
}

bool mayBeDuplicated(const llvm::Function& kernel) {
  return llvm::none_of(kernel, [](const llvm::BasicBlock& block) {
    return block.hasAddressTaken() || llvm::any_of(block, [](const llvm::Instruction& instruction) {
             const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
             return call && call->cannotDuplicate();
           });
  });
}

/// The kernel's present code is `otherwise`; `entry` decides.
void addFastCopy(llvm::Function& kernel, const std::vector<Condition>& conditions) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::BasicBlock& otherwise = kernel.getEntryBlock();
  llvm::BasicBlock* const entry = llvm::BasicBlock::Create(context, "", &kernel, &otherwise);
  // Both copies use the same local memory.
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(otherwise))
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction); local && llvm::isa<llvm::Constant>(local->getArraySize()))
      instruction.moveBefore(*entry, entry->end());

  std::vector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock& block : kernel)
    if (&block != entry) blocks.push_back(&block);
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> copies;
  for (llvm::BasicBlock* block : blocks) {
    llvm::BasicBlock* const copy = llvm::CloneBasicBlock(block, map, ".special", &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  llvm::remapInstructionsInBlocks(copies, map);

  llvm::IRBuilder<> builder(entry);
  llvm::Value* all = nullptr;
  for (const Condition& condition : conditions) {
    llvm::Value* const given =
        condition.argument ? static_cast<llvm::Value*>(condition.argument) : builder.CreateIntrinsic(condition.read->id, {});
    llvm::Constant* const value = llvm::ConstantInt::get(condition.type(context), condition.value);
    llvm::Value* const holds = builder.CreateICmpEQ(given, value);
    all = all ? builder.CreateAnd(all, holds) : holds;
    for (llvm::BasicBlock* copy : copies)
      for (llvm::Instruction& instruction : *copy) {
        if (condition.argument) instruction.replaceUsesOfWith(condition.argument, value);
        if (condition.read && registerOf(instruction) == condition.read) instruction.replaceAllUsesWith(value);
      }
  }
  builder.CreateCondBr(all, copies.front(), &otherwise);
}

} // namespace

bool maySpecialise(const llvm::Argument& argument) {
  return isKernel(*argument.getParent()) && argument.getType()->isIntegerTy() && argument.getType()->getIntegerBitWidth() > 1;
}

bool maySpecialise(const llvm::Instruction& instruction) { return isKernel(*instruction.getFunction()) && registerOf(instruction); }

unsigned sizeOf(const llvm::Instruction& read) { return static_cast<unsigned>(registerOf(read) - registers); }

bool specialise(llvm::Argument& argument, const std::string& value) {
  return mark(*argument.getParent(), std::to_string(argument.getArgNo()), argument.getType(), value);
}

bool specialise(llvm::Instruction& read, const std::string& value) {
  return mark(*read.getFunction(), registerOf(read)->name.str(), read.getType(), value);
}

std::string shownValue(const std::string& value, const llvm::Type& type) {
  std::uint64_t bits = 0;
  if (!type.isIntegerTy() || type.getIntegerBitWidth() > 64 || !llvm::to_integer(value, bits, 10)) return value;
  return llvm::toString(llvm::APInt(64, bits).trunc(type.getIntegerBitWidth()), 10, true);
}

void carryOutSpecialisations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !isKernel(function)) continue;
    const std::vector<Condition> conditions = conditionsOf(function);
    if (conditions.empty() || !mayBeDuplicated(function)) continue;
    addFastCopy(function, conditions);
    for (const Condition& condition : conditions) list(function, condition);
  }
}

std::vector<Specialisation> specialisationsOf(const llvm::Module& module) {
  std::vector<Specialisation> all;
  const llvm::NamedMDNode* const listed = module.getNamedMetadata(listName);
  if (!listed) return all;
  for (const llvm::MDNode* node : listed->operands()) {
    const auto text = [&](unsigned i) {
      const auto* const words = i < node->getNumOperands() ? llvm::dyn_cast<llvm::MDString>(node->getOperand(i)) : nullptr;
      return words ? words->getString() : llvm::StringRef();
    };
    Specialisation one;
    one.kernel = text(0).str();
    unsigned parameter = 0;
    const auto* const read = llvm::find_if(registers, [&](const Register& known) { return known.name == text(1); });
    if (llvm::to_integer(text(1), parameter, 10))
      one.parameter = parameter;
    else if (read != std::end(registers))
      one.size = static_cast<unsigned>(read - registers);
    else
      continue;
    if (llvm::to_integer(text(2), one.value, 10)) all.push_back(std::move(one));
  }
  return all;
}

} // namespace gevo::ir
