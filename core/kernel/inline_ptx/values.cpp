// Values of registers in the types that instructions need.

#include "core/kernel/inline_ptx/translation.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <bit>

namespace gevo::ir::assembly {

namespace {

/// The literal's value (bits of a double) rounded to the nearest narrower float.
llvm::APFloat floatOf(std::uint64_t bits, const llvm::fltSemantics& semantics) {
  llvm::APFloat value(std::bit_cast<double>(bits));
  bool isInexact = false;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return value;
}

/// The pointer in `space` whose 32-bit address `number` is, perhaps extended; null where it is unknown.
llvm::Value* pointerBehind(llvm::Value* number, unsigned space) {
  for (const unsigned opcode : {unsigned{llvm::Instruction::ZExt}, unsigned{llvm::Instruction::Trunc}}) {
    auto* cast = llvm::dyn_cast<llvm::Operator>(number);
    if (cast && cast->getOpcode() == opcode) number = cast->getOperand(0);
  }
  auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(number);
  return address && address->getPointerAddressSpace() == space ? address->getPointerOperand() : nullptr;
}

/// Shared memory that the driver reserves in each block for cooperative groups: at least 288 bytes, according to their header.
llvm::Constant* reservedShared(llvm::Module& module) {
  constexpr const char* name = "gevo.reserved.shared";
  if (llvm::GlobalVariable* variable = module.getNamedGlobal(name)) return variable;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 288);
  auto* variable = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type), name,
                                            nullptr, llvm::GlobalValue::NotThreadLocal, 3);
  variable->setAlignment(llvm::Align(16));
  return variable;
}

} // namespace

/// Registers that were never written are zero: any value would do, and this one is deterministic.
llvm::Value* Translation::valueOf(const Register& reg) const {
  if (reg.value) return reg.value;
  return llvm::ConstantInt::get(llvm::IntegerType::get(ir_.getContext(), reg.bits), 0);
}

llvm::Value* Translation::asInteger(llvm::Value* value, unsigned bits) {
  if (value->getType()->isPointerTy()) value = ir_.CreatePtrToInt(value, ir_.getInt64Ty());
  llvm::Type* type = value->getType();
  if (!type->isIntegerTy()) {
    value = ir_.CreateBitCast(value, ir_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue())));
    type = value->getType();
  }
  return type->getIntegerBitWidth() > bits ? ir_.CreateTrunc(value, ir_.getIntNTy(bits)) : value;
}

llvm::Value* Translation::convert(llvm::Value* value, unsigned bits, llvm::Type* type) {
  if (value->getType() == type) return value;
  if (type->isPointerTy()) return ir_.CreateIntToPtr(asInteger(value, bits), type);
  value = value->getType()->isPointerTy() ? asInteger(value, bits) : value;
  return ir_.CreateBitCast(value, type);
}

llvm::Value* Translation::immediate(const Operand& operand, Type type) {
  llvm::Type* own = type.in(ir_.getContext());
  if (operand.kind == OperandKind::Integer) {
    if (type.isPredicate()) return ir_.getInt1(operand.number != 0);
    if (type.isInteger() && type.lanes == 1) return constant(type, operand.number);
    markUnsupported();
    return llvm::Constant::getNullValue(own);
  }
  if (type.isFloating() && type.lanes == 1) return llvm::ConstantFP::get(own, floatOf(operand.number, own->getFltSemantics()));
  if (type.kind == TypeKind::Bits && type.bits == 64) return constant(type, operand.number);
  if (type.kind == TypeKind::Bits && type.bits == 32)
    return constant(type, floatOf(operand.number, llvm::APFloat::IEEEsingle()).bitcastToAPInt().getZExtValue());
  markUnsupported();
  return llvm::Constant::getNullValue(own);
}

