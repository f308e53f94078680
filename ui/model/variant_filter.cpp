#include "ui/model/variant_filter.h"

#include "core/values/individual.h"
#include "ui/model/filter_text.h"

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

using Condition = VariantFilter::Condition;
using Comparison = VariantFilter::Comparison;
using Keyword = VariantFilter::Keyword;
using Kind = VariantFilter::Kind;

bool compare(double value, Comparison comparison, double limit) {
  switch (comparison) {
  case Comparison::Equal:
    return value == limit;
  case Comparison::NotEqual:
    return value != limit;
  case Comparison::Less:
    return value < limit;
  case Comparison::AtMost:
    return value <= limit;
  case Comparison::More:
    return value > limit;
  case Comparison::AtLeast:
    return value >= limit;
  }
  return false;
}

bool holds(Keyword keyword, const VariantSource& source, const VariantRow& row) {
  switch (keyword) {
  case Keyword::None:
    return true;
  case Keyword::Front:
    return source.run.onFront(row.id);
  case Keyword::Pinned:
    return source.annotations.pinned(row.id);
  case Keyword::Noted:
    return columnValue(source, row, VariantColumn::Note) > 0;
  case Keyword::Derived:
    return isDerived(row.id);
  case Keyword::Passed:
    return columnValue(source, row, VariantColumn::HeldOut) > 0;
  case Keyword::Failed:
    return columnValue(source, row, VariantColumn::HeldOut) < 0;
  }
  return false;
}

/// Numbers are compared as numbers: 16 and 16.0 are the same.
bool isValue(const Condition& condition, const QString& value) {
  bool isNumber = false;
  const double number = value.toDouble(&isNumber);
  const auto equals = [&](const QString& wanted) {
    bool wantsNumber = false;
    const double other = wanted.toDouble(&wantsNumber);
    return isNumber && wantsNumber ? number == other : wanted.compare(value, Qt::CaseInsensitive) == 0;
  };
  if (condition.comparison == Comparison::Equal) return std::ranges::any_of(condition.values, equals);
  if (condition.comparison == Comparison::NotEqual) return std::ranges::none_of(condition.values, equals);
  return isNumber && compare(number, condition.comparison, condition.values.front().toDouble());
}

bool limits(const Condition& condition, VariantColumn column) {
  return condition.kind == Kind::Figure && condition.column == column && condition.comparison != Comparison::NotEqual;
}

bool limits(const Condition& condition, const QString& parameter) {
  return condition.kind == Kind::Parameter && condition.comparison == Comparison::Equal &&
         condition.text.compare(parameter, Qt::CaseInsensitive) == 0;
}

} // namespace

Result<VariantFilter> VariantFilter::parse(const QString& text, const QStringList& parameters) {
  VariantFilter filter;
  GEVO_TRY_ASSIGN(const QStringList parts, conditionTexts(text));
  for (const QString& part : parts) {
    GEVO_TRY_ASSIGN(Condition condition, parseCondition(part, parameters));
    filter.conditions_.push_back(std::move(condition));
  }
  return filter;
}

QString VariantFilter::print() const {
  QStringList parts;
  for (const Condition& condition : conditions_) parts << printCondition(condition);
  return parts.join(QStringLiteral(" and "));
}

bool VariantFilter::needsFacts() const {
  return std::ranges::any_of(conditions_, [](const Condition& one) { return one.kind == Kind::Text || one.kind == Kind::Parameter; });
}

std::optional<VariantFilter::Range> VariantFilter::rangeOf(VariantColumn column) const {
  std::optional<Range> range;
  for (const Condition& condition : conditions_) {
    if (!limits(condition, column)) continue;
    if (!range) range = Range{};
    const Comparison comparison = condition.comparison;
    if (comparison != Comparison::Less && comparison != Comparison::AtMost) range->lower = std::max(range->lower, condition.value);
    if (comparison != Comparison::More && comparison != Comparison::AtLeast) range->upper = std::min(range->upper, condition.value);
  }
  return range;
}

