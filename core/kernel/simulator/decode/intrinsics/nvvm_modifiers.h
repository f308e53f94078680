#pragma once

/// What the names of NVVM's float intrinsics ask for beside the operation: rounding, subnormals that count as zero (ftz), saturation to 0
/// .. 1 (sat), to what is not negative (relu), to what is finite (satfinite).

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace gevo::sim {

struct DecoderParts;

class NvvmModifiers {
public:
  /// "llvm.nvvm.fma.rn.ftz.f" has "rn" and "ftz".
  explicit NvvmModifiers(const llvm::CallInst& call) { call.getCalledFunction()->getName().split(parts_, '.'); }

  bool has(llvm::StringRef modifier) const { return llvm::is_contained(parts_, modifier); }
  /// The machine's number for rn, rz, rm, rp; nothing where the name has none.
  std::optional<int> rounding() const;

private:
  llvm::SmallVector<llvm::StringRef, 8> parts_;
};

/// Applies the modifiers to a result, in place.
void emitModifiers(DecoderParts& parts, const NvvmModifiers& modifiers, ScalarType type, Slot value);

} // namespace gevo::sim
