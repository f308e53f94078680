#include "core/kernel/ir/evolved_functions.h"

#include "core/kernel/ir/kept_functions.h"
#include "core/tmbl/code.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/program_text.h"

#include <bit>
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::ir {

namespace {

using llvm::Value;
using tmbl::StepKind;

std::string evolvedName(llvm::StringRef kept, unsigned number) { return fmt::format("{}_evolved{}", kept.str(), number); }

bool isFloating(const llvm::Type& type) { return type.isFloatTy() || type.isDoubleTy(); }

/// Writes a program's steps, with the bits that its evaluators have.
class StepWriter {
public:
  StepWriter(llvm::IRBuilder<>& ir, const tmbl::Code& code, std::vector<Value*> inputs)
      : ir_(ir), code_(code), inputs_(std::move(inputs)), zero_(llvm::ConstantFP::get(ir.getFloatTy(), 0)) {}

  Value* write() {
    for (const tmbl::Step& step : code_.steps) steps_.push_back(write(step));
    return code_.results.empty() ? zero_ : valueOf(code_.results.front());
  }

private:
  Value* valueOf(const tmbl::Value& value) {
    switch (value.kind) {
    case tmbl::Value::Kind::Input:
      return inputs_[value.index];
    case tmbl::Value::Kind::Step:
      return steps_[value.index];
    case tmbl::Value::Kind::Constant:
      break;
    }
    return llvm::ConstantFP::get(ir_.getFloatTy(), llvm::APFloat(std::bit_cast<float>(code_.constants[value.index])));
  }
  Value* bitsOf(const tmbl::Value& value) { return ir_.CreateBitCast(valueOf(value), ir_.getInt32Ty()); }
  Value* asFloat(Value* bits) { return ir_.CreateBitCast(bits, ir_.getFloatTy()); }
  Value* select(llvm::CmpInst::Predicate predicate, Value* left, Value* right, Value* chosen, Value* other) {
    return ir_.CreateSelect(ir_.CreateFCmp(predicate, left, right), chosen, other);
  }

  Value* write(const tmbl::Step& step) {
    using llvm::CmpInst;
    if (tmbl::takesIntegers(step.kind)) return writeOnBits(step);
    Value* const a = valueOf(step.a);
    Value* const b = valueOf(step.b);
    switch (step.kind) {
    case StepKind::Add:
      return ir_.CreateFAdd(a, b);
    case StepKind::Subtract:
      return ir_.CreateFSub(a, b);
    case StepKind::Multiply:
      return ir_.CreateFMul(a, b);
    case StepKind::Divide:
      return select(CmpInst::FCMP_OEQ, b, zero_, zero_, ir_.CreateFDiv(a, b));
    case StepKind::Minimum:
      return select(CmpInst::FCMP_OLT, b, a, b, a);
    case StepKind::Maximum:
      return select(CmpInst::FCMP_OGT, b, a, b, a);
    case StepKind::MultiplyAdd:
      return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {ir_.getFloatTy()}, {a, b, valueOf(step.c)});
    case StepKind::SquareRoot:
      return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a));
    default:
      return select(CmpInst::FCMP_OGT, a, zero_, b, valueOf(step.c));
    }
  }

  Value* writeOnBits(const tmbl::Step& step) {
    Value* const a = bitsOf(step.a);
    switch (step.kind) {
    case StepKind::And:
      return asFloat(ir_.CreateAnd(a, bitsOf(step.b)));
    case StepKind::Xor:
      return asFloat(ir_.CreateXor(a, bitsOf(step.b)));
    case StepKind::AddBits:
      return asFloat(ir_.CreateAdd(a, bitsOf(step.b)));
    case StepKind::ShiftLeft:
      return asFloat(ir_.CreateShl(a, bitsOf(step.b)));
    case StepKind::ShiftRight:
      return asFloat(ir_.CreateLShr(a, bitsOf(step.b)));
    default:
      return ir_.CreateSIToFP(a, ir_.getFloatTy());
    }
  }

  llvm::IRBuilder<>& ir_;
  const tmbl::Code& code_;
  std::vector<Value*> inputs_;
  Value* zero_;
  std::vector<Value*> steps_;
};

llvm::Metadata* number(llvm::LLVMContext& context, double value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantFP::get(llvm::Type::getDoubleTy(context), value));
}

