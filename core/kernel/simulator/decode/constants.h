#pragma once

/// Where a module's variables lie, and constants as the simulator holds them.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

namespace gevo::sim {

/// LLVM's numbers for NVPTX address spaces.
enum AddressSpace : unsigned { generic = 0, global = 1, shared = 3, constant = 4, local = 5, sharedCluster = 7, parameter = 101 };

/// The scalars that a value of a type consists of, with their place in memory.
struct ScalarPlace {
  ScalarType type;
  std::uint64_t offset = 0;
  std::uint8_t bytes = 0;
};
using ScalarPlaces = llvm::SmallVector<ScalarPlace, 1>;
/// False where the type has parts that the simulator can't hold (more than 64 bits, more than 256 scalars).
bool flatten(llvm::Type* type, const llvm::DataLayout& layout, ScalarPlaces& places, std::uint64_t offset = 0);

/// LLVM's text of a type.
std::string typeText(const llvm::Type& type);

using Addresses = llvm::DenseMap<const llvm::GlobalValue*, std::uint64_t>;

/// Addresses of the module's global and constant variables, and of functions that pointers may call: by the hash of their names, whatever
/// else the module holds.
Addresses placeGlobals(const llvm::Module& module);
/// Adds the shared variables that `functions` use. Returns the bytes of static shared memory.
std::uint64_t placeShared(const llvm::Module& module, llvm::ArrayRef<const llvm::Function*> functions, Addresses& addresses);

/// The bits of a scalar constant; undef and poison are 0. Nothing where it can't be known.
std::optional<std::uint64_t> constantBits(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses);
/// Appends the bits of each scalar of a constant, in the order of flatten().
bool constantScalars(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses,
                     llvm::SmallVectorImpl<std::uint64_t>& bits);
/// A variable's initial contents.
bool initialBytes(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses, std::uint64_t offset,
                  Bytes& bytes);

} // namespace gevo::sim
