#pragma once

/// Constants as the simulator holds them: bits of scalars, bytes of memory. Undef and poison are 0.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/decode/addresses.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

namespace gevo::sim {

/// The bits of a scalar constant; nothing where they can't be known.
std::optional<std::uint64_t> constantBits(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses);
/// Appends the bits of each scalar of a constant, in the order of flatten(). False where they can't be known.
bool constantScalars(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses,
                     llvm::SmallVectorImpl<std::uint64_t>& bits);
/// Writes a variable's initial contents to `bytes` from `offset` on. False where they can't be known.
bool initialBytes(const llvm::Constant* constant, const llvm::DataLayout& layout, const Addresses& addresses, std::uint64_t offset,
                  Bytes& bytes);

} // namespace gevo::sim
