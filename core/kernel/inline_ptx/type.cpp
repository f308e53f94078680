#include "core/kernel/inline_ptx/type.h"

#include <llvm/IR/DerivedTypes.h>

#include <charconv>

namespace gevo::ir::assembly {

llvm::Type* Type::in(llvm::LLVMContext& context) const {
  llvm::Type* lane = nullptr;
  if (kind == TypeKind::BFloat)
    lane = llvm::Type::getBFloatTy(context);
  else if (kind == TypeKind::Float)
    lane = bits == 16 ? llvm::Type::getHalfTy(context) : bits == 32 ? llvm::Type::getFloatTy(context) : llvm::Type::getDoubleTy(context);
  else
    lane = llvm::IntegerType::get(context, bits);
  return lanes == 1 ? lane : llvm::FixedVectorType::get(lane, lanes);
}

std::optional<Type> typeNamed(std::string_view name) {
  if (name == "pred") return predicateType;
  Type type;
  if (name.starts_with("bf")) {
    type.kind = TypeKind::BFloat;
    name.remove_prefix(2);
  } else if (!name.empty() && std::string_view("busf").find(name.front()) != std::string_view::npos) {
    type.kind = name.front() == 'b'   ? TypeKind::Bits
                : name.front() == 'u' ? TypeKind::Unsigned
                : name.front() == 's' ? TypeKind::Signed
                                      : TypeKind::Float;
    name.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  if (name.ends_with("x2")) {
    type.lanes = 2;
    name.remove_suffix(2);
  }
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), type.bits);
  if (error != std::errc() || stop != name.data() + name.size()) return std::nullopt;
  const bool isSize = type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64 || type.bits == 128;
  const bool isFloatSize = type.kind == TypeKind::BFloat ? type.bits == 16 : type.bits >= 16 && type.bits <= 64;
  if (!isSize || (type.isFloating() && !isFloatSize)) return std::nullopt;
  if (type.lanes == 2 && type.bits != 16) return std::nullopt;
  if (type.bits == 128 && type.kind != TypeKind::Bits) return std::nullopt;
  return type;
}

} // namespace gevo::ir::assembly
