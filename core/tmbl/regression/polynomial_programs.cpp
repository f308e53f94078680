#include "core/tmbl/regression/polynomial_programs.h"

#include "core/tmbl/regression/least_squares.h"

#include <algorithm>
#include <cmath>

namespace gevo::tmbl {

namespace {

/// How often each input is a factor.
using Powers = std::vector<unsigned>;

/// All products of up to `degree` of these inputs, in the order in which Horner's scheme meets them.
void addTerms(std::vector<Powers>& terms, Powers& powers, std::span<const std::uint32_t> inputs, unsigned degree) {
  terms.push_back(powers);
  for (std::size_t at = 0; degree > 0 && at < inputs.size(); ++at) {
    const std::uint32_t input = inputs[at];
    ++powers[input];
    addTerms(terms, powers, inputs.subspan(at), degree - 1);
    --powers[input];
  }
}

/// A range with its middle so close to 0, as a share of its half, is left where it is.
constexpr float nearZero = 0.25F;

float middleOf(std::span<const float> column) {
  const auto [least, largest] = std::ranges::minmax(column);
  const float middle = least / 2 + largest / 2;
  return std::abs(middle) <= nearZero * (largest / 2 - least / 2) ? 0 : middle;
}

class PolynomialWriter {
public:
  PolynomialWriter(const Cases& cases, unsigned degree, OperationSet operations)
      : degree_(degree), inputs_(cases.inputs()), isFused_(operations.contains(Operation::MultiplyAdd)) {
    for (std::uint32_t i = 0; i < inputs_; ++i) {
      const std::span column(cases.column(i), cases.rows());
      const auto [least, largest] = std::ranges::minmax(column);
      if (least < largest) varying_.push_back(i); // others say nothing
      middles_.push_back(least < largest ? middleOf(column) : 0);
    }
    Powers powers(inputs_, 0);
    addTerms(terms_, powers, varying_, degree);
  }

  bool hasInputs() const { return !varying_.empty(); }
  std::size_t instructions() const {
    const auto moved = static_cast<std::size_t>(inputs_) - static_cast<std::size_t>(std::ranges::count(middles_, 0.0F));
    return 2 * moved + terms_.size() + (isFused_ ? 1 : 2) * (terms_.size() - 1);
  }

  std::optional<Program> fit(const Cases& cases) {
    std::vector<std::vector<double>> columns;
    for (const Powers& powers : terms_) columns.push_back(columnOf(powers, cases));
    const std::vector<double> target(cases.targets().begin(), cases.targets().end());
    const auto solution = leastSquares(columns, target, 0);
    if (!solution) return std::nullopt;
    coefficients_ = *solution;
    Program program{inputs_, degree_ + 1 + inputs_, {}};
    for (std::uint32_t i = 0; i < inputs_; ++i) {
      if (middles_[i] == 0) continue;
      program.instructions.push_back({Operation::Set, moved(i), Operand::input(i), {}});
      program.instructions.push_back({Operation::Add, moved(i), Operand::constant(-middles_[i]), {}});
    }
    next_ = 0;
    isFinite_ = true;
    write(program, 0, varying_, degree_);
    return isFinite_ ? std::optional(std::move(program)) : std::nullopt;
  }

private:
  std::uint16_t moved(std::uint32_t input) const { return static_cast<std::uint16_t>(degree_ + 1 + input); }
  Operand factor(std::uint32_t input) const { return middles_[input] == 0 ? Operand::input(input) : Operand::slot(moved(input)); }

  std::vector<double> columnOf(const Powers& powers, const Cases& cases) const {
    std::vector<double> column(cases.rows(), 1);
    for (std::uint32_t i = 0; i < inputs_; ++i)
      for (unsigned k = 0; k < powers[i]; ++k)
        for (std::size_t row = 0; row < column.size(); ++row)
          column[row] *= static_cast<double>(cases.column(i)[row]) - static_cast<double>(middles_[i]);
    return column;
  }

  /// Into slot `depth`: the next coefficient, and for each of these inputs its product with what is left of such a polynomial.
  void write(Program& program, std::uint16_t depth, std::span<const std::uint32_t> inputs, unsigned degree) {
    const auto coefficient = static_cast<float>(coefficients_[next_++]);
    isFinite_ = isFinite_ && std::isfinite(coefficient);
    program.instructions.push_back({Operation::Set, depth, Operand::constant(coefficient), {}});
    for (std::size_t at = 0; degree > 0 && at < inputs.size(); ++at) {
      const std::uint32_t input = inputs[at];
      const auto deeper = static_cast<std::uint16_t>(depth + 1);
      write(program, deeper, inputs.subspan(at), degree - 1);
      if (isFused_) {
        program.instructions.push_back({Operation::MultiplyAdd, depth, Operand::slot(deeper), factor(input)});
      } else {
        program.instructions.push_back({Operation::Multiply, deeper, factor(input), {}});
        program.instructions.push_back({Operation::Add, depth, Operand::slot(deeper), {}});
      }
    }
  }

  unsigned degree_;
  std::uint32_t inputs_;
  bool isFused_;
  std::vector<std::uint32_t> varying_; ///< inputs
  std::vector<float> middles_;
  std::vector<Powers> terms_;
  std::vector<double> coefficients_;
  std::size_t next_ = 0;
  bool isFinite_ = true;
};

} // namespace

std::vector<Program> polynomialPrograms(const Cases& cases, std::size_t mostInstructions, OperationSet operations) {
  std::vector<Program> programs;
  const bool canWrite = operations.contains(Operation::Add) && operations.contains(Operation::Multiply);
  if (cases.inputs() == 0 || !canWrite) return programs;
  for (unsigned degree = 1;; ++degree) {
    PolynomialWriter writer(cases, degree, operations);
    if (!writer.hasInputs() || writer.instructions() > std::min(mostInstructions, tmbl::mostInstructions)) return programs;
    std::optional<Program> program = writer.fit(cases);
    if (!program) return programs;
    programs.push_back(std::move(*program));
  }
}

} // namespace gevo::tmbl
