#include "ui/variants/variant_filter.h"

#include "ui/text/format.h"

#include <QHash>
#include <QRegularExpression>

namespace gevo::ui {

double columnValue(const RunModel& model, const VariantRow& row, VariantColumn column) {
  switch (column) {
  case VariantColumn::Star:
    return model.onFront(row.id) ? 1 : 0;
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
  case VariantColumn::Edits:
    return row.edits;
  case VariantColumn::Inactive:
    return row.inactive;
  }
  return 0;
}

Result<VariantFilter::Condition> VariantFilter::parseCondition(const QString& text) {
  static const QHash<QString, VariantColumn> columns{{"id", VariantColumn::Id},           {"generation", VariantColumn::Generation},
                                                     {"gen", VariantColumn::Generation},  {"runtime", VariantColumn::Runtime},
                                                     {"speedup", VariantColumn::Speedup}, {"error", VariantColumn::Error},
                                                     {"edits", VariantColumn::Edits},     {"inactive", VariantColumn::Inactive}};
  static const QHash<QString, Comparison> comparisons{{"=", Comparison::Equal},    {"==", Comparison::Equal},  {"!=", Comparison::NotEqual},
                                                      {"<", Comparison::Less},     {"<=", Comparison::AtMost}, {">", Comparison::More},
                                                      {">=", Comparison::AtLeast}, {"≤", Comparison::AtMost},  {"≥", Comparison::AtLeast},
                                                      {"≠", Comparison::NotEqual}};
  if (text == "front") return Condition{VariantColumn::Star, Comparison::Equal, 1};
  bool number = false;
  const qlonglong id = text.toLongLong(&number);
  if (number) return Condition{VariantColumn::Id, Comparison::Equal, static_cast<double>(id)};

  static const QRegularExpression form("^([a-z]+)\\s*([=!<>≤≥≠]+)\\s*(\\S+)$", QRegularExpression::UseUnicodePropertiesOption);
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch())
    return fail("\"{}\" is no condition: write a column, an operator and a number, as in error = 0", text.toStdString());
  const auto column = columns.find(match.captured(1));
  if (column == columns.end())
    return fail("no column is named \"{}\": there are id, generation, runtime, speedup, error, edits and inactive",
                match.captured(1).toStdString());
  const auto comparison = comparisons.find(match.captured(2));
  if (comparison == comparisons.end()) return fail("\"{}\" is no comparison: use = != < <= > or >=", match.captured(2).toStdString());
  QString value = match.captured(3);
  while (value.endsWith('x') || value.endsWith(QChar(0xd7)) || value.endsWith('%')) value.chop(1);
  const double limit = value.toDouble(&number);
  if (!number) return fail("\"{}\" is no number", match.captured(3).toStdString());
  return Condition{*column, *comparison, limit};
}

Result<VariantFilter> VariantFilter::parse(const QString& text) {
  VariantFilter filter;
  const QString simple = text.simplified().toLower();
  if (simple.isEmpty()) return filter;
  static const QRegularExpression joint("\\s+and\\s+|\\s*&&?\\s*|\\s*,\\s*");
  for (const QString& part : simple.split(joint)) {
    Result<Condition> condition = parseCondition(part);
    if (!condition) return std::unexpected(condition.error());
    filter.conditions_.push_back(*condition);
  }
  return filter;
}

bool VariantFilter::passes(const RunModel& model, const VariantRow& row) const {
  for (const Condition& condition : conditions_) {
    const double value = columnValue(model, row, condition.column);
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