/// The kept function's name, the program as text, the error, and the bounds of each parameter.
void describe(llvm::Function& function, const EvolvedFunction& evolved) {
  llvm::LLVMContext& context = function.getContext();
  std::vector<llvm::Metadata*> parts{llvm::MDString::get(context, evolved.function),
                                     llvm::MDString::get(context, tmbl::printProgram(evolved.program)), number(context, evolved.error)};
  for (const auto& [least, largest] : evolved.domain) {
    parts.push_back(number(context, least));
    parts.push_back(number(context, largest));
  }
  function.setMetadata(evolvedMetadata, llvm::MDNode::get(context, parts));
}

/// The values of parameters as floats, as the program takes them.
std::vector<Value*> inputsOf(llvm::IRBuilder<>& ir, llvm::Function& function) {
  std::vector<Value*> inputs;
  for (llvm::Argument& argument : function.args()) {
    if (argument.getType()->isFloatTy())
      inputs.push_back(&argument);
    else if (argument.getType()->isDoubleTy())
      inputs.push_back(ir.CreateFPTrunc(&argument, ir.getFloatTy()));
    else
      inputs.push_back(ir.CreateSIToFP(&argument, ir.getFloatTy()));
  }
  return inputs;
}

void addOne(llvm::Function& kept, const EvolvedFunction& evolved, unsigned number) {
  llvm::LLVMContext& context = kept.getContext();
  auto* const function = llvm::Function::Create(kept.getFunctionType(), llvm::GlobalValue::InternalLinkage, kept.getAddressSpace(),
                                                evolvedName(kept.getName(), number), kept.getParent());
  for (const llvm::Attribute attribute : kept.getAttributes().getFnAttrs()) // the target, and how subnormal numbers are treated
    if (attribute.isStringAttribute()) function->addFnAttr(attribute);
  dropKept(*function);
  function->setCallingConv(kept.getCallingConv()); // which calls keep; to call with another is undefined
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  auto* const entry = llvm::BasicBlock::Create(context, "", function);
  auto* const inside = llvm::BasicBlock::Create(context, "program", function);
  auto* const outside = llvm::BasicBlock::Create(context, "original", function);
  llvm::IRBuilder<> ir(entry);
  const std::vector<Value*> inputs = inputsOf(ir, *function);
  Value* isInside = ir.getTrue();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto bound = [&](float value) { return llvm::ConstantFP::get(ir.getFloatTy(), llvm::APFloat(value)); };
    isInside = ir.CreateAnd(isInside, ir.CreateFCmpOGE(inputs[i], bound(evolved.domain[i].first)));
    isInside = ir.CreateAnd(isInside, ir.CreateFCmpOLE(inputs[i], bound(evolved.domain[i].second)));
  }
  ir.CreateCondBr(isInside, inside, outside);
  ir.SetInsertPoint(inside);
  const tmbl::Code code = tmbl::expand(tmbl::lower(evolved.program, tmbl::firstSlot));
  Value* result = StepWriter(ir, code, inputs).write();
  if (kept.getReturnType()->isDoubleTy()) result = ir.CreateFPExt(result, ir.getDoubleTy());
  ir.CreateRet(result);
  ir.SetInsertPoint(outside);
  std::vector<Value*> arguments;
  for (llvm::Argument& argument : function->args()) arguments.push_back(&argument);
  llvm::CallInst* const call = ir.CreateCall(&kept, arguments);
  call->setCallingConv(kept.getCallingConv());
  ir.CreateRet(call);
  describe(*function, evolved);
}

bool takesNumbers(const llvm::Function& function) {
  return isFloating(*function.getReturnType()) && llvm::all_of(function.args(), [](const llvm::Argument& argument) {
           return isFloating(*argument.getType()) || argument.getType()->isIntegerTy(32);
         });
}

bool fits(const llvm::Function& kept, const EvolvedFunction& one) {
  return isKept(kept) && takesNumbers(kept) && kept.arg_size() == one.domain.size() && kept.arg_size() == one.program.inputs &&
         tmbl::check(one.program);
}

Result<std::unique_ptr<llvm::Module>> parse(ByteView base, llvm::LLVMContext& context) {
  const llvm::StringRef content(reinterpret_cast<const char*>(base.data()), base.size());
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(content, "base"), context);
  if (!parsed) return fail("the base module is damaged: {}", llvm::toString(parsed.takeError()));
  return std::move(*parsed);
}

std::optional<double> numberAt(const llvm::MDNode& node, unsigned index) {
  const auto* const value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantFP>(node.getOperand(index));
  return value && value->getType()->isDoubleTy() ? std::optional(value->getValueAPF().convertToDouble()) : std::nullopt;
}

