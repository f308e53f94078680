#include "core/tmbl/regression/constant_tuning.h"

#include "core/tmbl/dead_code.h"
#include "core/tmbl/evaluator.h"
#include "core/tmbl/regression/least_squares.h"

#include <algorithm>
#include <cmath>

namespace gevo::tmbl {

namespace {

constexpr std::size_t mostConstants = 24;
/// Of a constant, for a difference: above the rounding errors of float32 and below what bends.
constexpr float relativeStep = 1e-3F;
constexpr float leastStep = 1e-4F;
/// Of the normal equations.
constexpr double damping = 1e-4;
/// Shares of the step that are tried until one makes the error smaller.
constexpr double stepShares[] = {1, 0.3, 0.05};

std::vector<Operand*> liveConstants(Program& program) {
  std::vector<Operand*> constants;
  const std::vector<bool> live = liveInstructions(program, firstSlot);
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (!live[i]) continue;
    Instruction& instruction = program.instructions[i];
    for (Operand* operand : {&instruction.a, &instruction.b}) {
      const bool exists = operand == &instruction.a || infoOf(instruction.operation).operands > 1;
      if (exists && operand->kind == Operand::Kind::Constant && constants.size() < mostConstants) constants.push_back(operand);
    }
  }
  return constants;
}

std::vector<float> resultsOf(const Program& program, const Cases& cases) { return BlockCode(lower(program, firstSlot)).evaluate(cases); }

double errorOf(const Program& program, const Cases& cases) {
  return scalingOf(BlockCode(lower(program, firstSlot)).sums(cases), cases).error;
}

/// Less its mean.
std::vector<double> centred(std::vector<double> column) {
  double sum = 0;
  for (const double value : column) sum += value;
  const double mean = sum / static_cast<double>(column.size());
  for (double& value : column) value -= mean;
  return column;
}

} // namespace

TunedProgram tuneConstants(const Program& program, const Cases& cases) {
  Program trial = program;
  const std::vector<Operand*> constants = liveConstants(trial);
  TunedProgram tuned;
  if (constants.empty()) return tuned;
  std::vector<float> before;
  for (const Operand* constant : constants) before.push_back(constant->value);

  const std::vector<float> results = resultsOf(program, cases);
  ++tuned.evaluations;
  std::vector<std::vector<double>> columns{centred({results.begin(), results.end()})};
  for (std::size_t k = 0; k < constants.size(); ++k) {
    constants[k]->value = before[k] + std::max(std::abs(before[k]) * relativeStep, leastStep);
    const double step = static_cast<double>(constants[k]->value) - before[k];
    const std::vector<float> moved = resultsOf(trial, cases);
    ++tuned.evaluations;
    constants[k]->value = before[k];
    std::vector<double> derivative(results.size());
    for (std::size_t row = 0; row < results.size(); ++row) derivative[row] = (static_cast<double>(moved[row]) - results[row]) / step;
    columns.push_back(centred(std::move(derivative)));
  }
  const auto centredTargets = cases.centred().first(cases.rows());
  const auto solution = leastSquares(columns, centredTargets, damping);
  if (!solution || (*solution)[0] == 0) return tuned;
  const double error = errorOf(program, cases);
  for (const double share : stepShares) {
    bool finite = true;
    for (std::size_t k = 0; k < constants.size(); ++k) {
      constants[k]->value = static_cast<float>(before[k] + share * (*solution)[k + 1] / (*solution)[0]);
      finite = finite && std::isfinite(constants[k]->value);
    }
    if (!finite) continue;
    ++tuned.evaluations;
    if (errorOf(trial, cases) < error) {
      tuned.program = std::move(trial);
      return tuned;
    }
  }
  return tuned;
}

} // namespace gevo::tmbl
