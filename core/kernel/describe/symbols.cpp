#include "core/kernel/describe/symbols.h"

#include "core/kernel/demangle/demangle.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>

namespace gevo::ir {

std::string shortName(const llvm::GlobalValue& global) { return unqualifiedName(global.getName().str()); }

std::string functionName(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!function.isIntrinsic()) return shortName(function);
  if (!name.consume_front("llvm.nvvm.")) name.consume_front("llvm.");
  if (name.consume_front("shfl.sync.")) return fmt::format("__shfl_{}_sync", name.split('.').first.str());
  if (name.starts_with("barrier")) return "__syncthreads";
  return name.split('.').first.str();
}

std::string builtinVariable(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg.")) return "";
  const auto [object, axis] = name.split('.');
  if (axis.empty()) return object.str();
  const llvm::StringRef shown = object == "tid"      ? "threadIdx"
                                : object == "ctaid"  ? "blockIdx"
                                : object == "ntid"   ? "blockDim"
                                : object == "nctaid" ? "gridDim"
                                                     : object;
  return (shown + "." + axis).str();
}

} // namespace gevo::ir