std::string textAt(const llvm::MDNode& node, unsigned index) {
  const auto* const text = index < node.getNumOperands() ? llvm::dyn_cast_or_null<llvm::MDString>(node.getOperand(index)) : nullptr;
  return text ? text->getString().str() : std::string();
}

} // namespace

Result<Bytes> addEvolvedFunctions(ByteView base, const std::vector<EvolvedFunction>& evolved) {
  llvm::LLVMContext context;
  GEVO_TRY_ASSIGN(const auto parsed, parse(base, context));
  llvm::Module& module = *parsed;
  for (const EvolvedFunction& one : evolved) {
    llvm::Function* const kept = module.getFunction(one.function);
    if (!kept || !fits(*kept, one)) return fail("the program does not fit {}", one.function);
    addOne(*kept, one, evolvedCount(*kept) + 1);
  }
  std::string details;
  llvm::raw_string_ostream stream(details);
  if (llvm::verifyModule(module, &stream))
    return std::unexpected(Error{"the base with evolved programs is invalid; this is a bug in gevo, please report it", details});
  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream written(bitcode);
  llvm::WriteBitcodeToFile(module, written);
  return Bytes(bitcode.begin(), bitcode.end());
}

Result<Bytes> withEvolvedFunctionsOf(ByteView source, ByteView base) {
  llvm::LLVMContext context;
  GEVO_TRY_ASSIGN(const auto from, parse(source, context));
  std::vector<EvolvedFunction> evolved;
  for (const llvm::Function& function : *from)
    if (std::optional<EvolvedFunction> one = describeEvolved(function)) evolved.push_back(std::move(*one));
  if (evolved.empty()) return Bytes(base.begin(), base.end());
  GEVO_TRY_ASSIGN(const auto to, parse(base, context));
  std::erase_if(evolved, [&](const EvolvedFunction& one) {
    const llvm::Function* const kept = to->getFunction(one.function);
    return !kept || !fits(*kept, one);
  });
  return addEvolvedFunctions(base, evolved);
}

bool isEvolved(const llvm::Function& function) { return function.hasMetadata(evolvedMetadata); }

void dropUnusedEvolved(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (isEvolved(function) && function.use_empty()) function.deleteBody();
}

const llvm::Function* keptFunctionOf(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isDeclaration()) return nullptr;
  if (isKept(*callee)) return callee;
  const llvm::MDNode* const node = callee->getMetadata(evolvedMetadata);
  const llvm::Function* const kept = node ? callee->getParent()->getFunction(textAt(*node, 0)) : nullptr;
  return kept && isKept(*kept) && kept->getFunctionType() == callee->getFunctionType() ? kept : nullptr;
}

unsigned evolvedCount(const llvm::Function& kept) {
  unsigned count = 0;
  while (evolvedFunction(kept, count + 1)) ++count;
  return count;
}

llvm::Function* evolvedFunction(const llvm::Function& kept, unsigned number) {
  llvm::Function* const found = const_cast<llvm::Module*>(kept.getParent())->getFunction(evolvedName(kept.getName(), number));
  if (!found || found->isDeclaration() || found->getFunctionType() != kept.getFunctionType()) return nullptr;
  const llvm::MDNode* const node = found->getMetadata(evolvedMetadata);
  return node && textAt(*node, 0) == kept.getName() ? found : nullptr;
}

std::optional<EvolvedFunction> describeEvolved(const llvm::Function& function) {
  constexpr unsigned ahead = 3; // of the bounds
  const llvm::MDNode* const node = function.getMetadata(evolvedMetadata);
  if (!node || node->getNumOperands() != ahead + 2 * function.arg_size()) return std::nullopt;
  auto programs = tmbl::parsePrograms(textAt(*node, 1));
  const auto error = numberAt(*node, 2);
  if (!programs || programs->size() != 1 || programs->front().inputs != function.arg_size() || !error) return std::nullopt;
  EvolvedFunction evolved{textAt(*node, 0), {}, std::move(programs->front()), *error};
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    const auto least = numberAt(*node, ahead + 2 * i);
    const auto largest = numberAt(*node, ahead + 2 * i + 1);
    if (!least || !largest) return std::nullopt;
    evolved.domain.emplace_back(static_cast<float>(*least), static_cast<float>(*largest));
  }
  return evolved;
}

} // namespace gevo::ir
