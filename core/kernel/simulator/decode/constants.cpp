#include "core/kernel/simulator/decode/constants.h"

#include "core/base/hash.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace gevo::sim {

namespace {
constexpr std::size_t mostScalars = 256;
constexpr std::uint64_t symbolUnit = 64 << 10;
/// Functions have addresses to be called by, nothing to be read.
constexpr std::uint64_t functionBase = 0x7c0000000000ULL;
constexpr std::uint64_t functionUnit = 16;

bool usedBy(const llvm::Value* value, const llvm::SmallPtrSetImpl<const llvm::Function*>& functions,
            llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  for (const llvm::User* user : value->users()) {
    if (!seen.insert(user).second) continue;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      if (functions.contains(instruction->getFunction())) return true;
    } else if (usedBy(user, functions, seen)) {
      return true;
    }
  }
  return false;
}

std::uint64_t valueMask(llvm::Type* type, const llvm::DataLayout& layout) {
  const std::uint64_t bits = type->isPointerTy() ? 64 : layout.getTypeSizeInBits(type).getFixedValue();
  return bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
}
} // namespace

bool flatten(llvm::Type* type, const llvm::DataLayout& layout, ScalarPlaces& places, std::uint64_t offset) {
  if (places.size() > mostScalars) return false;
  auto add = [&](CellKind cell, unsigned bits, bool floating, bool brain = false) {
    places.push_back({{cell, static_cast<std::uint8_t>(bits), floating, brain}, offset, static_cast<std::uint8_t>((bits + 7) / 8)});
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
      if (!flatten(vector->getElementType(), layout, places, offset + i * bits / 8)) return false;
    return true;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* parts = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!flatten(structure->getElementType(i), layout, places, offset + parts->getElementOffset(i))) return false;
    return true;
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      const std::size_t before = places.size();
      if (!flatten(array->getElementType(), layout, places, offset + i * stride)) return false;
      if (places.size() == before) break; // of elements that hold nothing there may be any number
    }
    return true;
  }
  return false;
}

Addresses placeGlobals(const llvm::Module& module) {
  Addresses addresses;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    if ((space != generic && space != global && space != constant) || variable.getSection() == "llvm.metadata") continue;
    const std::uint64_t size = std::max<std::uint64_t>(1, module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue());
    const Hash128 hash = hashText(std::string_view(variable.getName()));
    std::uint64_t start = symbolBase + (hash.low % (1ULL << 24)) * symbolUnit;
    // Two names rarely want the same place; the later one then moves up.
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& [from, to] : taken)
        if (start < to && from < start + size) {
          start = (to + symbolUnit - 1) / symbolUnit * symbolUnit;
          moved = true;
        }
    }
    taken.emplace_back(start, start + size + symbolUnit);
    addresses[&variable] = start;
  }
  llvm::DenseSet<std::uint64_t> used;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasAddressTaken()) continue;
    std::uint64_t place = functionBase + (hashText(std::string_view(function.getName())).low % (1ULL << 24)) * functionUnit;
    while (!used.insert(place).second) place += functionUnit;
    addresses[&function] = place;
  }
  return addresses;
}

std::uint64_t placeShared(const llvm::Module& module, llvm::ArrayRef<const llvm::Function*> functions, Addresses& addresses) {
  const llvm::SmallPtrSet<const llvm::Function*, 8> users(functions.begin(), functions.end());
  std::uint64_t end = 0;
  std::vector<const llvm::GlobalVariable*> dynamic;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != shared) continue;
    llvm::SmallPtrSet<const llvm::Value*, 8> seen;
    if (!usedBy(&variable, users, seen)) continue;
    if (variable.isDeclaration()) {
      dynamic.push_back(&variable);
      continue;
    }
    const llvm::DataLayout& layout = module.getDataLayout();
    const std::uint64_t alignment =
        std::max(layout.getABITypeAlign(variable.getValueType()).value(), variable.getAlign().valueOrOne().value());
    end = (end + alignment - 1) / alignment * alignment;
    addresses[&variable] = sharedWindow + end;
    end += layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
  }
  if (!dynamic.empty()) end = (end + 15) / 16 * 16;
  for (const llvm::GlobalVariable* variable : dynamic) addresses[variable] = sharedWindow + end;
  return end;
}

