#include "core/kernel/simulator/decode/instructions/library_calls.h"

#include "core/kernel/simulator/decode/decoder_parts.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// Are the arguments pointers, or else 64-bit integers, as `arePointers` has it?
bool hasArguments(const llvm::CallInst& instruction, std::initializer_list<bool> arePointers) {
  return std::ranges::equal(instruction.args(), arePointers, [](const llvm::Use& argument, bool isPointer) {
    return isPointer ? argument->getType()->isPointerTy() : argument->getType()->isIntegerTy(64);
  });
}

} // namespace

bool decodeLibraryCall(DecoderParts& parts, const llvm::CallInst& instruction) {
  const CostTable& costs = parts.costs;
  const llvm::StringRef name = instruction.getCalledFunction()->getName();
  auto argument = [&](unsigned i) { return parts.values.slotOf(instruction.getArgOperand(i)); };
  if (name == "vprintf" && hasArguments(instruction, {true, true}) && instruction.getType()->isIntegerTy(32)) {
    const Slot format = argument(0);
    const Slot values = argument(1);
    parts.emitter.emitKind(OpKind::Print, parts.values.define(instruction).front(), CellKind::Word, {format, values}, {}, costs.library);
    return true;
  }
  if (name == "malloc" && hasArguments(instruction, {false}) && instruction.getType()->isPointerTy()) {
    const Slot bytes = argument(0);
    const Slot result = parts.values.define(instruction).front();
    parts.emitter.emitKind(OpKind::Malloc, result, CellKind::Double, {bytes}, {result}, costs.library);
    return true;
  }
  if (name == "free" && hasArguments(instruction, {true})) {
    parts.emitter.emitKind(OpKind::Free, 0, CellKind::Double, {argument(0)}, {}, costs.library).keepInactive = false;
    return true;
  }
  if (name == "__assertfail" || name == "__assert_fail") {
    if (instruction.arg_size() == 0 || !instruction.getArgOperand(0)->getType()->isPointerTy()) return false;
    parts.emitter.emitKind(OpKind::Assert, 0, CellKind::Word, {argument(0)}, {}, costs.free).keepInactive = false;
    return true;
  }
  return false;
}

} // namespace gevo::sim
