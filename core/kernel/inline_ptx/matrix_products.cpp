// mma: products of matrices that the lanes of a warp hold together.

#include "core/kernel/inline_ptx/matrix_call.h"
#include "core/kernel/inline_ptx/table.h"

#include <array>

namespace gevo::ir::assembly {

namespace {

/// "m16n8k16.row.col.f32.f16.f16.f32": LLVM names what the types of the result, the operands and the sums leave open.
std::string takeName(Translation& t) {
  const std::string shape = t.takePrefixed("m");
  if (!t.take("row") || !t.take("col")) return {};
  const std::string saturates = t.take("satfinite") ? ".satfinite" : "";
  std::array<std::string, 4> types;
  for (std::string& type : types) type = t.takePrefixed("");
  const auto& [result, a, b, sum] = types;
  const std::string named = a == "f16" ? result + "." + sum : a == b ? a : a + "." + b;
  return "llvm.nvvm.mma." + shape + ".row.col" + saturates + "." + named;
}

void multiply(Translation& t) {
  if (!t.take("sync") || !t.take("aligned") || t.operandCount() != 4) return t.markUnsupported();
  MatrixCall call;
  call.name = takeName(t);
  for (std::size_t i = 1; i < 4; ++i) addRegisters(call.registers, t.operand(i));
  addRegisters(call.results, t.operand(0));
  emitMatrixCall(t, call);
}

} // namespace

std::span<const Entry> matrixProductEntries() {
  static constexpr Entry entries[] = {{"mma", multiply, false}};
  return entries;
}

} // namespace gevo::ir::assembly
