#include "core/kernel/ir/synchronisation.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {
namespace {

/// How far it is seen, from narrow to wide.
enum class Reach : std::uint8_t { Thread, Block, Gpu, System };

Reach reachOf(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  if (scope == llvm::SyncScope::System) return Reach::System;
  if (scope == llvm::SyncScope::SingleThread) return Reach::Thread;
  const auto name = context.getSyncScopeName(scope);
  return name == "block" ? Reach::Block : name == "device" ? Reach::Gpu : Reach::System;
}

llvm::SyncScope::ID scopeOf(llvm::LLVMContext& context, const std::string& value) {
  return context.getOrInsertSyncScopeID(value == "block" ? "block" : "device");
}

bool isForGpu(const llvm::FenceInst& fence) { return reachOf(fence.getContext(), fence.getSyncScopeID()) == Reach::Gpu; }

llvm::Intrinsic::ID intrinsicOf(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
}

std::vector<std::string> weakerExchanges(const llvm::AtomicCmpXchgInst& exchange) {
  if (exchange.isVolatile() || exchange.isWeak()) return {};
  const Reach reach = reachOf(exchange.getContext(), exchange.getSyncScopeID());
  const bool orders = exchange.getMergedOrdering() != llvm::AtomicOrdering::Monotonic;
  if (isAtomicCas(exchange) || (reach == Reach::Gpu && orders)) return {"relaxed", "block"};
  if (reach == Reach::Gpu || (reach == Reach::Block && orders)) return {"block"};
  return {};
}

/// Other threads' changes need not be seen each time.
bool isPlainButVolatile(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isVolatile() && !load->isAtomic();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isVolatile() && !store->isAtomic();
  return false;
}

void callInstead(llvm::Instruction& instruction, llvm::Intrinsic::ID id) {
  auto& call = llvm::cast<llvm::CallInst>(instruction);
  call.setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), id));
}

} // namespace

bool isAtomicCas(const llvm::AtomicCmpXchgInst& exchange) {
  return !exchange.isVolatile() && !exchange.isWeak() && reachOf(exchange.getContext(), exchange.getSyncScopeID()) == Reach::System &&
         exchange.getSuccessOrdering() == llvm::AtomicOrdering::SequentiallyConsistent;
}

std::vector<std::string> weakerSynchronisations(const llvm::Instruction& instruction) {
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
    return isForGpu(*fence) ? std::vector<std::string>{"block"} : std::vector<std::string>();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return weakerExchanges(*exchange);
  if (isPlainButVolatile(instruction)) return {"plain"};
  switch (intrinsicOf(instruction)) {
  case llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all:
    return {"warp"};
  case llvm::Intrinsic::nvvm_membar_gl:
    return {"block"};
  default:
    return {};
  }
}

void weakenSynchronisation(llvm::Instruction& instruction, const std::string& value) {
  llvm::LLVMContext& context = instruction.getContext();
  if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return fence->setSyncScopeID(scopeOf(context, value));
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    exchange->setSyncScopeID(scopeOf(context, value));
    exchange->setSuccessOrdering(llvm::AtomicOrdering::Monotonic);
    exchange->setFailureOrdering(llvm::AtomicOrdering::Monotonic);
    return;
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->setVolatile(false);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->setVolatile(false);
  if (value == "warp") {
    callInstead(instruction, llvm::Intrinsic::nvvm_bar_warp_sync);
    // Of all lanes, in place of the barrier's number.
    instruction.setOperand(0, llvm::ConstantInt::getAllOnesValue(instruction.getOperand(0)->getType()));
    return;
  }
  callInstead(instruction, llvm::Intrinsic::nvvm_membar_cta);
}

} // namespace gevo::ir
