// Copying and setting of memory, and traps.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

namespace gevo::sim {

namespace {

bool memory(DecoderParts& parts, const llvm::CallInst& call) {
  decodeMemoryIntrinsic(parts, llvm::cast<llvm::MemIntrinsic>(call));
  return true;
}

bool trap(DecoderParts& parts, const llvm::CallInst&) {
  parts.emitter.countInstruction();
  parts.emitter.emitKind(OpKind::Trap, 0, CellKind::Word, {}, {}, parts.costs.free).keepInactive = false;
  return true;
}

// clang-format off
constexpr Intrinsic table[] = {
    {"llvm.memcpy", memory},
    {"llvm.memcpy.inline", memory},
    {"llvm.memmove", memory},
    {"llvm.memset", memory},
    {"llvm.memset.inline", memory},
    {"llvm.debugtrap", trap},
    {"llvm.trap", trap},
    {"llvm.ubsantrap", trap},
};
// clang-format on

} // namespace

IntrinsicTable effectIntrinsics() { return table; }

} // namespace gevo::sim
