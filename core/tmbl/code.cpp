#include "core/tmbl/code.h"

#include "core/tmbl/dead_code.h"
#include "core/tmbl/elementary.h"

#include <algorithm>
#include <array>
#include <bit>

namespace gevo::tmbl {

namespace {

constexpr std::array<std::uint8_t, stepKinds> argumentCounts{2, 2, 2, 2, 2, 2, 3, 1, 3, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1};

std::uint64_t mixed(std::uint64_t hash, const Value& value) {
  return (hash ^ (static_cast<std::uint64_t>(value.kind) << 32 | value.index)) * 0x9e3779b97f4a7c15ULL;
}

std::uint64_t hashOf(const Step& step) {
  std::uint64_t hash = static_cast<std::uint64_t>(step.kind);
  for (const Value& value : {step.a, step.b, step.c}) hash = std::rotl(mixed(hash, value), 29);
  return hash;
}

StepKind kindOf(Operation operation) {
  switch (operation) {
  case Operation::Add:
    return StepKind::Add;
  case Operation::Multiply:
    return StepKind::Multiply;
  case Operation::Divide:
  case Operation::TestDivide:
    return StepKind::Divide;
  case Operation::Minimum:
    return StepKind::Minimum;
  case Operation::Maximum:
    return StepKind::Maximum;
  case Operation::SquareRoot:
    return StepKind::SquareRoot;
  case Operation::Exponential:
    return StepKind::Exponential;
  case Operation::Logarithm:
    return StepKind::Logarithm;
  case Operation::Sine:
    return StepKind::Sine;
  case Operation::Cosine:
    return StepKind::Cosine;
  case Operation::MultiplyAdd:
    return StepKind::MultiplyAdd;
  case Operation::Set:
  case Operation::Subtract:
  case Operation::TestSubtract:
    break;
  }
  return StepKind::Subtract;
}

} // namespace

std::size_t argumentsOf(StepKind kind) { return argumentCounts[static_cast<std::size_t>(kind)]; }

bool takesIntegers(StepKind kind) { return kind >= StepKind::And; }

std::vector<Value> Step::arguments() const {
  std::vector<Value> all{a, b, c};
  all.resize(argumentsOf(kind));
  return all;
}

CodeBuilder::CodeBuilder() : table_(64) {}

Value CodeBuilder::constant(float value) { return bits(std::bit_cast<std::uint32_t>(value)); }

Value CodeBuilder::bits(std::uint32_t bits) {
  const auto found = std::ranges::find(constants_, bits);
  const auto index = static_cast<std::uint32_t>(found - constants_.begin());
  if (found == constants_.end()) constants_.push_back(bits);
  return {Value::Kind::Constant, index};
}

Value CodeBuilder::step(StepKind kind, Value a, Value b, Value c) {
  const Step wanted{kind, a, b, c};
  if (steps_.size() * 2 >= table_.size()) {
    table_.assign(table_.size() * 2, 0);
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      std::size_t place = hashOf(steps_[i]) % table_.size();
      while (table_[place] != 0) place = (place + 1) % table_.size();
      table_[place] = i + 1;
    }
  }
  std::size_t place = hashOf(wanted) % table_.size();
  for (; table_[place] != 0; place = (place + 1) % table_.size())
    if (steps_[table_[place] - 1] == wanted) return {Value::Kind::Step, table_[place] - 1};
  steps_.push_back(wanted);
  table_[place] = static_cast<std::uint32_t>(steps_.size());
  return {Value::Kind::Step, table_[place] - 1};
}

