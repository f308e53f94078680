#include "core/kernel/ir/view/symbols.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>

namespace gevo::ir {
namespace {

std::string lastPart(llvm::StringRef demangled) {
  // Parameters of the last part, then what encloses it.
  if (demangled.ends_with(")")) {
    int depth = 0;
    std::size_t open = demangled.size();
    while (open > 0) {
      const char c = demangled[--open];
      if (c == ')') ++depth;
      if (c == '(' && --depth == 0) break;
    }
    demangled = demangled.take_front(open);
  }
  const auto scope = demangled.rfind("::");
  if (scope != llvm::StringRef::npos) demangled = demangled.drop_front(scope + 2);
  return demangled.rsplit(' ').second.empty() ? demangled.str() : demangled.rsplit(' ').second.str();
}

} // namespace

std::string shortName(const llvm::GlobalValue& global) { return lastPart(llvm::demangle(global.getName())); }

std::string functionName(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!function.isIntrinsic()) return lastPart(llvm::demangle(name));
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
