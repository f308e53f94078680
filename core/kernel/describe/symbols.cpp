#include "core/kernel/describe/symbols.h"

#include "core/kernel/demangle/demangle.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>

#include <algorithm>

namespace gevo::ir {

namespace {

/// Intrinsics that people don't know by LLVM's name.
struct Spelling {
  std::string_view intrinsic;
  const char* source;
};
constexpr Spelling spellings[] = {
    {"smin", "min"},
    {"smax", "max"},
    {"umin", "min"},
    {"umax", "max"},
    {"minnum", "fmin"},
    {"maxnum", "fmax"},
    {"minimum", "fmin"},
    {"maximum", "fmax"},
    {"minimumnum", "fmin"},
    {"maximumnum", "fmax"},
    {"ctpop", "__popc"},
    {"ctlz", "__clz"},
    {"bitreverse", "__brev"},
    {"fshl", "__funnelshift_l"},
    {"fshr", "__funnelshift_r"},
    {"mulhi", "__mulhi"},
    {"ex2", "exp2"},
    {"lg2", "log2"},
};

} // namespace

std::string shortName(const llvm::GlobalValue& global) { return unqualifiedName(global.getName().str()); }

std::string functionName(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!function.isIntrinsic()) {
    std::string written = shortName(function);
    return written.starts_with("__nv_") ? written.substr(5) : written; // libdevice's sqrtf
  }
  if (!name.consume_front("llvm.nvvm.")) name.consume_front("llvm.");
  if (name.consume_front("shfl.sync.")) {
    const std::string kind = name.split('.').first.str();
    return kind == "idx" ? "__shfl_sync" : fmt::format("__shfl_{}_sync", kind == "bfly" ? "xor" : kind);
  }
  if (name.consume_front("vote.")) return fmt::format("__{}_sync", name.split('.').first.str());
  if (name == "bar.warp.sync") return "__syncwarp";
  if (name.consume_front("barrier.cta.red.")) {
    const std::string kind = name.split('.').first.str();
    return "__syncthreads_" + (kind == "popc" ? "count" : kind);
  }
  if (name.starts_with("barrier.cta.sync.aligned.all") || name == "barrier0") return "__syncthreads";
  if (name.starts_with("barrier")) return name.str(); // of named barriers and of clusters
  const std::string first = name.split('.').first.str();
  const auto* spelled = std::ranges::find(spellings, first, &Spelling::intrinsic);
  return spelled == std::end(spellings) ? first : spelled->source;
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
