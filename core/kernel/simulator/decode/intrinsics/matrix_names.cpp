#include "core/kernel/simulator/decode/intrinsics/matrix_names.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>

namespace gevo::sim {

namespace {

/// Of the operands, the accumulators and the result.
struct ProductNumbers {
  MatrixNumber a = MatrixNumber::Half;
  MatrixNumber b = MatrixNumber::Half;
  MatrixNumber accumulator = MatrixNumber::Single;
  MatrixNumber result = MatrixNumber::Single;
};

/// "f32.f32": the types of the result and of the accumulators, and the operands are halves. Else what the operands are.
std::optional<ProductNumbers> productNumbers(llvm::ArrayRef<llvm::StringRef> names) {
  if (names.empty() || names.size() > 2) return std::nullopt;
  const std::optional<MatrixNumber> first = matrixNumber(names.front());
  const std::optional<MatrixNumber> second = matrixNumber(names.back());
  if (!first || !second) return std::nullopt;
  using N = MatrixNumber;
  const auto isFloat = [](N number) { return number == N::Half || number == N::Single; };
  if (isFloat(*first))
    return names.size() == 2 && isFloat(*second) ? std::optional(ProductNumbers{N::Half, N::Half, *second, *first}) : std::nullopt;
  if (*first == N::Brain || *first == N::Tensor) return ProductNumbers{*first, *first, N::Single, N::Single};
  if (*first == N::Double) return ProductNumbers{N::Double, N::Double, N::Double, N::Double};
  return ProductNumbers{*first, *second, N::Word, N::Word};
}

} // namespace

MatrixNames matrixNames(const llvm::CallInst& call) {
  MatrixNames names;
  llvm::Intrinsic::getBaseName(call.getIntrinsicID()).split(names, '.');
  names.erase(names.begin(), names.begin() + 3);
  return names;
}

std::optional<MatrixLayout> accessLayout(const MatrixNames& names) {
  if (names.size() < 5) return std::nullopt;
  const std::optional<MatrixShape> shape = matrixShape(names[0]);
  const std::optional<MatrixNumber> number = matrixNumber(names.back());
  if (!shape || !number) return std::nullopt;
  return matrixLayout(*shape, names[2] == "d" ? 'c' : names[2].front(), *number, names[3] == "col");
}

bool hasStride(const MatrixNames& names) { return names[4] == "stride"; }

std::optional<ProductLayouts> productLayouts(MatrixNames names) {
  if (names.size() < 5) return std::nullopt;
  if (names[4] == "rn" && names.back() == "f64") names.erase(names.begin() + 4); // as without it
  auto* const saturates = std::find(names.begin() + 4, names.end(), "satfinite");
  const bool isSaturating = saturates != names.end();
  if (isSaturating) names.erase(saturates);
  const std::optional<MatrixShape> shape = matrixShape(names[0]);
  const std::optional<ProductNumbers> numbers = productNumbers(llvm::ArrayRef(names).drop_front(4));
  if (!shape || !numbers || (isSaturating && numbers->result != MatrixNumber::Word)) return std::nullopt;
  return ProductLayouts{*shape,
                        isSaturating,
                        {matrixLayout(*shape, 'a', numbers->a, names[2] == "col"), matrixLayout(*shape, 'b', numbers->b, names[3] == "col"),
                         matrixLayout(*shape, 'c', numbers->accumulator, false)},
                        matrixLayout(*shape, 'c', numbers->result, false)};
}

} // namespace gevo::sim
