// Multi-word arithmetic: the carry flag is a value that one instruction passes to the next.

#include "core/kernel/inline_ptx/carry.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// left + right, with the flag added where `usesCarry`, and the new flag where `setsCarry`.
Value* sum(Translation& t, Value* left, Value* right, bool usesCarry, bool setsCarry) {
  Builder& ir = t.ir();
  Value* carryIn = ir.CreateZExt(t.carry(), left->getType());
  Value* plain = ir.CreateAdd(left, right);
  Value* whole = usesCarry ? ir.CreateAdd(plain, carryIn) : plain;
  if (!setsCarry) return whole;
  Value* carryOut = ir.CreateICmpULT(plain, left);
  if (usesCarry) carryOut = ir.CreateOr(carryOut, ir.CreateICmpULT(whole, plain));
  t.carry() = carryOut;
  return whole;
}

Type takeCarryType(Translation& t) {
  const Type type = t.takeType();
  if (!type.isInteger() || type.lanes != 1 || type.bits < 32) t.markUnsupported();
  return type;
}

/// add.cc, addc and addc.cc
void addWithCarry(Translation& t) {
  const Type type = takeCarryType(t);
  t.out(0, sum(t, t.in(1, type), t.in(2, type), true, t.take("cc")));
}

/// The flag is the borrow.
Value* difference(Translation& t, Type type, bool usesBorrow, bool setsBorrow) {
  Builder& ir = t.ir();
  Value* left = t.in(1, type);
  Value* right = t.in(2, type);
  Value* plain = ir.CreateSub(left, right);
  Value* whole = usesBorrow ? ir.CreateSub(plain, ir.CreateZExt(t.carry(), left->getType())) : plain;
  if (!setsBorrow) return whole;
  Value* borrow = ir.CreateICmpULT(left, right);
  if (usesBorrow) borrow = ir.CreateOr(borrow, ir.CreateICmpULT(plain, whole));
  t.carry() = borrow;
  return whole;
}

void subtractWithCarry(Translation& t) {
  const Type type = takeCarryType(t);
  t.out(0, difference(t, type, true, t.take("cc")));
}

void multiplyAdd(Translation& t, bool usesCarry, bool setsCarry) {
  const Type type = takeCarryType(t);
  const bool isHigh = t.take("hi");
  if (!isHigh && !t.take("lo")) return t.markUnsupported();
  Value* a = t.in(1, type);
  Value* b = t.in(2, type);
  Value* product = nullptr;
  if (!isHigh)
    product = t.ir().CreateMul(a, b);
  else if (type.bits == 32)
    product = t.call(type.isSigned() ? "llvm.nvvm.mulhi.i" : "llvm.nvvm.mulhi.ui", {a, b});
  else
    product = t.call(type.isSigned() ? "llvm.nvvm.mulhi.ll" : "llvm.nvvm.mulhi.ull", {a, b});
  t.out(0, sum(t, product, t.in(3, type), usesCarry, setsCarry));
}

void multiplyAddWithCarry(Translation& t) { multiplyAdd(t, true, t.take("cc")); }

} // namespace

void addSettingCarry(Translation& t) {
  const Type type = takeCarryType(t);
  t.out(0, sum(t, t.in(1, type), t.in(2, type), false, true));
}
void subtractSettingCarry(Translation& t) { t.out(0, difference(t, takeCarryType(t), false, true)); }
void multiplyAddSettingCarry(Translation& t) { multiplyAdd(t, false, true); }

bool isWideMultiplyAdd(const Statement& low, const Statement& high) {
  const auto isPlain = [](const Statement& statement, const char* opcode, const std::vector<std::string>& modifiers) {
    return !statement.guard && statement.opcode == opcode && statement.modifiers == modifiers && statement.operands.size() == 4;
  };
  if (!isPlain(low, "mad", {"lo", "cc", "u32"}) || !isPlain(high, "madc", {"hi", "u32"})) return false;
  const auto isRegister = [](const Operand& operand) { return operand.kind == OperandKind::Register; };
  for (std::size_t i = 0; i < 3; ++i)
    if (!isRegister(low.operands[i]) || !isRegister(high.operands[i])) return false;
  for (std::size_t i = 1; i < 3; ++i)
    if (low.operands[i].number != high.operands[i].number || low.operands[i].number == low.operands[0].number) return false;
  return high.operands[3].kind == OperandKind::Integer && high.operands[3].number == 0;
}

bool wideMultiplyAdd(Translation& t, const Statement& low, const Statement& high) {
  Builder& ir = t.ir();
  const auto wide = [&](const Operand& operand) { return ir.CreateZExt(t.read(operand, wordType), ir.getInt64Ty()); };
  Value* sum = ir.CreateAdd(ir.CreateMul(wide(low.operands[1]), wide(low.operands[2])), wide(low.operands[3]));
  t.write(low.operands[0], ir.CreateTrunc(sum, ir.getInt32Ty()));
  t.write(high.operands[0], ir.CreateTrunc(ir.CreateLShr(sum, 32), ir.getInt32Ty()));
  return !t.isUnsupported();
}

std::span<const Entry> carryEntries() {
  static constexpr Entry entries[] = {{"addc", addWithCarry}, {"subc", subtractWithCarry}, {"madc", multiplyAddWithCarry}};
  return entries;
}

} // namespace gevo::ir::assembly
