#include "core/kernel/simulator/decode/scalar_types.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::sim {

namespace {

constexpr std::size_t mostScalars = 256;

bool flattenArray(llvm::ArrayType& array, const llvm::DataLayout& layout, ScalarFields& fields, std::uint64_t offset) {
  const std::uint64_t stride = layout.getTypeAllocSize(array.getElementType()).getFixedValue();
  for (std::uint64_t i = 0; i < array.getNumElements(); ++i) {
    const std::size_t before = fields.size();
    if (!flatten(array.getElementType(), layout, fields, offset + i * stride)) return false;
    if (fields.size() == before) break; // there may be any number of elements that hold nothing
  }
  return true;
}

} // namespace

bool flatten(llvm::Type* type, const llvm::DataLayout& layout, ScalarFields& fields, std::uint64_t offset) {
  if (fields.size() > mostScalars) return false;
  auto add = [&](CellKind cell, unsigned bits, bool floating, bool brain = false) {
    fields.push_back({{cell, static_cast<std::uint8_t>(bits), floating, brain}, offset, static_cast<std::uint8_t>((bits + 7) / 8)});
    return true;
  };
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    const unsigned bits = integer->getBitWidth();
    if (bits > 64) return false;
    return add(bits == 1 ? CellKind::Mask : bits <= 32 ? CellKind::Word : CellKind::Double, bits, false);
  }
  if (type->isHalfTy() || type->isBFloatTy()) return add(CellKind::Word, 16, true, type->isBFloatTy());
  if (type->isFloatTy()) return add(CellKind::Word, 32, true);
  if (type->isDoubleTy()) return add(CellKind::Double, 64, true);
  if (type->isPointerTy()) return add(CellKind::Double, 64, false);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t bits = layout.getTypeSizeInBits(vector->getElementType()).getFixedValue();
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      if (!flatten(vector->getElementType(), layout, fields, offset + i * bits / 8)) return false;
    return true;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* members = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!flatten(structure->getElementType(i), layout, fields, offset + members->getElementOffset(i))) return false;
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return flattenArray(*array, layout, fields, offset);
  return false;
}

std::string typeText(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

const ScalarFields& ScalarTypes::fieldsOf(llvm::Type* type) {
  const auto found = fields_.find(type);
  if (found != fields_.end()) return found->second;
  ScalarFields fields;
  if (!flatten(type, layout_, fields)) fields.clear();
  return fields_[type] = std::move(fields);
}

ScalarType ScalarTypes::scalarOf(const llvm::Value* value) {
  const ScalarFields& fields = fieldsOf(value->getType());
  return fields.empty() ? wordType : fields.front().type;
}

std::size_t ScalarTypes::firstField(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  std::size_t count = 0;
  for (const unsigned index : indices) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) count += fieldsOf(structure->getElementType(i)).size();
      type = structure->getElementType(index);
    } else {
      type = type->getArrayElementType();
      count += index * fieldsOf(type).size();
    }
  }
  return count;
}

} // namespace gevo::sim
