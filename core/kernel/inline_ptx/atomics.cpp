// atom and red.

#include "core/kernel/inline_ptx/scopes.h"
#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

#include <llvm/ADT/StringSwitch.h>

namespace gevo::ir::assembly {

namespace {

using llvm::AtomicOrdering;
using llvm::Value;
using A = llvm::AtomicRMWInst;

std::optional<A::BinOp> operationNamed(llvm::StringRef name, Type type) {
  if (type.isFloating())
    return llvm::StringSwitch<std::optional<A::BinOp>>(name)
        .Case("add", A::FAdd)
        .Case("min", A::FMin)
        .Case("max", A::FMax)
        .Case("exch", A::Xchg)
        .Default(std::nullopt);
  return llvm::StringSwitch<std::optional<A::BinOp>>(name)
      .Case("add", A::Add)
      .Case("and", A::And)
      .Case("or", A::Or)
      .Case("xor", A::Xor)
      .Case("exch", A::Xchg)
      .Case("min", type.isSigned() ? A::Min : A::UMin)
      .Case("max", type.isSigned() ? A::Max : A::UMax)
      .Case("inc", A::UIncWrap)
      .Case("dec", A::UDecWrap)
      .Default(std::nullopt);
}

/// Returns the old value in memory. `address`: index of the address operand; the value follows, for cas after the value to compare with.
Value* build(Translation& t, std::size_t address) {
  const AtomicOrdering ordering = takeOrdering(t).value_or(AtomicOrdering::Monotonic);
  const llvm::SyncScope::ID scope = takeScope(t);
  const unsigned space = takeSpace(t);
  const std::string name = t.takeOneOf({"add", "and", "or", "xor", "exch", "cas", "min", "max", "inc", "dec"}).str();
  t.take("noftz");
  const Type type = t.takeType();
  if (type.isPredicate() || type.bits > 64 || (type.lanes == 2 && !type.isFloating())) t.markUnsupported();
  Value* to = t.pointer(address, space);
  Value* value = t.in(address + 1, type);
  const llvm::Align alignment(type.width() / 8);
  if (name == "cas") {
    if (!type.isInteger()) {
      t.markUnsupported();
      return value;
    }
    const AtomicOrdering failure = llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering);
    Value* pair = t.ir().CreateAtomicCmpXchg(to, value, t.in(address + 2, type), alignment, ordering, failure, scope);
    return t.ir().CreateExtractValue(pair, 0);
  }
  const auto operation = operationNamed(name, type);
  if (!operation || t.operandCount() != address + 2) {
    t.markUnsupported();
    return value;
  }
  fenceBefore(t, ordering, scope);
  Value* old = t.ir().CreateAtomicRMW(*operation, to, value, alignment, AtomicOrdering::Monotonic, scope);
  fenceAfter(t, ordering, scope);
  return old;
}

void atomic(Translation& t) { t.out(0, build(t, 1)); }
void reduction(Translation& t) { build(t, 0); }

} // namespace

std::span<const Entry> atomicEntries() {
  static constexpr Entry entries[] = {{"atom", atomic, false}, {"red", reduction, false}};
  return entries;
}

} // namespace gevo::ir::assembly
