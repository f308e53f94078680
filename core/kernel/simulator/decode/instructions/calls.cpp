#include "core/kernel/simulator/decode/instructions/calls.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/inline_assembly.h"
#include "core/kernel/simulator/decode/instructions/library_calls.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <fmt/format.h>

namespace gevo::sim {

namespace {

/// The caller's slots go to the callee's parameters; false after an error.
bool addArguments(DecoderParts& parts, CallSite& site, const llvm::CallInst& instruction) {
  for (const llvm::Use& argument : instruction.args()) {
    const Slots& sources = parts.values.slotsOf(argument.get());
    const ScalarFields& fields = parts.types.fieldsOf(argument->getType());
    if (parts.function.failed()) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) site.arguments.push_back({0, sources[i], fields[i].type.cell});
  }
  return true;
}

/// The callee's results go to new slots for the call's; false after an error.
bool addResults(DecoderParts& parts, CallSite& site, const llvm::CallInst& instruction) {
  if (instruction.getType()->isVoidTy()) return true;
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return false;
  for (std::size_t i = 0; i < results.size(); ++i) site.results.push_back({results[i], 0, fields[i].type.cell});
  return true;
}

/// Masks of undefined lanes follow the arguments and the results.
void addMaskArguments(DecoderParts& parts, CallSite& site, const llvm::CallInst& instruction, const llvm::Function& callee) {
  for (const llvm::Argument& parameter : callee.args())
    if (parts.function.kernel.undefined.contains(&parameter))
      for (const Slot mask : parts.undefined.masksOf(instruction.getArgOperand(parameter.getArgNo())))
        site.arguments.push_back({0, mask, CellKind::Mask});
}

void addMaskResults(DecoderParts& parts, CallSite& site, const llvm::CallInst& instruction, const llvm::Function& callee) {
  if (instruction.getType()->isVoidTy() || !parts.function.kernel.undefined.returnedBy(callee)) return;
  for (const Slot mask : parts.undefined.create(&instruction, site.results.size())) site.results.push_back({mask, 0, CellKind::Mask});
}

void finishCall(DecoderParts& parts, const llvm::CallInst& instruction, CallSite site, Terminator terminator,
                std::initializer_list<Slot> reads) {
  std::vector<CallSite>& calls = parts.function.code.calls;
  parts.emitter.block().call = static_cast<std::uint32_t>(calls.size());
  calls.push_back(std::move(site));
  parts.emitter.finishBlock(terminator, instruction, reads, parts.costs.call);
}

void decodeFunctionCall(DecoderParts& parts, const llvm::CallInst& instruction) {
  const llvm::Function* callee = instruction.getCalledFunction();
  const auto number = parts.function.kernel.functionNumbers.find(callee);
  if (number == parts.function.kernel.functionNumbers.end() || callee->isVarArg() || callee->arg_size() != instruction.arg_size())
    return parts.function.unsupported(instruction, "a call whose arguments don't match the function");
  parts.emitter.countInstruction();
  CallSite site;
  site.function = number->second;
  if (!addArguments(parts, site, instruction)) return;
  addMaskArguments(parts, site, instruction, *callee);
  if (!addResults(parts, site, instruction)) return;
  addMaskResults(parts, site, instruction, *callee);
  finishCall(parts, instruction, std::move(site), Terminator::Call, {});
}

/// Lanes that call different functions go one group after the other, each from the start of a block that holds nothing but the call.
void decodePointerCall(DecoderParts& parts, const llvm::CallInst& instruction) {
  const Slot target = parts.values.slotOf(instruction.getCalledOperand());
  CallSite site;
  site.signature = typeText(*instruction.getFunctionType());
  if (!addArguments(parts, site, instruction) || !addResults(parts, site, instruction)) return;
  parts.emitter.finishBlock(Terminator::Jump, instruction, {}, parts.costs.free);
  parts.emitter.continueInNextBlock();
  parts.emitter.countInstruction();
  parts.emitter.block().condition = target;
  finishCall(parts, instruction, std::move(site), Terminator::CallPointer, {target});
}

} // namespace

void decodeCall(DecoderParts& parts, const llvm::CallInst& instruction) {
  if (instruction.isInlineAsm()) return decodeAssembly(parts, instruction);
  const llvm::Function* callee = instruction.getCalledFunction();
  if (!callee) return decodePointerCall(parts, instruction);
  if (!callee->isDeclaration()) return decodeFunctionCall(parts, instruction);
  if (callee->isIntrinsic()) {
    const IntrinsicDecoder decodeIntrinsic = findIntrinsic(*callee);
    if (!decodeIntrinsic || !decodeIntrinsic(parts, instruction))
      parts.function.unsupported(instruction, fmt::format("an unsupported intrinsic, {}", callee->getName().str()));
    return;
  }
  parts.emitter.countInstruction();
  if (!decodeLibraryCall(parts, instruction))
    parts.function.unsupported(instruction, fmt::format("a call of {}, which the module does not define", callee->getName().str()));
}

} // namespace gevo::sim
