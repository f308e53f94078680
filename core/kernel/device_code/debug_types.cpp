#include "core/kernel/device_code/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

namespace gevo::program {

namespace dwarf = llvm::dwarf;

namespace {

constexpr unsigned deepestNesting = 4;

/// Through typedefs and qualifiers. `isConst` is set when one of them is const.
const llvm::DIType* plainType(const llvm::DIType* type, bool* isConst = nullptr) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    const bool qualifier = tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type || tag == dwarf::DW_TAG_restrict_type ||
                           tag == dwarf::DW_TAG_typedef;
    if (!qualifier) break;
    if (tag == dwarf::DW_TAG_const_type && isConst != nullptr) *isConst = true;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIDerivedType* asPointer(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plainType(type));
  if (derived == nullptr) return nullptr;
  const unsigned tag = derived->getTag();
  return tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ? derived : nullptr;
}

/// Data members of a structure, base classes included; nothing of unions, whose members overlap.
std::vector<const llvm::DIDerivedType*> members(const llvm::DIType* type) {
  std::vector<const llvm::DIDerivedType*> found;
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (composite == nullptr) return found;
  if (composite->getTag() != dwarf::DW_TAG_structure_type && composite->getTag() != dwarf::DW_TAG_class_type) return found;
  for (const llvm::DINode* element : composite->getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember()) continue;
    if (member->getTag() == dwarf::DW_TAG_member || member->getTag() == dwarf::DW_TAG_inheritance) found.push_back(member);
  }
  return found;
}

std::optional<ElementType> basicType(const llvm::DIBasicType& type) {
  const std::uint64_t bits = type.getSizeInBits();
  const auto pick = [&](ElementType b8, ElementType b16, ElementType b32, ElementType b64) -> std::optional<ElementType> {
    if (bits == 8) return b8;
    if (bits == 16) return b16;
    if (bits == 32) return b32;
    if (bits == 64) return b64;
    return std::nullopt;
  };
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_float: {
    if (type.getName() == "__bf16") return ElementType::Bf16;
    if (bits < 16) return std::nullopt;
    return pick(ElementType::U8, ElementType::F16, ElementType::F32, ElementType::F64);
  }
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return pick(ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64);
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_boolean:
  case dwarf::DW_ATE_UTF:
    return pick(ElementType::U8, ElementType::U16, ElementType::U32, ElementType::U64);
  default:
    return std::nullopt;
  }
}

std::optional<ElementType> elementTypeAt(const llvm::DIType* type, unsigned depth) {
  type = plainType(type);
  if (type == nullptr || depth > deepestNesting) return std::nullopt;
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) return basicType(*basic);
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return std::nullopt;
  // The toolkit's half types are structures around an unsigned short.
  if (composite->getName() == "__half" || composite->getName() == "__half2") return ElementType::F16;
  if (composite->getName() == "__nv_bfloat16" || composite->getName() == "__nv_bfloat162") return ElementType::Bf16;
  if (composite->getTag() == dwarf::DW_TAG_array_type || composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return elementTypeAt(composite->getBaseType(), depth + 1);
  std::optional<ElementType> common;
  std::uint64_t bits = 0;
  for (const llvm::DIDerivedType* member : members(composite)) {
    const auto type = elementTypeAt(member->getBaseType(), depth + 1);
    if (!type || (common && *common != *type)) return std::nullopt;
    common = type;
    bits += member->getSizeInBits();
  }
  // Padding would be compared as an element, too.
  return bits == composite->getSizeInBits() ? common : std::nullopt;
}

void collectPointers(const llvm::DIType* type, const std::string& name, PointerParameter parameter, unsigned depth,
                     std::vector<PointerParameter>& found) {
  if (const llvm::DIDerivedType* pointer = asPointer(type)) {
    bool isConst = false;
    plainType(pointer->getBaseType(), &isConst);
    parameter.name = name;
    parameter.type = elementTypeOf(pointer->getBaseType());
    parameter.writes = !isConst;
    found.push_back(std::move(parameter));
    return;
  }
  if (depth == deepestNesting) return;
  for (const llvm::DIDerivedType* member : members(plainType(type))) {
    PointerParameter inner = parameter;
    inner.offset += static_cast<std::uint32_t>(member->getOffsetInBits() / 8);
    const std::string memberName = member->getName().empty() ? name : name + "." + member->getName().str();
    collectPointers(member->getBaseType(), memberName, std::move(inner), depth + 1, found);
  }
}

} // namespace

std::optional<ElementType> elementTypeOf(const llvm::DIType* type) { return elementTypeAt(type, 0); }

std::vector<PointerParameter> pointerParameters(const llvm::Function& kernel) {
  std::vector<PointerParameter> found;
  const llvm::DISubprogram* subprogram = kernel.getSubprogram();
  if (subprogram == nullptr) return found;
  for (const llvm::DINode* node : subprogram->getRetainedNodes()) {
    const auto* variable = llvm::dyn_cast_or_null<llvm::DILocalVariable>(node);
    if (variable == nullptr || variable->getArg() == 0 || variable->getArg() > kernel.arg_size()) continue;
    PointerParameter parameter;
    parameter.argument = variable->getArg() - 1;
    collectPointers(variable->getType(), variable->getName().str(), std::move(parameter), 0, found);
  }
  return found;
}

} // namespace gevo::program
