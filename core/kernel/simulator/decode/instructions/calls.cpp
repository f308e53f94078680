#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::sim {

void FunctionDecoder::decodeCall(const llvm::CallInst& instruction) {
  if (instruction.isInlineAsm()) return decodeAssembly(instruction);
  const llvm::Function* callee = instruction.getCalledFunction();
  if (!callee) return decodePointerCall(instruction);
  if (!callee->isDeclaration()) return decodeFunctionCall(instruction);
  if (callee->isIntrinsic()) {
    if (!decodeIntrinsic(instruction))
      function_.unsupported(instruction, fmt::format("an intrinsic that the simulated GPU does not know, {}", callee->getName().str()));
    return;
  }
  const llvm::StringRef name = callee->getName();
  emitter_.countInstruction();
  if (!decodeLibraryCall(instruction, name))
    function_.unsupported(instruction, fmt::format("a call of {}, which the module does not define", name.str()));
}

/// What the CUDA device runtime has beside code of its own.
bool FunctionDecoder::decodeLibraryCall(const llvm::CallInst& instruction, llvm::StringRef name) {
  const CostTable& costs = function_.kernel.model.costs;
  auto arguments = [&](std::initializer_list<bool> pointers) {
    if (instruction.arg_size() != pointers.size()) return false;
    unsigned place = 0;
    for (const bool pointer : pointers) {
      const llvm::Type* type = instruction.getArgOperand(place++)->getType();
      if (pointer ? !type->isPointerTy() : !type->isIntegerTy(64)) return false;
    }
    return true;
  };
  if (name == "vprintf" && arguments({true, true}) && instruction.getType()->isIntegerTy(32)) {
    const Slot format = values_.slotOf(instruction.getArgOperand(0));
    const Slot values = values_.slotOf(instruction.getArgOperand(1));
    emitter_.emitKind(OpKind::Print, values_.define(instruction).front(), CellKind::Word, {format, values}, {}, costs.library);
    return true;
  }
  if (name == "malloc" && arguments({false}) && instruction.getType()->isPointerTy()) {
    const Slot bytes = values_.slotOf(instruction.getArgOperand(0));
    const Slot result = values_.define(instruction).front();
    emitter_.emitKind(OpKind::Malloc, result, CellKind::Double, {bytes}, {result}, costs.library);
    return true;
  }
  if (name == "free" && arguments({true})) {
    emitter_.emitKind(OpKind::Free, 0, CellKind::Double, {values_.slotOf(instruction.getArgOperand(0))}, {}, costs.library).keepInactive =
        false;
    return true;
  }
  if (name == "__assertfail" || name == "__assert_fail") {
    if (instruction.arg_size() == 0 || !instruction.getArgOperand(0)->getType()->isPointerTy()) return false;
    emitter_.emitKind(OpKind::Assert, 0, CellKind::Word, {values_.slotOf(instruction.getArgOperand(0))}, {}, costs.free).keepInactive =
        false;
    return true;
  }
  return false;
}

namespace {

/// The PTX instruction that the translation into LLVM IR (core/kernel/ir/assembly) did not understand; of a base that was made
/// before there was one, the block's first line.
std::string refusedInstruction(const llvm::CallInst& instruction, llvm::StringRef text) {
  if (const llvm::MDNode* node = instruction.getMetadata("gevo.ptx"))
    if (const auto* quoted = llvm::dyn_cast<llvm::MDString>(node->getOperand(0))) return quoted->getString().str();
  return text.trim(" \t\n{}").split(';').first.trim().str();
}

} // namespace

/// What is left of assembly when a base is made: empty statements that keep the compiler from moving code. Bases made before
/// assembly was translated also hold waiting, approximations and the 32 x 32 + 32 -> 64-bit multiply-add of the slow path of
/// sine and cosine, and their edits count on it.
void FunctionDecoder::decodeAssembly(const llvm::CallInst& instruction) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(instruction.getCalledOperand());
  const llvm::StringRef text(assembly->getAsmString());
  emitter_.countInstruction();
  const bool isWideMultiplyAdd = text.contains("mad.lo.cc.u32") && text.contains("madc.hi.u32") && text.count(';') == 2 &&
                                 instruction.arg_size() == 3 && instruction.getType()->isStructTy() &&
                                 types_.fieldsOf(instruction.getType()).size() == 2;
  if (isWideMultiplyAdd) return decodeWideMultiplyAdd(instruction);
  if (decodeApproximation(instruction, text)) return;
  const llvm::StringRef operation = text.trim();
  const bool waits =
      operation.empty() || operation.starts_with("nanosleep") || operation.starts_with("membar") || operation.starts_with("fence");
  if (!waits || !instruction.getType()->isVoidTy() || operation.count(';') > 1)
    function_.unsupported(instruction, fmt::format("inline assembly with \"{}\"", refusedInstruction(instruction, text)));
}

