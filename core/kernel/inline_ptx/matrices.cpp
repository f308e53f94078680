// mma: products of matrices that the lanes of a warp hold together.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

#include <array>

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// Of a register that holds a value of the intrinsic's type.
Type registerType(const llvm::Type* type) {
  if (type->isVectorTy()) return {TypeKind::Float, 16, 2};
  return type->isFloatTy() ? Type{TypeKind::Float, 32} : wordType;
}

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
  const std::string name = takeName(t);
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (id == llvm::Intrinsic::not_intrinsic || llvm::Intrinsic::isOverloaded(id)) return t.markUnsupported();
  std::vector<Operand> operands;
  for (std::size_t i = 1; i < 4; ++i) operands.insert(operands.end(), t.operand(i).parts.begin(), t.operand(i).parts.end());
  const llvm::FunctionType* type = llvm::Intrinsic::getType(t.ir().getContext(), id);
  const auto* fields = llvm::dyn_cast<llvm::StructType>(type->getReturnType());
  const std::vector<Operand> results = t.operand(0).parts;
  if (!fields || fields->getNumElements() != results.size() || type->getNumParams() != operands.size()) return t.markUnsupported();
  std::vector<Value*> arguments;
  for (unsigned i = 0; i < operands.size(); ++i) arguments.push_back(t.read(operands[i], registerType(type->getParamType(i))));
  Value* product = t.call(name, arguments);
  for (unsigned i = 0; i < results.size(); ++i) t.write(results[i], t.ir().CreateExtractValue(product, i));
}

} // namespace

std::span<const Entry> matrixEntries() {
  static constexpr Entry entries[] = {{"mma", multiply, false}};
  return entries;
}

} // namespace gevo::ir::assembly
