#include "core/kernel/simulator/decode/undefined/undefined_uses.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace gevo::sim {

namespace {

/// NVVM intrinsics whose operands must be defined, by the beginning of their name.
struct OperandUse {
  llvm::StringLiteral name;
  UndefinedUse first; ///< of the first operand
  UndefinedUse others;
};

constexpr OperandUse operandUses[] = {
    {"barrier", UndefinedUse::Barrier, UndefinedUse::Barrier},   {"bar.", UndefinedUse::Barrier, UndefinedUse::Barrier},
    {"shfl", UndefinedUse::CrossLane, UndefinedUse::CrossLane},  {"vote", UndefinedUse::CrossLane, UndefinedUse::CrossLane},
    {"match", UndefinedUse::CrossLane, UndefinedUse::CrossLane}, {"redux", UndefinedUse::CrossLane, UndefinedUse::CrossLane},
    {"atomic", UndefinedUse::Address, UndefinedUse::Store},      {"tex.", UndefinedUse::Address, UndefinedUse::Address},
    {"suld.", UndefinedUse::Address, UndefinedUse::Address},
};

/// "sust.b.2d.array.i32.trap": the object, perhaps a layer, one to three coordinates, and what is stored.
void reportSurfaceWrite(UndefinedMasks& masks, const llvm::CallInst& call, llvm::StringRef name) {
  const bool isLayered = name.contains(".array.");
  const unsigned place = 1U + (name.contains(".3d.") ? 3 : name.contains(".2d.") ? 2 : 1) + (isLayered ? 1 : 0);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    masks.requireDefined(call.getArgOperand(i), i < place ? UndefinedUse::Address : UndefinedUse::Store);
}

/// "wmma.m16n16k16.load.a.row.stride.f16.p0" and "...store.d...": the address first, perhaps bytes from line to line last, and what is
/// stored between them. Products only compute.
void reportMatrixUses(UndefinedMasks& masks, const llvm::CallInst& call, llvm::StringRef name) {
  if (name.contains(".mma.")) return;
  const unsigned last = call.arg_size() - (name.contains(".stride.") ? 1 : 0);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    masks.requireDefined(call.getArgOperand(i), i == 0 || i >= last ? UndefinedUse::Address : UndefinedUse::Store);
}

/// "ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3": addresses, of which only those of the first lanes count, 8 for each tile. Then what
/// stmatrix stores.
void reportTileUses(UndefinedMasks& masks, const llvm::CallInst& call, llvm::StringRef name) {
  const unsigned tiles = name.contains(".x1.") ? 1 : name.contains(".x2.") ? 2 : 4;
  masks.requireDefined(call.getArgOperand(0), UndefinedUse::Address, 8 * tiles);
  for (unsigned i = 1; i < call.arg_size(); ++i) masks.requireDefined(call.getArgOperand(i), UndefinedUse::Store);
}

void reportNvvmUses(UndefinedMasks& masks, const llvm::CallInst& call, llvm::StringRef name) {
  if (name.starts_with("sust.")) return reportSurfaceWrite(masks, call, name);
  if (name.starts_with("wmma.")) return reportMatrixUses(masks, call, name);
  if (name.starts_with("ldmatrix.") || name.starts_with("stmatrix.")) return reportTileUses(masks, call, name);
  const auto* found = std::ranges::find_if(operandUses, [&](const OperandUse& use) { return name.starts_with(use.name); });
  if (found == std::end(operandUses)) return;
  const bool isShuffle = name.starts_with("shfl");
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (isShuffle && i == 1) continue; // the value itself; the lanes that read it get its mask
    masks.requireDefined(call.getArgOperand(i), i == 0 ? found->first : found->others);
  }
}

void reportCallUses(UndefinedMasks& masks, const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (call.isIndirectCall()) masks.requireDefined(call.getCalledOperand(), UndefinedUse::Address);
  if (call.isIndirectCall() || (callee && !callee->isDeclaration() && callee->hasAddressTaken()))
    for (const llvm::Use& argument : call.args()) masks.requireDefined(argument.get(), UndefinedUse::Call);
  if (!callee || !callee->isDeclaration()) return;
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    masks.requireDefined(memory->getRawDest(), UndefinedUse::Address);
    masks.requireDefined(memory->getLength(), UndefinedUse::Address);
    masks.requireDefined(memory->getArgOperand(1), llvm::isa<llvm::MemSetInst>(memory) ? UndefinedUse::Store : UndefinedUse::Address);
    return;
  }
  llvm::StringRef name = callee->getName();
  if (name.consume_front("llvm.nvvm.")) reportNvvmUses(masks, call, name);
}

} // namespace

void reportUndefinedUses(const FunctionContext& function, UndefinedMasks& masks, const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  auto require = [&](unsigned operand, UndefinedUse use) { masks.requireDefined(instruction.getOperand(operand), use); };
  switch (instruction.getOpcode()) {
  case I::Load:
    return require(0, UndefinedUse::Address);
  case I::Store:
    require(0, UndefinedUse::Store);
    return require(1, UndefinedUse::Address);
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
    require(0, UndefinedUse::Address);
    for (unsigned i = 1; i < instruction.getNumOperands(); ++i) require(i, UndefinedUse::Store);
    return;
  case I::Br:
    if (llvm::cast<llvm::BranchInst>(instruction).isConditional()) require(0, UndefinedUse::Branch);
    return;
  case I::Switch:
    return require(0, UndefinedUse::Branch);
  case I::UDiv:
  case I::SDiv:
  case I::URem:
  case I::SRem:
    return require(1, UndefinedUse::Division);
  case I::Ret:
    if (instruction.getNumOperands() > 0 && function.function.hasAddressTaken()) require(0, UndefinedUse::Call);
    return;
  case I::Call:
    return reportCallUses(masks, llvm::cast<llvm::CallInst>(instruction));
  default:
    return;
  }
}

} // namespace gevo::sim