/// "rcp.approx.ftz.f32 $0,$1;" and its like, which the device library's logarithm and power contain.
bool FunctionDecoder::decodeApproximation(const llvm::CallInst& instruction, llvm::StringRef text) {
  if (!instruction.getType()->isFloatTy() || instruction.arg_size() != 1 || !instruction.getArgOperand(0)->getType()->isFloatTy() ||
      text.count(';') > 1 || !text.contains(".approx"))
    return false;
  const std::optional<LaneFamily> family = llvm::StringSwitch<std::optional<LaneFamily>>(text.trim().split('.').first)
                                               .Case("rcp", LaneFamily::Reciprocal)
                                               .Case("sqrt", LaneFamily::SquareRoot)
                                               .Case("rsqrt", LaneFamily::ReciprocalRoot)
                                               .Case("ex2", LaneFamily::Exp2)
                                               .Case("lg2", LaneFamily::Log2)
                                               .Case("sin", LaneFamily::Sine)
                                               .Case("cos", LaneFamily::Cosine)
                                               .Case("tanh", LaneFamily::Tanh)
                                               .Default(std::nullopt);
  if (!family) return false;
  const Slot operand = values_.slotOf(instruction.getArgOperand(0));
  const ScalarType type = types_.scalarOf(&instruction);
  const Slot result = values_.define(instruction).front();
  const bool flushes = text.contains(".ftz");
  emitter_.emit(*family, 0, type, result, {flushes ? flushed(type, operand) : operand}, function_.kernel.model.costs.transcendental);
  if (flushes) emitter_.emit(LaneFamily::FlushSubnormal, 0, type, result, {result}, function_.kernel.model.costs.free);
  return true;
}

void FunctionDecoder::decodeWideMultiplyAdd(const llvm::CallInst& instruction) {
  const CostTable& costs = function_.kernel.model.costs;
  std::array<Slot, 3> operands{};
  for (unsigned i = 0; i < 3; ++i) {
    if (!(types_.scalarOf(instruction.getArgOperand(i)) == wordType)) return function_.unsupported(instruction, "inline assembly");
    const Slot operand = values_.slotOf(instruction.getArgOperand(i));
    operands[i] = frame_.temporary(wideType);
    emitter_.emit(LaneFamily::ZeroExtend, 0, wideType, operands[i], {operand}, costs.free);
  }
  const Slots& results = values_.define(instruction);
  const Slot product = frame_.temporary(wideType);
  const Slot sum = frame_.temporary(wideType);
  emitter_.emit(LaneFamily::Mul, 1, wideType, product, {operands[0], operands[1]}, costs.multiply);
  emitter_.emit(LaneFamily::Add, 1, wideType, sum, {product, operands[2]}, costs.multiply);
  emitter_.emit(LaneFamily::LowWord, 0, wordType, results[0], {sum}, costs.free);
  emitter_.emit(LaneFamily::HighWord, 0, wordType, results[1], {sum}, costs.free);
}

bool FunctionDecoder::addArguments(CallSite& site, const llvm::CallInst& instruction) {
  for (const llvm::Use& argument : instruction.args()) {
    const Slots& sources = values_.slotsOf(argument.get());
    const ScalarFields& fields = types_.fieldsOf(argument->getType());
    if (function_.failed()) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) site.arguments.push_back({0, sources[i], fields[i].type.cell});
  }
  return true;
}

void FunctionDecoder::decodeFunctionCall(const llvm::CallInst& instruction) {
  const llvm::Function* callee = instruction.getCalledFunction();
  const auto number = function_.kernel.functionNumbers.find(callee);
  if (number == function_.kernel.functionNumbers.end() || callee->isVarArg() || callee->arg_size() != instruction.arg_size())
    return function_.unsupported(instruction, "a call that does not fit the function");
  emitter_.countInstruction();
  CallSite site;
  site.function = number->second;
  if (!addArguments(site, instruction)) return;
  for (const llvm::Argument& parameter : callee->args())
    if (function_.kernel.undefined.contains(&parameter))
      for (const Slot mask : undefinedOf(instruction.getArgOperand(parameter.getArgNo())))
        site.arguments.push_back({0, mask, CellKind::Mask});
  if (!instruction.getType()->isVoidTy()) {
    const ScalarFields& fields = types_.fieldsOf(instruction.getType());
    const Slots& results = values_.define(instruction);
    if (function_.failed()) return;
    for (std::size_t i = 0; i < results.size(); ++i) site.results.push_back({results[i], 0, fields[i].type.cell});
    if (function_.kernel.undefined.returnedBy(*callee))
      for (const Slot mask : undefined_[&instruction] = newMasks(results.size())) site.results.push_back({mask, 0, CellKind::Mask});
  }
  emitter_.block().call = static_cast<std::uint32_t>(function_.code.calls.size());
  function_.code.calls.push_back(std::move(site));
  emitter_.finishBlock(Terminator::Call, instruction, {}, function_.kernel.model.costs.call);
}

/// Lanes that call different functions go one group after the other, each from the start of a block that holds nothing but the call.
void FunctionDecoder::decodePointerCall(const llvm::CallInst& instruction) {
  const Slot target = values_.slotOf(instruction.getCalledOperand());
  CallSite site;
  site.signature = typeText(*instruction.getFunctionType());
  if (!addArguments(site, instruction)) return;
  if (!instruction.getType()->isVoidTy()) {
    const ScalarFields& fields = types_.fieldsOf(instruction.getType());
    const Slots& results = values_.define(instruction);
    if (function_.failed()) return;
    for (std::size_t i = 0; i < results.size(); ++i) site.results.push_back({results[i], 0, fields[i].type.cell});
  }
  emitter_.finishBlock(Terminator::Jump, instruction, {}, function_.kernel.model.costs.free);
  emitter_.continueInNextBlock();
  emitter_.countInstruction();
  emitter_.block().condition = target;
  emitter_.block().call = static_cast<std::uint32_t>(function_.code.calls.size());
  function_.code.calls.push_back(std::move(site));
  emitter_.finishBlock(Terminator::CallPointer, instruction, {target}, function_.kernel.model.costs.call);
}

} // namespace gevo::sim
