#pragma once

/// Addresses of a module's variables and functions in the simulated address space.

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class Function;
class GlobalValue;
class Module;
} // namespace llvm

namespace gevo::sim {

/// LLVM's numbers for NVPTX address spaces.
enum AddressSpace : unsigned { generic = 0, global = 1, shared = 3, constant = 4, local = 5, sharedCluster = 7, parameter = 101 };

using Addresses = llvm::DenseMap<const llvm::GlobalValue*, std::uint64_t>;

/// Of the module's global and constant variables, and of functions that pointers may call: by the hash of their names, whatever else the
/// module holds.
Addresses globalAddresses(const llvm::Module& module);
/// Adds the shared variables that `functions` use. Returns the bytes of static shared memory.
std::uint64_t addSharedAddresses(const llvm::Module& module, llvm::ArrayRef<const llvm::Function*> functions, Addresses& addresses);

} // namespace gevo::sim
