#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace gevo::sim {

namespace {

/// More would push what changes out of the fast cache.
constexpr std::size_t mostAhead = 64;

std::optional<ComputedAhead> ofRegister(llvm::StringRef name) {
  if (name.starts_with("ctaid.") || name.starts_with("clusterid.")) return ComputedAhead{true, false, name != "ctaid.x"};
  if (name.starts_with("ntid.") || name.starts_with("nctaid.") || name.starts_with("warpsize")) return ComputedAhead{};
  if (name.starts_with("tid.") || name.starts_with("laneid") || name.starts_with("lanemask")) return ComputedAhead{false, true, false};
  return std::nullopt;
}

/// What keeps a block inside of something is the same in most blocks.
bool isBound(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::MinMaxIntrinsic>(instruction);
}

bool isPure(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return call->doesNotAccessMemory() && !call->isConvergent();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst, llvm::GetElementPtrInst>(
      instruction);
}

} // namespace

/// Modelled time is where the program has it, whenever the value is computed.
std::optional<ComputedAhead> FunctionDecoder::canBeAhead(const llvm::Instruction& instruction) {
  if (!function_.isKernel() || function_.kernel.undefined.contains(&instruction)) return std::nullopt;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.consume_front("llvm.nvvm.read.ptx.sreg.")) return ofRegister(name);
  }
  if (!isPure(instruction)) return std::nullopt;
  ComputedAhead made;
  bool changesOften = false;
  for (const llvm::Use& operand : instruction.operands()) {
    if (llvm::isa<llvm::Constant, llvm::Argument>(operand.get())) continue;
    const auto* source = llvm::dyn_cast<llvm::Instruction>(operand.get());
    const auto found = source ? ahead_.find(source) : ahead_.end();
    if (found == ahead_.end()) return std::nullopt;
    made.changesWithBlock |= found->second.first.changesWithBlock;
    made.changesWithThread |= found->second.first.changesWithThread;
    changesOften |= found->second.first.changesWithBlock && !found->second.first.seldom;
  }
  made.seldom = made.changesWithBlock && (!changesOften || (!made.changesWithThread && isBound(instruction)));
  if (made.changesWithBlock && made.changesWithThread && !made.seldom) return std::nullopt;
  if (opsAhead(made).size() >= mostAhead) return std::nullopt;
  return made;
}

std::vector<Op>& FunctionDecoder::opsAhead(const ComputedAhead& when) {
  return !when.changesWithBlock ? function_.code.steady : when.changesWithThread ? function_.code.seldom : function_.code.perBlock;
}

void FunctionDecoder::moveAhead(const Block& block, std::size_t first, const llvm::Instruction& instruction) {
  const auto begin = block.ops.begin() + static_cast<std::ptrdiff_t>(first);
  if (&block != block_ || std::any_of(begin, block.ops.end(), [](const Op& op) { return op.kind != OpKind::Lane; })) return;
  std::vector<Op>& target = opsAhead(*computesAhead_);
  target.insert(target.end(), begin, block.ops.end());
  block_->ops.resize(first);
  block_->places.resize(first);
  ahead_[&instruction] = {*computesAhead_, slotsOf(&instruction)};
}

/// What is computed once for each block is computed by one warp, and the others get what they need of it.
void FunctionDecoder::findPerBlockResults() {
  for (const auto& [instruction, known] : ahead_) {
    const auto& [when, slots] = known;
    if (!when.changesWithBlock || when.changesWithThread) continue;
    const bool onlyWithinAhead = std::all_of(instruction->user_begin(), instruction->user_end(), [&](const llvm::User* user) {
      const auto found = ahead_.find(llvm::cast<llvm::Instruction>(user));
      return found != ahead_.end() && found->second.first.changesWithBlock && !found->second.first.changesWithThread;
    });
    // What looks at promises does so where the program has the instruction.
    if (onlyWithinAhead && function_.kernel.detail != Detail::PoisonFlags) continue;
    const ScalarFields& fields = types_.fieldsOf(instruction->getType());
    const bool isFolded = foldedExtension_.contains(instruction); // lies where the word does
    for (std::size_t i = 0; i < slots.size() && i < fields.size(); ++i)
      function_.code.perBlockResults.push_back({slots[i], isFolded ? CellKind::Word : fields[i].type.cell, when.seldom});
  }
}

/// An address that memory is reached by more often than it is computed: what the executor finds out about it holds until it is computed
/// again.
bool FunctionDecoder::isWatched(const llvm::Instruction& instruction) const {
  if (!function_.isKernel() || !llvm::isa<llvm::GetElementPtrInst>(instruction)) return false;
  unsigned accesses = 0;
  bool elsewhere = false;
  for (const llvm::User* user : instruction.users()) {
    const auto* access = llvm::dyn_cast<llvm::Instruction>(user);
    const bool isAccess = access && llvm::getLoadStorePointerOperand(access) == &instruction;
    accesses += isAccess;
    elsewhere |= isAccess && access->getParent() != instruction.getParent();
  }
  const auto known = ahead_.find(&instruction);
  const bool isSteady = known != ahead_.end() && (!known->second.first.changesWithBlock || known->second.first.changesWithThread);
  return accesses > 1 || (accesses == 1 && (elsewhere || isSteady));
}

void FunctionDecoder::watch(const llvm::Instruction& instruction) {
  const auto number = static_cast<std::int32_t>(function_.code.watches++);
  watched_[&instruction] = number;
  const auto known = ahead_.find(&instruction);
  const bool isAhead = known != ahead_.end();
  if (isAhead && !known->second.first.changesWithBlock) return;
  Op op;
  op.kind = OpKind::Forget;
  op.extra = static_cast<std::uint32_t>(number);
  if (isAhead && known->second.first.changesWithThread) {
    function_.code.seldom.push_back(op);
    return;
  }
  block_->ops.push_back(op);
  block_->places.push_back(function_.kernel.lines.numberOf(instruction));
}

} // namespace gevo::sim
