#pragma once

/// TMBL as its definition reads: one case, one instruction after the other. Slow, and shares nothing with the evaluator but the steps of
/// elementary functions.

#include "core/tmbl/elementary.h"

#include <bit>
#include <cmath>

namespace gevo::tmbl::sample {

inline float naiveStep(StepKind kind, float a, float b, float c) {
  const auto x = std::bit_cast<std::uint32_t>(a);
  const auto y = std::bit_cast<std::uint32_t>(b);
  switch (kind) {
  case StepKind::Add:
    return a + b;
  case StepKind::Subtract:
    return a - b;
  case StepKind::Multiply:
    return a * b;
  case StepKind::Divide:
    return b == 0 ? 0 : a / b;
  case StepKind::Minimum:
    return b < a ? b : a;
  case StepKind::Maximum:
    return b > a ? b : a;
  case StepKind::MultiplyAdd:
    return std::fma(a, b, c);
  case StepKind::SquareRoot:
    return std::sqrt(std::fabs(a));
  case StepKind::Select:
    return a > 0 ? b : c;
  case StepKind::And:
    return std::bit_cast<float>(x & y);
  case StepKind::Xor:
    return std::bit_cast<float>(x ^ y);
  case StepKind::AddBits:
    return std::bit_cast<float>(x + y);
  case StepKind::ShiftLeft:
    return std::bit_cast<float>(x << y);
  case StepKind::ShiftRight:
    return std::bit_cast<float>(x >> y);
  case StepKind::FromInteger:
    return static_cast<float>(static_cast<std::int32_t>(x));
  default:
    return NAN;
  }
}

inline float naiveFunction(Value (*function)(CodeBuilder&, Value), float x) {
  CodeBuilder builder;
  const Code code = builder.finish({function(builder, {Value::Kind::Input, 0})});
  std::vector<float> values;
  const auto of = [&](const Value& value) {
    if (value.kind == Value::Kind::Input) return x;
    return value.kind == Value::Kind::Step ? values[value.index] : std::bit_cast<float>(code.constants[value.index]);
  };
  for (const Step& step : code.steps) values.push_back(naiveStep(step.kind, of(step.a), of(step.b), of(step.c)));
  return of(code.results.front());
}

/// What slot 0 holds in the end.
template <class InputOf> float naiveResult(const Program& program, const InputOf& inputOf) {
  std::vector<float> registers(program.slotCount, 0);
  for (std::uint32_t slot = 0; slot < program.slotCount && program.inputs > 0; ++slot) registers[slot] = inputOf(slot % program.inputs);
  for (const Instruction& instruction : program.instructions) {
    const auto valueOf = [&](const Operand& operand) -> float {
      if (operand.kind == Operand::Kind::Slot) return registers[operand.index];
      return operand.kind == Operand::Kind::Input ? inputOf(operand.index) : operand.value;
    };
    float& t = registers[instruction.target];
    const float a = valueOf(instruction.a);
    const float b = valueOf(instruction.b);
    switch (instruction.operation) {
    case Operation::Set:
      t = a;
      break;
    case Operation::Add:
      t = t + a;
      break;
    case Operation::Subtract:
      t = t - a;
      break;
    case Operation::Multiply:
      t = t * a;
      break;
    case Operation::Divide:
      t = a == 0 ? 0 : t / a;
      break;
    case Operation::TestSubtract:
      if (a > 0) t = t - b;
      break;
    case Operation::TestDivide:
      if (a > 0) t = b == 0 ? 0 : t / b;
      break;
    case Operation::Minimum:
      t = a < t ? a : t;
      break;
    case Operation::Maximum:
      t = a > t ? a : t;
      break;
    case Operation::MultiplyAdd:
      t = std::fma(a, b, t);
      break;
    case Operation::SquareRoot:
      t = std::sqrt(std::fabs(a));
      break;
    case Operation::Exponential:
      t = naiveFunction(exponential, a);
      break;
    case Operation::Logarithm:
      t = naiveFunction(logarithm, a);
      break;
    case Operation::Sine:
      t = naiveFunction(sine, a);
      break;
    case Operation::Cosine:
      t = naiveFunction(cosine, a);
      break;
    }
  }
  return registers[0];
}

} // namespace gevo::tmbl::sample