/// "%lanemask_lt" is llvm.nvvm.read.ptx.sreg.lanemask.lt, but some keep their underscores.
llvm::Value* Translation::specialRegister(const std::string& name, Type type) {
  if (name == "WARP_SZ") return constant(type, 32);
  if (name == "%reserved_smem_offset_1" && type.isInteger() && type.width() == 32)
    return ir_.CreateTrunc(ir_.CreatePtrToInt(reservedShared(*ir_.GetInsertBlock()->getModule()), ir_.getInt64Ty()), ir_.getInt32Ty());
  const std::string prefix = "llvm.nvvm.read.ptx.sreg.";
  std::string own = name.substr(1);
  if (llvm::Intrinsic::lookupIntrinsicID(prefix + own) == llvm::Intrinsic::not_intrinsic) std::ranges::replace(own, '_', '.');
  if (llvm::Intrinsic::lookupIntrinsicID(prefix + own) != llvm::Intrinsic::not_intrinsic) {
    llvm::Value* value = call(prefix + own, {});
    if (type.isInteger() && type.lanes == 1) return ir_.CreateZExtOrTrunc(value, type.in(ir_.getContext()));
  }
  markUnsupported();
  return llvm::Constant::getNullValue(type.in(ir_.getContext()));
}

llvm::Value* Translation::read(const Operand& operand, Type type) {
  llvm::Type* own = type.in(ir_.getContext());
  if (operand.kind == OperandKind::Integer || operand.kind == OperandKind::Float) return immediate(operand, type);
  if (operand.kind == OperandKind::Special) return specialRegister(operand.name, type);
  if (operand.kind == OperandKind::Register) {
    const Register& reg = registers_[operand.number];
    const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(reg.value);
    if (reg.isImmediate && integer) {
      Operand literal;
      literal.kind = OperandKind::Integer;
      literal.number = static_cast<std::uint64_t>(integer->getSExtValue());
      return immediate(literal, type);
    }
    if ((reg.bits == 1) == type.isPredicate() && reg.bits >= type.width()) {
      llvm::Value* value = valueOf(reg);
      if (reg.bits > type.width()) value = asInteger(value, type.width());
      value = convert(value, type.width(), own);
      if (!operand.negated) return value;
      if (type.isPredicate()) return ir_.CreateNot(value);
    }
  }
  markUnsupported();
  return llvm::Constant::getNullValue(own);
}

llvm::Value* Translation::asPointer(const Operand& operand, unsigned space) {
  llvm::PointerType* own = llvm::PointerType::get(ir_.getContext(), space);
  const bool isWindow = space != 0 && space != 1; // with 32-bit addresses
  if (operand.kind == OperandKind::Register) {
    const Register& reg = registers_[operand.number];
    if (reg.bits == 64 || (reg.bits == 32 && isWindow)) {
      llvm::Value* value = valueOf(reg);
      // Other spaces have their own origin, but global addresses equal generic ones.
      const auto* pointer = llvm::dyn_cast<llvm::PointerType>(value->getType());
      if (pointer && pointer->getAddressSpace() == space) return value;
      if (pointer && pointer->getAddressSpace() <= 1 && space <= 1) return ir_.CreateAddrSpaceCast(value, own);
      if (isWindow)
        if (llvm::Value* known = pointerBehind(value, space)) return known;
      return ir_.CreateIntToPtr(asInteger(value, reg.bits), own);
    }
  }
  markUnsupported();
  return llvm::ConstantPointerNull::get(own);
}

llvm::Value* Translation::pointer(std::size_t i, unsigned space) {
  const Operand& address = operand(i);
  if (address.kind != OperandKind::Address || address.parts.size() != 1) {
    markUnsupported();
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(ir_.getContext(), space));
  }
  llvm::Value* base = asPointer(address.parts[0], space);
  return address.number == 0 ? base : ir_.CreatePtrAdd(base, ir_.getInt64(address.number));
}

void Translation::write(const Operand& operand, llvm::Value* value, bool isSigned) {
  if (operand.kind == OperandKind::Sink) return;
  if (operand.kind != OperandKind::Register || operand.negated || registers_[operand.number].isImmediate) return markUnsupported();
  Register& reg = registers_[operand.number];
  llvm::Type* type = value->getType();
  const unsigned bits = type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  if ((bits == 1) != (reg.bits == 1) || bits > reg.bits) return markUnsupported();
  if (bits < reg.bits) {
    value = asInteger(value, bits);
    llvm::Type* wider = ir_.getIntNTy(reg.bits);
    value = isSigned ? ir_.CreateSExt(value, wider) : ir_.CreateZExt(value, wider);
  }
  if (guard_) {
    llvm::Value* old = valueOf(reg);
    if (old->getType() != value->getType()) {
      old = asInteger(old, reg.bits);
      value = asInteger(value, reg.bits);
    }
    value = ir_.CreateSelect(guard_, value, old);
  }
  reg.value = value;
}

} // namespace gevo::ir::assembly
