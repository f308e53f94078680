// Asynchronous copies from global to shared memory, in groups that a thread waits for. Bulk copies and those that tell an mbarrier are not
// translated.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

#include <llvm/IR/Constants.h>

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// An operand that must be a constant; empty: it is not.
std::optional<std::uint64_t> constantAt(Translation& t, std::size_t i) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(t.in(i, wordType));
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

void copy(Translation& t) {
  const std::string cache = t.takeOneOf({"ca", "cg"}).str();
  if (cache.empty() || (!t.take("shared") && !t.take("shared::cta")) || !t.take("global")) return t.markUnsupported();
  while (!t.takePrefixed("L2::").empty())
    ;
  if (t.operandCount() < 3 || t.operandCount() > 4) return t.markUnsupported();
  const auto bytes = constantAt(t, 2);
  if (!bytes || (*bytes != 16 && (cache == "cg" || (*bytes != 4 && *bytes != 8)))) return t.markUnsupported();
  llvm::SmallVector<Value*, 3> arguments{t.pointer(0, 3), t.pointer(1, 1)};
  std::string name = "llvm.nvvm.cp.async." + cache + ".shared.global." + std::to_string(*bytes);
  if (t.operandCount() == 4) {
    Value* size = t.in(3, wordType);
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (!known || known->getZExtValue() != *bytes) {
      name += ".s";
      arguments.push_back(size);
    }
  }
  t.call(name, arguments);
}

void asyncCopy(Translation& t) {
  if (!t.take("async")) return t.markUnsupported();
  if (t.take("commit_group")) {
    t.call("llvm.nvvm.cp.async.commit.group", {});
  } else if (t.take("wait_all")) {
    t.call("llvm.nvvm.cp.async.wait.all", {});
  } else if (t.take("wait_group")) {
    const auto groups = t.operandCount() == 1 ? constantAt(t, 0) : std::nullopt;
    if (!groups) return t.markUnsupported();
    t.call("llvm.nvvm.cp.async.wait.group", t.constant(wordType, *groups));
  } else {
    copy(t);
  }
}

} // namespace

std::span<const Entry> asyncCopyEntries() {
  static constexpr Entry entries[] = {{"cp", asyncCopy, false}};
  return entries;
}

} // namespace gevo::ir::assembly