Code CodeBuilder::finish(const std::vector<Value>& results) {
  std::vector<bool> needed(steps_.size(), false);
  const auto need = [&](const Value& value) {
    if (value.kind == Value::Kind::Step) needed[value.index] = true;
  };
  for (const Value& result : results) need(result);
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const Value& value : {steps_[i].a, steps_[i].b, steps_[i].c}) need(value);
  }
  Code code;
  constexpr std::uint32_t none = ~0U;
  std::vector<std::uint32_t> placeOfStep(steps_.size(), none);
  std::vector<std::uint32_t> placeOfConstant(constants_.size(), none);
  const auto renumbered = [&](const Value& value) {
    if (value.kind == Value::Kind::Step) return Value{value.kind, placeOfStep[value.index]};
    if (value.kind == Value::Kind::Input) return value;
    std::uint32_t& place = placeOfConstant[value.index];
    if (place == none) {
      place = static_cast<std::uint32_t>(code.constants.size());
      code.constants.push_back(constants_[value.index]);
    }
    return Value{value.kind, place};
  };
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!needed[i]) continue;
    placeOfStep[i] = static_cast<std::uint32_t>(code.steps.size());
    const Step& step = steps_[i];
    const Value a = renumbered(step.a);
    const Value b = renumbered(step.b);
    const Value c = renumbered(step.c);
    code.steps.push_back({step.kind, a, b, c});
  }
  for (const Value& result : results) code.results.push_back(renumbered(result));
  return code;
}

Result<void> check(const Code& code, std::uint32_t inputs) {
  const auto exists = [&](const Value& value, std::size_t steps) {
    switch (value.kind) {
    case Value::Kind::Input:
      return value.index < inputs;
    case Value::Kind::Constant:
      return value.index < code.constants.size();
    case Value::Kind::Step:
      break;
    }
    return value.index < steps;
  };
  for (std::size_t i = 0; i < code.steps.size(); ++i)
    for (const Value& value : {code.steps[i].a, code.steps[i].b, code.steps[i].c})
      if (!exists(value, i)) return fail("step {} of a program uses a value that does not exist", i);
  for (const Value& value : code.results)
    if (!exists(value, code.steps.size())) return fail("the result of a program does not exist");
  return {};
}

Code lower(const Program& program, std::span<const std::uint16_t> results) {
  CodeBuilder builder;
  std::vector<Value> slots(program.slotCount, builder.constant(0));
  for (std::uint32_t slot = 0; slot < program.slotCount && program.inputs > 0; ++slot)
    slots[slot] = {Value::Kind::Input, slot % program.inputs};
  const std::vector<bool> live = liveInstructions(program, results);
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (!live[i]) continue;
    const Instruction& instruction = program.instructions[i];
    const auto valueOf = [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::Slot) return slots[operand.index];
      if (operand.kind == Operand::Kind::Input) return Value{Value::Kind::Input, operand.index};
      return builder.constant(operand.value);
    };
    Value& target = slots[instruction.target];
    const Value a = valueOf(instruction.a);
    const StepKind kind = kindOf(instruction.operation);
    switch (instruction.operation) {
    case Operation::Set:
      target = a;
      break;
    case Operation::TestSubtract:
    case Operation::TestDivide:
      target = builder.step(StepKind::Select, a, builder.step(kind, target, valueOf(instruction.b)), target);
      break;
    case Operation::MultiplyAdd:
      target = builder.step(kind, a, valueOf(instruction.b), target);
      break;
    default:
      target = infoOf(instruction.operation).readsTarget ? builder.step(kind, target, a) : builder.step(kind, a);
    }
  }
  std::vector<Value> values;
  for (const std::uint16_t slot : results) values.push_back(slots[slot]);
  return builder.finish(values);
}

Code expand(const Code& code) {
  CodeBuilder builder;
  std::vector<Value> steps;
  const auto translated = [&](const Value& value) {
    if (value.kind == Value::Kind::Step) return steps[value.index];
    return value.kind == Value::Kind::Constant ? builder.bits(code.constants[value.index]) : value;
  };
  for (const Step& step : code.steps) {
    const Value a = translated(step.a);
    switch (step.kind) {
    case StepKind::Exponential:
      steps.push_back(exponential(builder, a));
      break;
    case StepKind::Logarithm:
      steps.push_back(logarithm(builder, a));
      break;
    case StepKind::Sine:
      steps.push_back(sine(builder, a));
      break;
    case StepKind::Cosine:
      steps.push_back(cosine(builder, a));
      break;
    default:
      steps.push_back(builder.step(step.kind, a, translated(step.b), translated(step.c)));
    }
  }
  std::vector<Value> results;
  for (const Value& result : code.results) results.push_back(translated(result));
  return builder.finish(results);
}

} // namespace gevo::tmbl
