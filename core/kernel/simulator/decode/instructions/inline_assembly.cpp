#include "core/kernel/simulator/decode/instructions/inline_assembly.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InlineAsm.h>

#include <array>

namespace gevo::sim {

namespace {

/// The PTX instruction that the translation to LLVM IR (core/kernel/inline_ptx) does not support; the block's first line in a base that
/// was made before that translation existed.
std::string unsupportedInstruction(const llvm::CallInst& instruction, llvm::StringRef text) {
  if (const llvm::MDNode* node = instruction.getMetadata("gevo.ptx"))
    if (const auto* quoted = llvm::dyn_cast<llvm::MDString>(node->getOperand(0))) return quoted->getString().str();
  return text.trim(" \t\n{}").split(';').first.trim().str();
}

/// "rcp.approx.ftz.f32 $0,$1;" and the like, which the device library's logarithm and power contain.
bool decodeApproximation(DecoderParts& parts, const llvm::CallInst& instruction, llvm::StringRef text) {
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
  const Slot operand = parts.values.slotOf(instruction.getArgOperand(0));
  const ScalarType type = parts.types.scalarOf(&instruction);
  const Slot result = parts.values.define(instruction).front();
  const bool flushes = text.contains(".ftz");
  parts.emitter.emit(*family, 0, type, result, {flushes ? flushSubnormal(parts, type, operand) : operand}, parts.costs.transcendental);
  if (flushes) parts.emitter.emit(LaneFamily::FlushSubnormal, 0, type, result, {result}, parts.costs.free);
  return true;
}

void decodeWideMultiplyAdd(DecoderParts& parts, const llvm::CallInst& instruction) {
  const CostTable& costs = parts.costs;
  std::array<Slot, 3> operands{};
  for (unsigned i = 0; i < 3; ++i) {
    if (!(parts.types.scalarOf(instruction.getArgOperand(i)) == wordType))
      return parts.function.unsupported(instruction, "inline assembly");
    const Slot operand = parts.values.slotOf(instruction.getArgOperand(i));
    operands[i] = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::ZeroExtend, 0, wideType, operands[i], {operand}, costs.free);
  }
  const Slots& results = parts.values.define(instruction);
  const Slot product = parts.frame.temporary(wideType);
  const Slot sum = parts.frame.temporary(wideType);
  parts.emitter.emit(LaneFamily::Mul, 1, wideType, product, {operands[0], operands[1]}, costs.multiply);
  parts.emitter.emit(LaneFamily::Add, 1, wideType, sum, {product, operands[2]}, costs.multiply);
  parts.emitter.emit(LaneFamily::LowWord, 0, wordType, results[0], {sum}, costs.free);
  parts.emitter.emit(LaneFamily::HighWord, 0, wordType, results[1], {sum}, costs.free);
}

} // namespace

void decodeAssembly(DecoderParts& parts, const llvm::CallInst& instruction) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(instruction.getCalledOperand());
  const llvm::StringRef text(assembly->getAsmString());
  parts.emitter.countInstruction();
  const bool isWideMultiplyAdd = text.contains("mad.lo.cc.u32") && text.contains("madc.hi.u32") && text.count(';') == 2 &&
                                 instruction.arg_size() == 3 && instruction.getType()->isStructTy() &&
                                 parts.types.fieldsOf(instruction.getType()).size() == 2;
  if (isWideMultiplyAdd) return decodeWideMultiplyAdd(parts, instruction);
  if (decodeApproximation(parts, instruction, text)) return;
  const llvm::StringRef operation = text.trim();
  const bool waits =
      operation.empty() || operation.starts_with("nanosleep") || operation.starts_with("membar") || operation.starts_with("fence");
  if (!waits || !instruction.getType()->isVoidTy() || operation.count(';') > 1)
    parts.function.unsupported(instruction, fmt::format("inline assembly with \"{}\"", unsupportedInstruction(instruction, text)));
}

} // namespace gevo::sim
