#include "core/kernel/simulator/decode/constants.h"

#include <llvm/IR/Operator.h>

namespace gevo::sim {

namespace {

std::uint64_t valueMask(llvm::Type* type, const llvm::DataLayout& layout) {
  const std::uint64_t bits = type->isPointerTy() ? 64 : layout.getTypeSizeInBits(type).getFixedValue();
  return bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
}

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
