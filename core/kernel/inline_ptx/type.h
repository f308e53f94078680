#pragma once

/// Types named in PTX instructions: "u32", "f16x2", "pred".

#include <cstdint>
#include <optional>
#include <string_view>

namespace llvm {
class LLVMContext;
class Type;
} // namespace llvm

namespace gevo::ir::assembly {

enum class TypeKind : std::uint8_t { Bits, Unsigned, Signed, Float, BFloat, Predicate };

struct Type {
  TypeKind kind = TypeKind::Bits;
  unsigned bits = 32; ///< of one lane
  unsigned lanes = 1;

  bool isFloating() const { return kind == TypeKind::Float || kind == TypeKind::BFloat; }
  bool isInteger() const { return !isFloating() && kind != TypeKind::Predicate; }
  bool isSigned() const { return kind == TypeKind::Signed; }
  bool isPredicate() const { return kind == TypeKind::Predicate; }
  /// f32 and f64, which all operations of LLVM and the hardware support.
  bool isWideFloat() const { return kind == TypeKind::Float && bits >= 32; }
  unsigned width() const { return bits * lanes; }
  Type lane() const { return {kind, bits, 1}; }
  llvm::Type* in(llvm::LLVMContext& context) const;
};

inline constexpr Type predicateType{TypeKind::Predicate, 1};
inline constexpr Type wordType{TypeKind::Bits, 32};

std::optional<Type> typeNamed(std::string_view name);

} // namespace gevo::ir::assembly
