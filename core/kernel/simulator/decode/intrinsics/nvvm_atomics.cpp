#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsics.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::sim {

/// llvm.nvvm.atomic.add.gen.i.cta and its like: as everywhere on this device, whatever the scope.
bool decodeNvvmAtomic(DecoderParts& parts, const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.atomic.")) return false;
  const auto [operation, rest] = name.split('.');
  if (!rest.starts_with("gen.")) return false;
  if (operation == "cas") {
    parts.emitter.countInstruction();
    const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
    if (fields.size() != 1 || fields[0].type.bits < 8) return false;
    const Slot old = parts.values.define(instruction).front();
    if (!parts.function.failed())
      emitCompareExchange(parts, instruction.getArgOperand(0), instruction.getArgOperand(1), instruction.getArgOperand(2), old,
                          parts.frame.temporary(maskType));
    return true;
  }
  const bool floating = rest.starts_with("gen.f");
  const auto kind = llvm::StringSwitch<std::optional<AtomicKind>>(operation)
                        .Case("add", floating ? AtomicKind::FAdd : AtomicKind::Add)
                        .Case("exch", AtomicKind::Exchange)
                        .Case("max", AtomicKind::Max)
                        .Case("min", AtomicKind::Min)
                        .Case("inc", AtomicKind::UInc)
                        .Case("dec", AtomicKind::UDec)
                        .Case("and", AtomicKind::And)
                        .Case("or", AtomicKind::Or)
                        .Case("xor", AtomicKind::Xor)
                        .Default(std::nullopt);
  if (!kind) return false;
  parts.emitter.countInstruction();
  emitAtomic(parts, instruction, *kind, instruction.getArgOperand(0), instruction.getArgOperand(1));
  return true;
}

} // namespace gevo::sim
