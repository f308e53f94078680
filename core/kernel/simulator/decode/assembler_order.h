#pragma once

/// Which accesses ptxas keeps in the program's order, so that a load can't hide its latency behind what a store waits for. Found by
/// experiment with ptxas 13.0 at -O3 for sm_90: a load moves in front of a store in another state space, or at a constant distance from it,
/// and nothing else. Two arrays in shared memory, two parameters and two variables may be the same to it; restrict counts where it makes a
/// load one of constant data (ld.global.nc).

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace gevo::sim {

/// The address space that the assembler sees: that of what the pointer comes from; a kernel's pointers are to global memory.
unsigned spaceOf(const llvm::Value* address);

/// No store changes what it reads, and ptxas knows it.
bool isConstantLoad(const llvm::LoadInst& load);

struct MemoryUse {
  const llvm::Value* address = nullptr;
  std::uint64_t bytes = 0;
  bool writes = false; ///< atomic operations do too
};

/// Of one basic block.
class AssemblerOrder {
public:
  explicit AssemblerOrder(const llvm::DataLayout& layout) : layout_(layout) {}

  void startBlock() { earlier_.clear(); }
  /// The next access, which is operation `number` of the block: the operation that it stays behind.
  std::optional<std::size_t> add(const MemoryUse& use, std::size_t number);
  /// Nothing passes this operation: a fence, or one that sets or copies memory.
  void addFence(std::size_t number);

private:
  /// An address: a base, multiples of other values, and a constant.
  struct Place {
    const llvm::Value* base = nullptr;
    struct Index {
      const llvm::Value* value;
      unsigned extension; ///< opcode of the cast, or 0
      std::int64_t scale;
      bool operator==(const Index&) const = default;
    };
    llvm::SmallVector<Index, 2> indices;
    std::int64_t offset = 0; ///< bytes
  };
  struct Earlier {
    std::size_t number = 0;
    bool isFence = false;
    unsigned space = 0;
    std::uint64_t bytes = 0;
    Place place;
  };
  Place placeOf(const llvm::Value* address) const;
  static bool areApart(const Earlier& first, const Earlier& second);

  const llvm::DataLayout& layout_;
  llvm::SmallVector<Earlier, 8> earlier_; ///< stores and fences
};

} // namespace gevo::sim
