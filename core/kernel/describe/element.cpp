#include "core/kernel/describe/element.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <cstdlib>

namespace gevo::ir {

namespace {

using llvm::Value;

llvm::Type* typeOf(const Value& object) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object)) return global->getValueType();
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object)) return local->getAllocatedType();
  return nullptr;
}

/// Bytes from one element to the next, outermost dimension first; empty where there are none of one size.
llvm::SmallVector<std::int64_t, 3> stridesOf(const Value& base, std::uint64_t size, llvm::Type* stepped, const llvm::DataLayout& layout) {
  llvm::SmallVector<std::int64_t, 3> strides;
  llvm::Type* type = typeOf(base);
  while (const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(type)) {
    type = array->getElementType();
    strides.push_back(static_cast<std::int64_t>(layout.getTypeAllocSize(type)));
  }
  if (type && type->isStructTy()) return {};
  // Of `extern __shared__ float x[]` the type says nothing about its length, and of a pointer nothing at all.
  if (strides.empty()) {
    const bool saysMore = stepped && stepped->isSized() && !stepped->isStructTy() && !stepped->isIntegerTy(8); // bytes are anything's
    if (size == 0 && saysMore) size = layout.getTypeAllocSize(stepped);
    if (size > 0) strides.push_back(static_cast<std::int64_t>(size));
  }
  if (!strides.empty() && size > 0 && static_cast<std::int64_t>(size) > strides.back()) return {}; // several elements at once
  return strides;
}

/// Without typedefs, const and the like.
const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
      type = derived->getBaseType();
      continue;
    default:
      return type;
    }
  }
  return type;
}

/// Of a variable that is a pointer; null where it is none, or nobody knows.
const llvm::DIType* pointeeOf(const Value& base, const VariableTypes& types) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(types.lookup(&base)));
  return pointer && pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type ? plain(pointer->getBaseType()) : nullptr;
}

/// ".position.x": the member at that byte of a value of the type. Nothing where the type has none there.
std::optional<std::string> memberAt(const llvm::DIType* type, std::uint64_t byte, std::uint64_t size) {
  type = plain(type);
  if (!type) return std::nullopt;
  if (byte == 0 && (size == 0 || type->getSizeInBits() / 8 == size)) return std::string();
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (!composite || (composite->getTag() != llvm::dwarf::DW_TAG_structure_type && composite->getTag() != llvm::dwarf::DW_TAG_class_type))
    return std::nullopt;
  for (const llvm::DINode* element : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member || member->getTag() != llvm::dwarf::DW_TAG_member || member->isStaticMember()) continue;
    const std::uint64_t begin = member->getOffsetInBits() / 8;
    if (byte < begin || byte >= begin + member->getSizeInBits() / 8) continue;
    const auto inner = memberAt(member->getBaseType(), byte - begin, size);
    return inner ? std::optional("." + member->getName().str() + *inner) : std::nullopt;
  }
  return std::nullopt;
}

const llvm::DIType* typeInSource(const llvm::GlobalVariable& global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> variables;
  global.getDebugInfo(variables);
  return variables.empty() ? nullptr : variables.front()->getVariable()->getType();
}

struct MemberArray {
  std::string name;
  std::int64_t begin = 0; ///< byte in the struct
  std::int64_t stride = 0;
};

/// The array in a struct that holds that byte.
std::optional<MemberArray> memberArrayAt(const llvm::DIType* type, std::uint64_t byte) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!composite) return std::nullopt;
  for (const llvm::DINode* element : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member || member->getTag() != llvm::dwarf::DW_TAG_member || member->isStaticMember()) continue;
    const std::uint64_t begin = member->getOffsetInBits() / 8;
    if (byte < begin || byte >= begin + member->getSizeInBits() / 8) continue;
    const auto* array = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain(member->getBaseType()));
    if (!array || array->getTag() != llvm::dwarf::DW_TAG_array_type || array->getElements().size() != 1) return std::nullopt;
    const llvm::DIType* item = plain(array->getBaseType());
    if (!item || item->getSizeInBits() == 0) return std::nullopt;
    return MemberArray{"." + member->getName().str(), static_cast<std::int64_t>(begin),
                       static_cast<std::int64_t>(item->getSizeInBits() / 8)};
  }
  return std::nullopt;
}