namespace {

std::optional<std::uint64_t> expressionBits(const llvm::ConstantExpr* expression, const llvm::DataLayout& layout,
                                            const Addresses& addresses) {
  const auto first = constantBits(expression->getOperand(0), layout, addresses);
  if (!first) return std::nullopt;
  const std::uint64_t mask = valueMask(expression->getType(), layout);
  switch (expression->getOpcode()) {
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::PtrToAddr:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::Trunc:
    return *first & mask;
  case llvm::Instruction::GetElementPtr: {
    llvm::APInt offset(64, 0);
    if (!llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout, offset)) return std::nullopt;
    return *first + offset.getZExtValue();
  }
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Xor: {
    const auto second = constantBits(expression->getOperand(1), layout, addresses);
    if (!second) return std::nullopt;
    const unsigned opcode = expression->getOpcode();
    return (opcode == llvm::Instruction::Add   ? *first + *second
            : opcode == llvm::Instruction::Sub ? *first - *second
                                               : *first ^ *second) &
           mask;
  }
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<std::uint64_t> constantBits(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return integer->getValue().getActiveBits() <= 64 ? std::optional(integer->getZExtValue()) : std::nullopt;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return bits.getBitWidth() <= 64 ? std::optional(bits.getZExtValue()) : std::nullopt;
  }
  if (llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull, llvm::ConstantAggregateZero>(constant)) return 0;
  if (const auto* value = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
    const auto found = addresses.find(value);
    return found == addresses.end() ? std::nullopt : std::optional(found->second);
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) return expressionBits(expression, layout, addresses);
  return std::nullopt;
}

bool constantScalars(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses,
                     llvm::SmallVectorImpl<std::uint64_t>& bits) {
  llvm::Type* type = constant->getType();
  std::uint64_t elements = 0;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    elements = vector->getNumElements();
  else if (type->isAggregateType())
    elements = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  else {
    const auto value = constantBits(constant, layout, addresses);
    if (value) bits.push_back(*value);
    return value.has_value();
  }
  for (unsigned i = 0; i < elements; ++i) {
    const llvm::Constant* element = constant->getAggregateElement(i);
    if (!element || !constantScalars(element, layout, addresses, bits)) return false;
  }
  return true;
}

bool initialBytes(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses, std::uint64_t offset,
                  Bytes& bytes) {
  if (llvm::isa<llvm::UndefValue, llvm::ConstantAggregateZero, llvm::ConstantPointerNull>(constant)) return true;
  llvm::Type* type = constant->getType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!initialBytes(constant->getAggregateElement(i), layout, addresses,
                        offset + layout.getStructLayout(structure)->getElementOffset(i), bytes))
        return false;
    return true;
  }
  if (type->isArrayTy() || type->isVectorTy()) {
    const bool isArray = type->isArrayTy();
    const std::uint64_t count = isArray ? type->getArrayNumElements() : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    const std::uint64_t stride = layout.getTypeAllocSize(isArray ? type->getArrayElementType() : type->getScalarType()).getFixedValue();
    for (unsigned i = 0; i < count; ++i)
      if (!initialBytes(constant->getAggregateElement(i), layout, addresses, offset + i * stride, bytes)) return false;
    return true;
  }
  const auto bits = constantBits(constant, layout, addresses);
  if (!bits) return false;
  const std::uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
  for (std::uint64_t i = 0; i < size && offset + i < bytes.size(); ++i)
    bytes[offset + i] = static_cast<std::uint8_t>(i < 8 ? *bits >> (8 * i) : 0);
  return true;
}

} // namespace gevo::sim
