#pragma once

/// The parts of an NVVM intrinsic's name.

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <cfenv>
#include <optional>
#include <string_view>

namespace gevo::sim {

/// "llvm.nvvm.fma.rn.ftz.f" has the parts "fma", "rn", "ftz" and "f".
struct NvvmName {
  explicit NvvmName(const llvm::CallInst& instruction) {
    instruction.getCalledFunction()->getName().drop_front(std::string_view("llvm.nvvm.").size()).split(parts, '.');
  }
  llvm::SmallVector<llvm::StringRef, 8> parts;
  bool has(llvm::StringRef part) const { return llvm::is_contained(parts, part); }
  /// The machine's number for rn, rz, rm, rp; nothing where the name has none.
  std::optional<int> rounding() const {
    if (has("rn")) return FE_TONEAREST;
    if (has("rz")) return FE_TOWARDZERO;
    if (has("rm")) return FE_DOWNWARD;
    if (has("rp")) return FE_UPWARD;
    return std::nullopt;
  }
};

} // namespace gevo::sim