/// `x << 2` with a factor of 1 is x with a factor of 4.
void peel(const Value*& value, std::int64_t& factor) {
  while (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
    if (!number || number->getBitWidth() > 64) return;
    const std::int64_t amount = number->getSExtValue();
    std::int64_t by = 0;
    if (operation->getOpcode() == llvm::Instruction::Shl && amount >= 0 && amount < 32) by = std::int64_t{1} << amount;
    if (operation->getOpcode() == llvm::Instruction::Mul && amount > 0) by = amount;
    std::int64_t product = 0;
    if (by == 0 || llvm::MulOverflow(factor, by, product)) return;
    factor = product;
    value = operation->getOperand(0);
  }
}

} // namespace

std::optional<Element> elementOf(const Value& pointer, std::uint64_t size, const llvm::DataLayout& layout, const VariableTypes& types) {
  const unsigned bits = layout.getIndexTypeSizeInBits(pointer.getType());
  llvm::SmallMapVector<Value*, llvm::APInt, 4> variable;
  llvm::APInt constant(bits, 0);
  llvm::Type* stepped = nullptr;
  const Value* base = pointer.stripPointerCasts();
  while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (address->getType()->isVectorTy() || layout.getIndexTypeSizeInBits(address->getType()) != bits) return std::nullopt;
    if (!address->collectOffset(layout, bits, variable, constant)) return std::nullopt;
    if (!stepped) stepped = address->getResultElementType();
    base = address->getPointerOperand()->stripPointerCasts();
  }
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base); global && global->getValueType()->isStructTy()) {
    const auto member = variable.empty() ? memberAt(typeInSource(*global), constant.getZExtValue(), size) : std::nullopt;
    return member ? std::optional(Element{base, {}, *member}) : std::nullopt;
  }
  const llvm::DIType* pointee = typeOf(*base) ? nullptr : pointeeOf(*base, types);
  const std::int64_t bytes = pointee ? static_cast<std::int64_t>(pointee->getSizeInBits() / 8) : 0;
  auto strides = stridesOf(*base, size, stepped, layout);
  if (bytes > 0) strides = {bytes};
  std::int64_t rest = constant.getSExtValue();
  const std::int64_t byte = bytes > 0 ? ((rest % bytes) + bytes) % bytes : 0;
  const bool isInside = bytes > 0 && llvm::any_of(variable, [&](const auto& term) { return term.second.getSExtValue() % bytes != 0; });
  const auto array = isInside ? memberArrayAt(pointee, static_cast<std::uint64_t>(byte)) : std::nullopt;
  if (array) {
    strides.push_back(array->stride);
    rest -= array->begin;
  }
  if (strides.empty() || static_cast<std::int64_t>(size) > strides.back() || llvm::is_contained(strides, 0)) return std::nullopt;
  Element element{base, {}};
  element.subscripts.resize(strides.size());
  for (const auto& [term, scale] : variable) {
    const Value* value = term;
    std::int64_t factor = scale.getSExtValue();
    const auto fits = [&] { return llvm::any_of(strides, [&](std::int64_t stride) { return factor % stride == 0; }); };
    if (!fits()) peel(value, factor);
    if (!fits()) return std::nullopt;
    const auto* dimension = llvm::find_if(strides, [&](std::int64_t stride) { return factor % stride == 0; });
    element.subscripts[static_cast<std::size_t>(dimension - strides.begin())].terms.push_back({value, factor / *dimension});
  }
  if (array) {
    element.member = array->name;
  } else if (bytes > 0) {
    const auto member = memberAt(pointee, static_cast<std::uint64_t>(byte), size);
    if (!member) return std::nullopt;
    element.member = *member;
    rest -= byte;
  }
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::int64_t inside = array && i == 0 ? byte - array->begin : 0;
    std::int64_t count = (rest - inside) / strides[i];
    // tile[ty + 1][tx - 1], not tile[ty][tx + 15]
    const bool innerVaries = !array && i + 1 < strides.size() && !element.subscripts[i + 1].terms.empty();
    if (const std::int64_t over = rest - count * strides[i]; innerVaries && 2 * std::abs(over) > strides[i]) count += over > 0 ? 1 : -1;
    element.subscripts[i].constant = count;
    rest -= count * strides[i];
  }
  if (rest != 0) return std::nullopt;
  if (array) element.inMember = element.subscripts.pop_back_val();
  return element;
}

} // namespace gevo::ir
