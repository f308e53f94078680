#include "core/parameters/requirements.h"

#include "core/parameters/parse_parameter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <muParser.h>

namespace gevo {

namespace {

double remainder(double left, double right) { return std::fmod(left, right); }
double negation(double value) { return value == 0 ? 1 : 0; }

bool assigns(const std::string& text) {
  for (std::size_t i = text.find('='); i != std::string::npos; i = text.find('=', i + 1)) {
    const bool isSecond = i > 0 && std::string_view("=<>!").contains(text[i - 1]);
    const bool isFirst = i + 1 < text.size() && text[i + 1] == '=';
    if (!isSecond && !isFirst) return true;
  }
  return false;
}

std::optional<double> numberOf(const std::string& value) {
  if (value == featureOn) return 1;
  if (value == featureOff) return 0;
  const auto number = integerValue(value);
  return number ? std::optional<double>(static_cast<double>(*number)) : std::nullopt;
}

} // namespace

struct Requirements::State {
  std::map<std::string, double> own; ///< of the numeric parameters
  mutable std::map<std::string, double> values;
  std::vector<std::unique_ptr<mu::Parser>> parsers;
};

Requirements::Requirements(std::unique_ptr<State> state) : state_(std::move(state)) {}
Requirements::Requirements(Requirements&&) noexcept = default;
Requirements& Requirements::operator=(Requirements&&) noexcept = default;
Requirements::~Requirements() = default;

Result<Requirements> Requirements::of(const ParameterSpace& space) {
  auto state = std::make_unique<State>();
  for (const Parameter& parameter : space.parameters) {
    const bool isNumeric = std::ranges::all_of(parameter.values, [](const std::string& value) { return numberOf(value).has_value(); });
    if (isNumeric) state->own[parameter.name] = numberOf(parameter.value).value_or(0);
  }
  state->values = state->own;
  for (const std::string& text : space.requirements) {
    if (assigns(text)) return fail("the requirement \"{}\" has a single =, which sets a value; write == to compare", text);
    auto parser = std::make_unique<mu::Parser>();
    try {
      parser->DefineOprt("%", remainder, mu::prMUL_DIV, mu::oaLEFT);
      parser->ClearFun();
      parser->EnableBuiltInOprt();
      parser->DefineInfixOprt("!", negation);
      for (auto& [name, value] : state->values) parser->DefineVar(name, &value);
      parser->SetExpr(text);
      parser->Eval();
    } catch (const mu::Parser::exception_type& problem) {
      return fail("the requirement \"{}\" can't be read: {}; write an expression over the parameters, such as \"BLOCK * BLOCK <= 1024\"",
                  text, problem.GetMsg());
    }
    state->parsers.push_back(std::move(parser));
  }
  return Requirements(std::move(state));
}

bool Requirements::areMet(const Configuration& configuration) const {
  // The parsers hold the addresses of the values.
  for (const auto& [name, value] : state_->own) state_->values[name] = value;
  for (const ParameterValue& setting : configuration) {
    const auto value = state_->values.find(setting.parameter);
    if (value != state_->values.end()) value->second = numberOf(setting.value).value_or(0);
  }
  return std::ranges::all_of(state_->parsers, [](const std::unique_ptr<mu::Parser>& parser) {
    try {
      const double result = parser->Eval();
      return std::isfinite(result) && result != 0;
    } catch (const mu::Parser::exception_type&) {
      return false;
    }
  });
}

} // namespace gevo
