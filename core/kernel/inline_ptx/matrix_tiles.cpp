// ldmatrix, stmatrix: tiles of matrices between shared memory and the lanes of a warp.

#include "core/kernel/inline_ptx/matrix_call.h"
#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/table.h"

namespace gevo::ir::assembly {

namespace {

/// "m8n8.x4.trans.shared.b16", in any order.
void access(Translation& t, const std::string& opcode, std::size_t address, std::size_t registers) {
  const bool isLoad = opcode == "ldmatrix";
  const std::string count = t.takeOneOf({"x1", "x2", "x4"}).str();
  const std::string transposed = t.take("trans") ? ".trans" : "";
  if (!t.take("sync") || !t.take("aligned") || !t.take("m8n8") || !t.take("b16") || count.empty() || t.operandCount() != 2)
    return t.markUnsupported();
  MatrixCall call;
  call.name = "llvm.nvvm." + opcode + ".sync.aligned.m8n8." + count + transposed + ".b16";
  const unsigned space = takeSpace(t);
  if (space != genericSpace && space != sharedSpace) return t.markUnsupported();
  call.pointer = t.pointer(address, space);
  addRegisters(isLoad ? call.results : call.registers, t.operand(registers));
  emitMatrixCall(t, call);
}

void load(Translation& t) { access(t, "ldmatrix", 1, 0); }
void store(Translation& t) { access(t, "stmatrix", 0, 1); }

} // namespace

std::span<const Entry> matrixTileEntries() {
  static constexpr Entry entries[] = {{"ldmatrix", load, false}, {"stmatrix", store, false}};
  return entries;
}

} // namespace gevo::ir::assembly
