#pragma once

/// Pointer parameters of kernels that edits make `__restrict__`: LLVM may assume that nothing else leads to the memory that they point
/// into. That is a promise about launches, and everything that runs the kernel has to keep it. It is not all that `noalias` says: LLVM
/// takes such memory to be one thread's own, which no barrier and no fence makes other threads' values visible in. So a kernel's parameter
/// is restricted only if the kernel does not write through it, or its threads do not wait for each other.

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class Module;
} // namespace llvm

namespace gevo::ir {

/// A kernel's pointer without such a promise, as above, where the kernel has no other way to global memory than its parameters: no pointers
/// that it loads or computes, none in structures, no variables.
bool mayRestrict(const llvm::Argument& argument);
/// Marks the parameter. False: it is marked already.
bool restrictPointer(llvm::Argument& argument);
/// When all edits are applied: marked ones become `noalias`, as far as they still may, and the module lists them.
void carryOutRestrictions(llvm::Module& module);
/// After optimisation: code generation uses what is only read. Elsewhere `noalias` would only make equal code look different.
void dropUnusedRestrictions(llvm::Module& module);
/// Lists what the module restricts and the original does not: as a changed source does.
void noteRestrictions(llvm::Module& module, const llvm::Module& original);

/// What a module promises of a kernel's launches: parameter `parameter` points into memory that none of `others`, its other pointers,
/// points into.
struct Restriction {
  std::string kernel;
  std::uint32_t parameter = 0;
  std::vector<std::uint32_t> others;
};
std::vector<Restriction> restrictionsOf(const llvm::Module& module);

} // namespace gevo::ir
