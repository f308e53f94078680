#pragma once

/// Weaker synchronisation in place of what an instruction does: a barrier for fewer threads, a fence or an atomic exchange for fewer of
/// them or without an order, a volatile access as any other (PTX ISA, "Memory Consistency Model").

#include <string>
#include <vector>

namespace llvm {
class AtomicCmpXchgInst;
class Instruction;
} // namespace llvm

namespace gevo::ir {

/// What may take its place, by whom it synchronises:
///   a barrier of the block          "warp"
///   a fence for the GPU             "block"
///   a compare-and-exchange          "relaxed": for the GPU, without ordering other accesses; "block": that, for the block only
///   a volatile load or store        "plain": the compiler may keep the value in a register, or leave the access out
/// Empty where nothing may. What is for the whole system stays, since no test has a host that looks on; but bases of earlier versions have
/// atomicCAS as clang makes it. LLVM has no narrower code for other atomics.
std::vector<std::string> weakerSynchronisations(const llvm::Instruction& instruction);

/// `value`: one of `weakerSynchronisations`. The instruction stays what it is, at its place.
void weakenSynchronisation(llvm::Instruction& instruction, const std::string& value);

/// CUDA's atomicCAS, which is for the GPU and orders nothing, as clang makes it: sequentially consistent for the system.
bool isAtomicCas(const llvm::AtomicCmpXchgInst& exchange);

} // namespace gevo::ir
