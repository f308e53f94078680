#include "core/kernel/describe/symbols.h"

#include "core/kernel/demangle/demangle.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

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
    {"activemask", "__activemask"},
    {"ex2", "exp2"},
    {"lg2", "log2"},
};

/// Conversions with a rounding mode: "f2i.rz" is __float2int_rz.
constexpr Spelling conversions[] = {
    {"f2i", "float2int"},    {"f2ui", "float2uint"},  {"f2ll", "float2ll"},    {"f2ull", "float2ull"},  {"d2i", "double2int"},
    {"d2ui", "double2uint"}, {"d2ll", "double2ll"},   {"d2ull", "double2ull"}, {"d2f", "double2float"}, {"i2f", "int2float"},
    {"ui2f", "uint2float"},  {"ll2f", "ll2float"},    {"ull2f", "ull2float"},  {"i2d", "int2double"},   {"ui2d", "uint2double"},
    {"ll2d", "ll2double"},   {"ull2d", "ull2double"},
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
  if (name == "d2i.hi") return "__double2hiint";
  if (name == "d2i.lo") return "__double2loint";
  if (takesHighWordFirst(function)) return "__hiloint2double";
  if (name.starts_with("barrier")) return name.str(); // of named barriers and of clusters
  const auto [part, rest] = name.split('.');
  const std::string first = part.str();
  if (const auto* conversion = std::ranges::find(conversions, first, &Spelling::intrinsic); conversion != std::end(conversions))
    return fmt::format("__{}_{}", conversion->source, rest.split('.').first.str());
  const auto* spelled = std::ranges::find(spellings, first, &Spelling::intrinsic);
  return spelled == std::end(spellings) ? first : spelled->source;
}

bool takesHighWordFirst(const llvm::Function& function) { return function.getName() == "llvm.nvvm.lohi.i2d"; }

bool isShuffle(const llvm::Function& function) { return function.getName().starts_with("llvm.nvvm.shfl.sync."); }

bool takesLanes(const llvm::Function& function) {
  return function.isIntrinsic() && function.arg_size() > 0 && llvm::StringRef(functionName(function)).ends_with("_sync");
}

std::uint64_t shuffleWidth(std::uint64_t segment) { return 32 - (segment >> 8 & 31); }

bool isBarrier(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isIntrinsic() && functionName(*callee) == "__syncthreads";
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

std::string operandRole(const llvm::Instruction& user, unsigned operand) {
  switch (user.getOpcode()) {
  case llvm::Instruction::Br:
    return "condition";
  case llvm::Instruction::Switch:
    return "selector";
  case llvm::Instruction::Load:
    return "address";
  case llvm::Instruction::Store:
    return operand == 0 ? "stored value" : "address";
  case llvm::Instruction::Select:
    return operand == 0 ? "condition" : "operand";
  case llvm::Instruction::GetElementPtr:
    return operand == 0 ? "base address" : "index";
  case llvm::Instruction::Call:
    return isBarrier(user) ? "barrier number" : "argument";
  case llvm::Instruction::Ret:
    return "returned value";
  default:
    return "operand";
  }
}

bool isBookkeeping(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->isAssumeLikeIntrinsic();
}

bool isOrdered(const llvm::Instruction& instruction) {
  return (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) && !instruction.isTerminator() &&
         !isBookkeeping(instruction);
}

} // namespace gevo::ir
