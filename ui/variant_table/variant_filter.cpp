#include "ui/variant_table/variant_filter.h"

#include "core/format/error_figure.h"

#include <QHash>
#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace gevo::ui {

double columnValue(const VariantSource& source, const VariantRow& row, VariantColumn column) {
  const RunModel& model = source.run;
  switch (column) {
  case VariantColumn::Star:
    return (source.annotations.pinned(row.id) ? 2 : 0) + (model.onFront(row.id) ? 1 : 0);
  case VariantColumn::Id:
    return static_cast<double>(row.id);
  case VariantColumn::Generation:
    return row.generation;
  case VariantColumn::Runtime:
    return row.runtime;
  case VariantColumn::Speedup:
    return model.speedup(row);
  case VariantColumn::Error:
    return row.error * errorScale(model.run().settings.evaluation.metric);
  case VariantColumn::Energy:
    return std::isfinite(row.energy) ? row.energy : std::numeric_limits<double>::infinity();
  case VariantColumn::Edits:
    return row.edits;
  case VariantColumn::Inactive:
    return row.inactive;
  case VariantColumn::Origin:
    return static_cast<double>(row.origin);
  case VariantColumn::HeldOut: {
    const ValidationRow* validation = model.validation(row.id);
    return !validation ? 0 : validation->passed ? 1 : -1;
  }
  case VariantColumn::Note:
    return source.annotations.of(row.id).note.empty() ? 0 : 1;
  }
  return 0;
}

Result<VariantFilter::Condition> VariantFilter::parseCondition(const QString& text) {
  static const QHash<QString, VariantColumn> columns{
      {"id", VariantColumn::Id},           {"generation", VariantColumn::Generation}, {"gen", VariantColumn::Generation},
      {"runtime", VariantColumn::Runtime}, {"speedup", VariantColumn::Speedup},       {"error", VariantColumn::Error},
      {"energy", VariantColumn::Energy},   {"edits", VariantColumn::Edits},           {"inactive", VariantColumn::Inactive}};
  static const QHash<QString, Comparison> comparisons{{"=", Comparison::Equal},    {"==", Comparison::Equal},  {"!=", Comparison::NotEqual},
                                                      {"<", Comparison::Less},     {"<=", Comparison::AtMost}, {">", Comparison::More},
                                                      {">=", Comparison::AtLeast}, {"≤", Comparison::AtMost},  {"≥", Comparison::AtLeast},
                                                      {"≠", Comparison::NotEqual}};
  static const QHash<QString, Keyword> keywords{{"front", Keyword::Front},     {"pinned", Keyword::Pinned}, {"noted", Keyword::Noted},
                                                {"derived", Keyword::Derived}, {"passed", Keyword::Passed}, {"failed", Keyword::Failed}};
  if (const auto keyword = keywords.find(text); keyword != keywords.end()) return Condition{.keyword = *keyword};
  if (const auto id = parseVariantName(text.toStdString())) return Condition{.value = static_cast<double>(*id)};

  static const QRegularExpression form("^([a-z]+)\\s*([=!<>≤≥≠]+)\\s*(\\S+)$", QRegularExpression::UseUnicodePropertiesOption);
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch())
    return fail("\"{}\" is not a condition: write a column, an operator and a number, as in error = 0", text.toStdString());
  const auto column = columns.find(match.captured(1));
  if (column == columns.end())
    return fail("there is no column \"{}\": use id, generation, runtime, speedup, error, energy, edits or inactive",
                match.captured(1).toStdString());
  const auto comparison = comparisons.find(match.captured(2));
  if (comparison == comparisons.end()) return fail("\"{}\" is not a comparison: use = != < <= > or >=", match.captured(2).toStdString());
  QString value = match.captured(3);
  while (value.endsWith('x') || value.endsWith(QChar(0xd7)) || value.endsWith('%')) value.chop(1);
  bool number = false;
  const double limit = value.toDouble(&number);
  if (!number) return fail("\"{}\" is not a number", match.captured(3).toStdString());
  return Condition{*column, *comparison, limit, Keyword::None};
}

Result<VariantFilter> VariantFilter::parse(const QString& text) {
  VariantFilter filter;
  const QString simple = text.simplified().toLower();
  if (simple.isEmpty()) return filter;
  static const QRegularExpression joint("\\s+and\\s+|\\s*&&?\\s*|\\s*,\\s*");
  for (const QString& part : simple.split(joint)) {
    GEVO_TRY_ASSIGN(Condition condition, parseCondition(part));
    filter.conditions_.push_back(condition);
  }
  return filter;
}

bool VariantFilter::holds(Keyword keyword, const VariantSource& source, const VariantRow& row) {
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

bool VariantFilter::passes(const VariantSource& source, const VariantRow& row) const {
  for (const Condition& condition : conditions_) {
    if (condition.keyword != Keyword::None) {
      if (!holds(condition.keyword, source, row)) return false;
      continue;
    }
    const double value = columnValue(source, row, condition.column);
    if (std::isinf(value)) return false;
    const bool holds = [&] {
      switch (condition.comparison) {
      case Comparison::Equal:
        return value == condition.value;
      case Comparison::NotEqual:
        return value != condition.value;
      case Comparison::Less:
        return value < condition.value;
      case Comparison::AtMost:
        return value <= condition.value;
      case Comparison::More:
        return value > condition.value;
      case Comparison::AtLeast:
        return value >= condition.value;
      }
      return false;
    }();
    if (!holds) return false;
  }
  return true;
}

} // namespace gevo::ui
