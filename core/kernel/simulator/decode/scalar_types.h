#pragma once

/// The scalars that the values of LLVM's types consist of: each has a slot of its own in the register frame.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <memory_resource>
#include <unordered_map>

namespace gevo::sim {

inline constexpr ScalarType maskType{CellKind::Mask, 1, false};
inline constexpr ScalarType wordType{CellKind::Word, 32, false};
inline constexpr ScalarType wideType{CellKind::Double, 64, false}; ///< integers of 64 bits and pointers
inline constexpr ScalarType singleType{CellKind::Word, 32, true};
inline constexpr ScalarType halfType{CellKind::Word, 16, true};
inline constexpr ScalarType bfloatType{CellKind::Word, 16, true, true};

/// One scalar of a type.
struct ScalarField {
  ScalarType type;
  std::uint64_t offset = 0; ///< bytes from the start of the value in memory
  std::uint8_t bytes = 0;   ///< in memory
};
using ScalarFields = llvm::SmallVector<ScalarField, 1>;

/// Appends the scalars of a type in memory order. False where it has parts that the simulator can't hold (more than 64 bits, more than
/// 256 scalars).
bool flatten(llvm::Type* type, const llvm::DataLayout& layout, ScalarFields& fields, std::uint64_t offset = 0);

/// LLVM's text of a type.
std::string typeText(const llvm::Type& type);

/// The fields of types, each computed once.
class ScalarTypes {
public:
  explicit ScalarTypes(const llvm::DataLayout& layout) : layout_(layout) {}

  /// In the order of flatten(); empty where the simulator can't hold the type. The reference stays valid.
  const ScalarFields& fieldsOf(llvm::Type* type);
  /// Of a value with one scalar; of others the first. A word where the simulator cannot hold the value; its definition reports that.
  ScalarType scalarOf(const llvm::Value* value);
  /// Position of the first field of a member of an aggregate.
  std::size_t firstField(llvm::Type* type, llvm::ArrayRef<unsigned> indices);

private:
  const llvm::DataLayout& layout_;
  // Node-based, because references into it are held while types are added; the nodes go with this object.
  std::pmr::monotonic_buffer_resource arena_;
  std::pmr::unordered_map<llvm::Type*, ScalarFields> fields_{&arena_};
};

} // namespace gevo::sim
