#include "core/tmbl/formula.h"

#include <bit>
#include <fmt/format.h>

namespace gevo::tmbl {

namespace {

/// How tightly text holds together.
enum class Binding : std::uint8_t { Sum, Product, Whole };

struct Text {
  std::string words;
  Binding binding = Binding::Whole;
};

class FormulaWriter {
public:
  FormulaWriter(const Code& code, const FormulaOptions& options)
      : code_(code), options_(options), uses_(code.steps.size(), 0), texts_(code.steps.size()) {}

  std::string write() {
    for (const Step& step : code_.steps)
      for (const Value& value : step.arguments())
        if (value.kind == Value::Kind::Step) ++uses_[value.index];
    std::string definitions;
    std::size_t named = 0;
    for (std::size_t i = 0; i < code_.steps.size(); ++i) {
      Text text = textOf(code_.steps[i]);
      // What is shorter than a name with its definition is written where it is used.
      constexpr std::size_t shortText = 6;
      if (uses_[i] > 1 && text.words.size() > shortText) {
        const std::string name = fmt::format("t{}", ++named);
        definitions += fmt::format("{}{} = {}", definitions.empty() ? " where " : ", ", name, text.words);
        text = {name, Binding::Whole};
      }
      texts_[i] = std::move(text);
    }
    return code_.results.empty() ? "0" : textOf(code_.results.front()).words + definitions;
  }

private:
  Text textOf(const Value& value) const {
    if (value.kind == Value::Kind::Step) return texts_[value.index];
    if (value.kind == Value::Kind::Input) return {options_.inputs[value.index], Binding::Whole};
    const auto number = std::bit_cast<float>(code_.constants[value.index]);
    return {fmt::format("{:.{}g}", number, options_.digits), number < 0 ? Binding::Sum : Binding::Whole};
  }

  /// In brackets where it holds together less than it must.
  std::string inside(const Value& value, Binding least) const {
    Text text = textOf(value);
    return text.binding < least ? '(' + text.words + ')' : std::move(text.words);
  }

  Text sum(const Value& a, const Value& b, bool minus) const {
    const std::string first = inside(a, Binding::Sum);
    const std::string second = inside(b, minus ? Binding::Product : Binding::Sum);
    // "x + -2 * y" and "x - (-2)" read better with the sign drawn out.
    if (!minus && second.starts_with('-')) return {fmt::format("{} - {}", first, second.substr(1)), Binding::Sum};
    if (b.kind == Value::Kind::Constant && textOf(b).words.starts_with('-'))
      return {fmt::format("{} + {}", first, textOf(b).words.substr(1)), Binding::Sum};
    return {fmt::format("{} {} {}", first, minus ? '-' : '+', second), Binding::Sum};
  }

  Text textOf(const Step& step) const {
    const auto call = [&](std::string_view name) { return Text{fmt::format("{}({})", name, textOf(step.a).words), Binding::Whole}; };
    const auto pair = [&](std::string_view name) {
      return Text{fmt::format("{}({}, {})", name, textOf(step.a).words, textOf(step.b).words), Binding::Whole};
    };
    const auto product = [&] { return fmt::format("{} * {}", inside(step.a, Binding::Product), inside(step.b, Binding::Product)); };
    switch (step.kind) {
    case StepKind::Add:
      return sum(step.a, step.b, false);
    case StepKind::Subtract:
      return sum(step.a, step.b, true);
    case StepKind::Multiply:
      return {product(), Binding::Product};
    case StepKind::Divide:
      return {fmt::format("{} / {}", inside(step.a, Binding::Product), inside(step.b, Binding::Whole)), Binding::Product};
    case StepKind::Minimum:
      return pair("min");
    case StepKind::Maximum:
      return pair("max");
    case StepKind::MultiplyAdd:
      return {fmt::format("{} + {}", product(), inside(step.c, Binding::Product)), Binding::Sum};
    case StepKind::SquareRoot:
      return {fmt::format("sqrt(|{}|)", textOf(step.a).words), Binding::Whole};
    case StepKind::Select:
      return {fmt::format("if({} > 0, {}, {})", textOf(step.a).words, textOf(step.b).words, textOf(step.c).words), Binding::Whole};
    case StepKind::Exponential:
      return call("exp");
    case StepKind::Logarithm:
      return {fmt::format("log(|{}|)", textOf(step.a).words), Binding::Whole};
    case StepKind::Sine:
      return call("sin");
    case StepKind::Cosine:
      return call("cos");
    default: // bits, which no program is written in
      return pair("bits");
    }
  }

  const Code& code_;
  const FormulaOptions& options_;
  std::vector<std::size_t> uses_;
  std::vector<Text> texts_;
};

} // namespace

std::string formula(const Code& code, const FormulaOptions& options) { return FormulaWriter(code, options).write(); }

} // namespace gevo::tmbl
