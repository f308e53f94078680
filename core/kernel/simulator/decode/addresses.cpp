#include "core/kernel/simulator/decode/addresses.h"

#include "core/kernel/simulator/machine/memory.h"

#include "core/base/hash.h"
#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::sim {

namespace {

constexpr std::uint64_t symbolUnit = 64 << 10;
/// Functions have addresses for indirect calls; nothing can be read there.
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

} // namespace

Addresses globalAddresses(const llvm::Module& module) {
  Addresses addresses;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    if ((space != generic && space != global && space != constant) || variable.getSection() == "llvm.metadata") continue;
    const std::uint64_t size = std::max<std::uint64_t>(1, module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue());
    const Hash128 hash = hashText(std::string_view(variable.getName()));
    std::uint64_t start = symbolBase + (hash.low % (1ULL << 24)) * symbolUnit;
    // Addresses of two names rarely collide; the later one then moves up.
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
    std::uint64_t address = functionBase + (hashText(std::string_view(function.getName())).low % (1ULL << 24)) * functionUnit;
    while (!used.insert(address).second) address += functionUnit;
    addresses[&function] = address;
  }
  return addresses;
}

std::uint64_t addSharedAddresses(const llvm::Module& module, llvm::ArrayRef<const llvm::Function*> functions, Addresses& addresses) {
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

} // namespace gevo::sim
