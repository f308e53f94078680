// Intrinsics that are only hints for the compiler.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

namespace gevo::sim {

namespace {

bool ignore(DecoderParts&, const llvm::CallInst&) { return true; }

bool asOperand(DecoderParts& parts, const llvm::CallInst& call) {
  parts.values.alias(call, parts.values.slotsOf(call.getArgOperand(0)));
  return true;
}

constexpr Intrinsic table[] = {
    {"llvm.assume", ignore},
    {"llvm.dbg.assign", ignore},
    {"llvm.dbg.declare", ignore},
    {"llvm.dbg.label", ignore},
    {"llvm.dbg.value", ignore},
    {"llvm.donothing", ignore},
    {"llvm.experimental.noalias.scope.decl", ignore},
    {"llvm.fake.use", ignore},
    {"llvm.lifetime.end", ignore},
    {"llvm.lifetime.start", ignore},
    {"llvm.prefetch", ignore},
    {"llvm.sideeffect", ignore},
    {"llvm.expect", asOperand},
    {"llvm.launder.invariant.group", asOperand},
    {"llvm.ssa.copy", asOperand},
    {"llvm.strip.invariant.group", asOperand},
};

} // namespace

IntrinsicTable hintIntrinsics() { return table; }

} // namespace gevo::sim
