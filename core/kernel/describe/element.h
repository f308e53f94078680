#pragma once

/// Where a pointer points, as subscripts of the object: LLVM adds bytes, sources count elements.

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace gevo::ir {

struct Subscript {
  struct Term {
    const llvm::Value* value;
    std::int64_t factor;
  };
  llvm::SmallVector<Term, 2> terms; ///< their sum, and
  std::int64_t constant = 0;        ///< this
};

struct Element {
  const llvm::Value* base = nullptr; ///< no address computation itself
  llvm::SmallVector<Subscript, 3> subscripts; ///< one for each dimension of an array, outermost first; one for a plain pointer
};

/// `size`: bytes that are accessed there; 0 where that is not known. Nothing where the bytes are no whole elements, or the object holds
/// structs.
std::optional<Element> elementOf(const llvm::Value& pointer, std::uint64_t size, const llvm::DataLayout& layout);

} // namespace gevo::ir
