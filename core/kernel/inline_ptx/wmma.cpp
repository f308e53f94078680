// wmma: loads, products and stores of matrices, of which only the instructions know what each lane holds.

#include "core/kernel/inline_ptx/matrix_call.h"
#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/table.h"

namespace gevo::ir::assembly {

namespace {

constexpr const char* family = "llvm.nvvm.wmma.";

/// "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {...}, [p], stride", and "wmma.store.d" with the address first.
void access(Translation& t, bool isLoad) {
  const std::string matrix = t.takeOneOf({"a", "b", "c", "d"}).str();
  const std::string layout = t.takeOneOf({"row", "col"}).str();
  const std::string shape = t.takePrefixed("m");
  if (t.operandCount() < 2 || t.operandCount() > 3 || layout.empty() || (matrix == "d") == isLoad) return t.markUnsupported();
  MatrixCall call;
  call.pointer = t.pointer(isLoad ? 1 : 0, takeSpace(t));
  if (t.operandCount() == 3) call.stride = t.in(2, wordType);
  call.name = std::string(family) + shape + (isLoad ? ".load." : ".store.") + matrix + "." + layout + (call.stride ? ".stride." : ".") +
              t.takePrefixed("");
  addRegisters(isLoad ? call.results : call.registers, t.operand(isLoad ? 0 : 1));
  emitMatrixCall(t, call);
}

/// "row.col.m16n16k16.f32.f32": the result's and the sums' types, where the operands are halves; else all four. LLVM names one of the
/// operands then.
std::string takeProductName(Translation& t) {
  const std::string shape = t.takePrefixed("m");
  const std::string rounding = t.takePrefixed("rn");
  const std::string saturates = t.take("satfinite") ? ".satfinite" : "";
  std::vector<std::string> parts; // the layouts of a and b, then types
  for (std::string part = t.takePrefixed(""); !part.empty(); part = t.takePrefixed("")) parts.push_back(part);
  if (parts.size() != 4 && parts.size() != 6) return {};
  const std::string types = parts.size() == 4 ? parts[2] + "." + parts[3] : parts[3];
  return std::string(family) + shape + ".mma." + parts[0] + "." + parts[1] + (rounding.empty() ? "" : "." + rounding) + "." + types +
         saturates;
}

void multiply(Translation& t) {
  if (t.operandCount() != 4) return t.markUnsupported();
  MatrixCall call;
  call.name = takeProductName(t);
  for (std::size_t i = 1; i < 4; ++i) addRegisters(call.registers, t.operand(i));
  addRegisters(call.results, t.operand(0));
  emitMatrixCall(t, call);
}

void run(Translation& t) {
  const llvm::StringRef operation = t.takeOneOf({"load", "store", "mma"});
  if (!t.take("sync") || !t.take("aligned") || operation.empty()) return t.markUnsupported();
  if (operation == "mma") return multiply(t);
  access(t, operation == "load");
}

} // namespace

std::span<const Entry> wmmaEntries() {
  static constexpr Entry entries[] = {{"wmma", run, false}};
  return entries;
}

} // namespace gevo::ir::assembly