std::optional<QStringList> VariantFilter::valuesOf(const QString& parameter) const {
  std::optional<QStringList> values;
  for (const Condition& condition : conditions_) {
    if (!limits(condition, parameter)) continue;
    QStringList left = condition.values;
    if (values) left.removeIf([&](const QString& value) { return !values->contains(value, Qt::CaseInsensitive); });
    values = left;
  }
  return values;
}

VariantFilter VariantFilter::withRange(VariantColumn column, const std::optional<Range>& range) const {
  VariantFilter other = *this;
  std::erase_if(other.conditions_, [&](const Condition& condition) { return limits(condition, column); });
  const auto add = [&](Comparison comparison, double value) {
    if (std::isfinite(value)) other.conditions_.push_back({.column = column, .comparison = comparison, .value = value});
  };
  if (range && range->lower == range->upper) {
    add(Comparison::Equal, range->lower);
  } else if (range) {
    add(Comparison::AtLeast, range->lower);
    add(Comparison::AtMost, range->upper);
  }
  return other;
}

VariantFilter VariantFilter::withValues(const QString& parameter, const std::optional<QStringList>& values) const {
  VariantFilter other = *this;
  std::erase_if(other.conditions_, [&](const Condition& condition) { return limits(condition, parameter); });
  if (values && !values->isEmpty()) other.conditions_.push_back({.kind = Kind::Parameter, .text = parameter, .values = *values});
  return other;
}

VariantTest::VariantTest(const VariantFilter& filter, std::shared_ptr<const VariantFacts> facts, const ParameterSpace& space)
    : filter_(filter), facts_(std::move(facts)), holds_(filter.conditions().size()) {
  if (!facts_) return;
  for (std::size_t i = 0; i < holds_.size(); ++i) {
    const Condition& condition = filter_.conditions()[i];
    if (condition.kind == Kind::Text) {
      const std::string wanted = condition.text.toStdString();
      for (std::size_t edit = 0; edit < facts_->texts.size(); ++edit) {
        const bool isKnown = facts_->words && edit < facts_->words->size();
        holds_[i].push_back(facts_->texts[edit].contains(wanted) || (isKnown && (*facts_->words)[edit].contains(wanted)));
      }
    } else if (condition.kind == Kind::Parameter) {
      const auto named = [&](const Parameter& parameter) {
        return condition.text.compare(QString::fromStdString(parameter.name), Qt::CaseInsensitive) == 0;
      };
      const auto parameter = std::ranges::find_if(space.parameters, named);
      for (const Configuration& configuration : facts_->configurations) {
        if (parameter == space.parameters.end()) {
          holds_[i].push_back(false);
          continue;
        }
        const std::string* value = VariantFacts::valueOf(configuration, parameter->name);
        holds_[i].push_back(isValue(condition, QString::fromStdString(value ? *value : parameter->value)));
      }
    }
  }
}

bool VariantTest::passesFacts(std::size_t condition, std::int64_t variant) const {
  const std::optional<std::size_t> place = facts_ ? facts_->placeOf(variant) : std::nullopt;
  if (!place) return false;
  const std::vector<bool>& holds = holds_[condition];
  if (filter_.conditions()[condition].kind == Kind::Parameter) return holds[facts_->configuration[*place]];
  return std::ranges::any_of(facts_->editsOf(*place), [&](std::uint32_t edit) { return holds[edit]; });
}

bool VariantTest::passes(const VariantSource& source, const VariantRow& row) const {
  const std::vector<Condition>& conditions = filter_.conditions();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Condition& condition = conditions[i];
    if (condition.kind == Kind::Keyword) {
      if (!holds(condition.keyword, source, row)) return false;
    } else if (condition.kind == Kind::Figure) {
      const double value = columnValue(source, row, condition.column);
      if (std::isinf(value) || !compare(value, condition.comparison, condition.value)) return false;
    } else if (!passesFacts(i, row.id)) {
      return false;
    }
  }
  return true;
}

} // namespace gevo::ui
