#pragma once

/// Where a pointer points, as subscripts of the object: LLVM adds bytes, sources count elements.

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class DIType;
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
  const llvm::Value* base = nullptr;          ///< no address computation itself
  llvm::SmallVector<Subscript, 3> subscripts; ///< one for each dimension of an array, outermost first; one for a plain pointer
  std::string member;                         ///< ".first" of a struct
  std::optional<Subscript> inMember;          ///< where the member is an array
};

/// Of the source variables that values hold.
using VariableTypes = llvm::DenseMap<const llvm::Value*, const llvm::DIType*>;

/// `size`: bytes that are accessed there; 0 where that is not known. Nothing where that is no element as the source would write it.
std::optional<Element> elementOf(const llvm::Value& pointer, std::uint64_t size, const llvm::DataLayout& layout,
                                 const VariableTypes& types);

} // namespace gevo::ir
