#include "core/kernel/simulator/decode/hoisting.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace gevo::sim {

namespace {

/// More would push what changes out of the fast cache.
constexpr std::size_t mostHoisted = 64;

std::optional<Hoisted> ofRegister(llvm::StringRef name) {
  if (name.starts_with("ctaid.") || name.starts_with("clusterid.")) return Hoisted{true, false, name != "ctaid.x"};
  if (name.starts_with("ntid.") || name.starts_with("nctaid.") || name.starts_with("warpsize")) return Hoisted{};
  if (name.starts_with("tid.") || name.starts_with("laneid") || name.starts_with("lanemask")) return Hoisted{false, true, false};
  return std::nullopt;
}

/// What checks and clamps indices gives the same in most blocks.
bool isBound(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::MinMaxIntrinsic>(instruction);
}

bool isPure(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return call->doesNotAccessMemory() && !call->isConvergent();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst, llvm::GetElementPtrInst>(
      instruction);
}

/// The same in all threads of a block, but not in all blocks.
bool isPerBlock(const Hoisted& kind) { return kind.changesWithBlock && !kind.changesWithThread; }

} // namespace

std::optional<Hoisted> Hoisting::canHoist(const llvm::Instruction& instruction) const {
  if (!function_.isKernel() || function_.kernel.undefined.contains(&instruction)) return std::nullopt;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.consume_front("llvm.nvvm.read.ptx.sreg.")) return ofRegister(name);
  }
  if (!isPure(instruction)) return std::nullopt;
  Hoisted made;
  bool changesOften = false;
  for (const llvm::Use& operand : instruction.operands()) {
    if (llvm::isa<llvm::Constant, llvm::Argument>(operand.get())) continue;
    const auto* source = llvm::dyn_cast<llvm::Instruction>(operand.get());
    const auto found = source ? hoisted_.find(source) : hoisted_.end();
    if (found == hoisted_.end()) return std::nullopt;
    const Hoisted& kind = found->second.first;
    made.changesWithBlock |= kind.changesWithBlock;
    made.changesWithThread |= kind.changesWithThread;
    changesOften |= kind.changesWithBlock && !kind.seldomChanges;
  }
  made.seldomChanges = made.changesWithBlock && (!changesOften || (!made.changesWithThread && isBound(instruction)));
  if (made.changesWithBlock && made.changesWithThread && !made.seldomChanges) return std::nullopt;
  if (operations(made).size() >= mostHoisted) return std::nullopt;
  return made;
}

std::vector<Op>& Hoisting::operations(const Hoisted& kind) const {
  CodeFunction& code = function_.code;
  return !kind.changesWithBlock ? code.steady : kind.changesWithThread ? code.seldom : code.perBlock;
}

void Hoisting::hoist(const llvm::Instruction& instruction, const Hoisted& kind, const Slots& slots, Block& block, std::size_t first) {
  const auto begin = block.ops.begin() + static_cast<std::ptrdiff_t>(first);
  if (std::any_of(begin, block.ops.end(), [](const Op& op) { return op.kind != OpKind::Lane; })) return;
  std::vector<Op>& target = operations(kind);
  target.insert(target.end(), begin, block.ops.end());
  block.ops.resize(first);
  block.locations.resize(first);
  hoisted_[&instruction] = {kind, slots};
}

std::optional<Hoisted> Hoisting::find(const llvm::Instruction& instruction) const {
  const auto found = hoisted_.find(&instruction);
  return found == hoisted_.end() ? std::nullopt : std::optional(found->second.first);
}

void Hoisting::listPerBlockResults(ScalarTypes& types, const FoldedExtensions& extensions) {
  for (const auto& [instruction, known] : hoisted_) {
    const auto& [kind, slots] = known;
    if (!isPerBlock(kind)) continue;
    const bool onlyForOthers = std::all_of(instruction->user_begin(), instruction->user_end(), [&](const llvm::User* user) {
      const auto found = find(*llvm::cast<llvm::Instruction>(user));
      return found && isPerBlock(*found);
    });
    // Preconditions are checked where the program has the instruction.
    if (onlyForOthers && function_.kernel.detail != Detail::PoisonFlags) continue;
    const ScalarFields& fields = types.fieldsOf(instruction->getType());
    const bool isFolded = extensions.contains(instruction); // lies where the word does
    for (std::size_t i = 0; i < slots.size() && i < fields.size(); ++i)
      function_.code.perBlockResults.push_back({slots[i], isFolded ? CellKind::Word : fields[i].type.cell, kind.seldomChanges});
  }
}

} // namespace gevo::sim
