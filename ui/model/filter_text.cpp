#include "ui/model/filter_text.h"

#include "core/values/individual.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo::ui {
namespace {

using Condition = VariantFilter::Condition;
using Comparison = VariantFilter::Comparison;
using Keyword = VariantFilter::Keyword;
using Kind = VariantFilter::Kind;

constexpr QChar quote('"');
constexpr QChar escape('\\');

/// The first name of each is the one that is printed.
const std::vector<std::pair<QString, VariantColumn>>& columns() {
  static const std::vector<std::pair<QString, VariantColumn>> names{
      {"id", VariantColumn::Id},           {"generation", VariantColumn::Generation}, {"gen", VariantColumn::Generation},
      {"runtime", VariantColumn::Runtime}, {"speedup", VariantColumn::Speedup},       {"error", VariantColumn::Error},
      {"energy", VariantColumn::Energy},   {"edits", VariantColumn::Edits},           {"inactive", VariantColumn::Inactive}};
  return names;
}

const std::vector<std::pair<QString, Comparison>>& comparisons() {
  static const std::vector<std::pair<QString, Comparison>> names{
      {"=", Comparison::Equal},    {"==", Comparison::Equal},  {"!=", Comparison::NotEqual}, {"≠", Comparison::NotEqual},
      {"<", Comparison::Less},     {"<=", Comparison::AtMost}, {"≤", Comparison::AtMost},    {">", Comparison::More},
      {">=", Comparison::AtLeast}, {"≥", Comparison::AtLeast}};
  return names;
}

const std::vector<std::pair<QString, Keyword>>& keywords() {
  static const std::vector<std::pair<QString, Keyword>> names{{"front", Keyword::Front},   {"pinned", Keyword::Pinned},
                                                              {"noted", Keyword::Noted},   {"derived", Keyword::Derived},
                                                              {"passed", Keyword::Passed}, {"failed", Keyword::Failed}};
  return names;
}

template <class Value> std::optional<Value> named(const std::vector<std::pair<QString, Value>>& names, const QString& name) {
  for (const auto& [known, value] : names)
    if (known == name) return value;
  return std::nullopt;
}

template <class Value> QString nameOf(const std::vector<std::pair<QString, Value>>& names, Value value) {
  for (const auto& [name, known] : names)
    if (known == value) return name;
  return {};
}

/// The end of a text in quotes that begins at `begin`; -1: it is not closed.
qsizetype endOfQuoted(const QString& text, qsizetype begin) {
  for (qsizetype i = begin + 1; i < text.size(); ++i) {
    if (text[i] == escape)
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return -1;
}

QString quoted(const QString& text) {
  QString result = quote;
  for (const QChar letter : text) {
    if (letter == quote || letter == escape) result += escape;
    result += letter;
  }
  return result + quote;
}

/// Without the quotes around it, if it has some.
QString unquoted(const QString& text) {
  if (!text.startsWith(quote)) return text;
  QString result;
  for (qsizetype i = 1; i < text.size() - 1; ++i) {
    if (text[i] == escape && i + 2 < text.size()) ++i;
    result += text[i];
  }
  return result;
}

/// How long the separator at `place` is; 0: there is none.
qsizetype separatorAt(const QString& text, qsizetype place) {
  if (text[place] == ',') return 1;
  if (text[place] == '&') return place + 1 < text.size() && text[place + 1] == '&' ? 2 : 1;
  const bool begins = place == 0 || text[place - 1].isSpace() || text[place - 1] == quote;
  const bool ends = place + 3 >= text.size() || text[place + 3].isSpace() || text[place + 3] == quote;
  return begins && ends && QStringView(text).mid(place, 3).compare(u"and", Qt::CaseInsensitive) == 0 ? 3 : 0;
}

/// A figure's factor by the unit that follows its number.
std::optional<double> factorOf(VariantColumn column, const QString& unit) {
  if (unit.isEmpty()) return 1;
  static const std::map<std::pair<VariantColumn, QString>, double> factors{
      {{VariantColumn::Runtime, "ns"}, 1e-3}, {{VariantColumn::Runtime, "us"}, 1},  {{VariantColumn::Runtime, "µs"}, 1},
      {{VariantColumn::Runtime, "ms"}, 1e3},  {{VariantColumn::Runtime, "s"}, 1e6}, {{VariantColumn::Speedup, "x"}, 1},
      {{VariantColumn::Speedup, "×"}, 1},     {{VariantColumn::Error, "%"}, 1},     {{VariantColumn::Energy, "mj"}, 1},
      {{VariantColumn::Energy, "j"}, 1e3}};
  const auto found = factors.find({column, unit});
  return found == factors.end() ? std::nullopt : std::optional(found->second);
}

/// People who write two conditions one after the other are told how they are joined.
std::unexpected<Error> noNumber(const QString& text) {
  const bool isMore = text.trimmed().contains(' ') && text.contains(QRegularExpression("[=<>]"));
  return fail("\"{}\" is not a number{}", text.toStdString(), isMore ? ": put \"and\" between conditions" : "");
}

Result<double> parseFigure(VariantColumn column, const QString& text) {
  static const QRegularExpression form("^([-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[-+]?[0-9]+)?)\\s*(\\D*)$",
                                       QRegularExpression::UseUnicodePropertiesOption);
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch()) return noNumber(text);
  const std::optional<double> factor = factorOf(column, match.captured(2).trimmed());
  if (!factor) return fail("\"{}\" has a unit that {} does not: leave it out", text.toStdString(), nameOf(columns(), column).toStdString());
  const double value = match.captured(1).toDouble() * *factor;
  if (!std::isfinite(value)) return fail("\"{}\" is too large a number", text.toStdString());
  return value;
}

std::unexpected<Error> unknownName(const QString& name, const QStringList& parameters) {
  const std::string usual = "id, generation, runtime, speedup, error, energy, edits or inactive";
  if (parameters.isEmpty()) return fail("there is no column \"{}\": use {}", name.toStdString(), usual);
  return fail("there is no column or parameter \"{}\": use {}, or a parameter: {}", name.toStdString(), usual,
              parameters.join(", ").toStdString());
}

/// Values between bars, of which quotes may hold some.
Result<QStringList> parseValues(const QString& text) {
  QStringList values;
  QString value;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] == quote && value.trimmed().isEmpty()) {
      const qsizetype end = endOfQuoted(text, i);
      value = text.mid(i, end - i);
      i = end - 1;
    } else if (text[i] == '|') {
      values << value.trimmed();
      value.clear();
    } else {
      value += text[i];
    }
  }
  values << value.trimmed();
  for (QString& one : values) {
    if (one.isEmpty()) return fail("a value is missing in \"{}\": write one on each side of a bar", text.toStdString());
    if (one.startsWith(quote) && endOfQuoted(one, 0) != one.size())
      return fail("\"{}\" is not a value: put a bar between two", text.toStdString());
    one = unquoted(one);
  }
  return values;
}

Result<Condition> parseParameter(const QString& parameter, Comparison comparison, const QString& text) {
  GEVO_TRY_ASSIGN(const QStringList values, parseValues(text));
  if (comparison != Comparison::Equal && comparison != Comparison::NotEqual) {
    bool isNumber = values.size() == 1;
    if (isNumber) values.front().toDouble(&isNumber);
    if (!isNumber) return noNumber(text);
  }
  return Condition{.kind = Kind::Parameter, .comparison = comparison, .text = parameter, .values = values};
}

/// Whatever could be taken for something else is quoted.
QString printValue(const QString& value) {
  static const QRegularExpression plain("^[A-Za-z0-9_.:+-]+$");
  const bool isPlain = plain.match(value).hasMatch() && value.compare(u"and", Qt::CaseInsensitive) != 0;
  return isPlain ? value : quoted(value);
}

} // namespace

Result<QStringList> conditionTexts(const QString& text) {
  QStringList parts;
  QString part;
  for (qsizetype i = 0; i < text.size();) {
    if (text[i] == quote) {
      const qsizetype end = endOfQuoted(text, i);
      if (end < 0) return fail("a quote is not closed: end the text with \"");
      part += text.mid(i, end - i);
      i = end;
    } else if (const qsizetype length = separatorAt(text, i); length > 0) {
      parts << part.trimmed();
      part.clear();
      i += length;
    } else {
      part += text[i++];
    }
  }
  if (parts.isEmpty() && part.trimmed().isEmpty()) return parts;
  parts << part.trimmed();
  if (parts.contains(QString())) return fail("a condition is missing beside \"and\": write one on each side of it");
  return parts;
}

Result<Condition> parseCondition(const QString& text, const QStringList& parameters) {
  if (text.startsWith(quote) && endOfQuoted(text, 0) == text.size()) {
    const QString words = unquoted(text).toLower();
    if (words.isEmpty()) return fail("there is no text between the quotes: write what edits do, as in \"barrier\"");
    return Condition{.kind = Kind::Text, .text = words};
  }
  const QString simple = text.simplified();
  const QString lower = simple.toLower();
  if (const auto keyword = named(keywords(), lower)) return Condition{.kind = Kind::Keyword, .keyword = *keyword};
  if (const auto id = parseVariantName(lower.toStdString())) return Condition{.value = static_cast<double>(*id)};

  static const QRegularExpression form("^([\\pL_][\\w:.]*)\\s*([=!<>≤≥≠]+)\\s*(.+)$",
                                       QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::DotMatchesEverythingOption);
  const QRegularExpressionMatch match = form.match(text);
  if (!match.hasMatch())
    return fail("\"{}\" is not a condition: write a column, an operator and a number, as in error = 0, or what edits do in quotes, as in "
                "\"barrier\"",
                simple.toStdString());
  const QString name = match.captured(1);
  const auto column = named(columns(), name.toLower());
  const auto parameter = std::ranges::find_if(parameters, [&](const QString& one) { return one.compare(name, Qt::CaseInsensitive) == 0; });
  if (!column && parameter == parameters.end()) return unknownName(name, parameters);
  const auto comparison = named(comparisons(), match.captured(2));
  if (!comparison) return fail("\"{}\" is not a comparison: use = != < <= > or >=", match.captured(2).toStdString());
  if (!column) return parseParameter(*parameter, *comparison, match.captured(3).trimmed());
  GEVO_TRY_ASSIGN(const double value, parseFigure(*column, match.captured(3).trimmed().toLower()));
  return Condition{.column = *column, .comparison = *comparison, .value = value};
}

QString printCondition(const Condition& condition) {
  switch (condition.kind) {
  case Kind::Text:
    return quoted(condition.text);
  case Kind::Keyword:
    return nameOf(keywords(), condition.keyword);
  case Kind::Figure:
    return nameOf(columns(), condition.column) + ' ' + nameOf(comparisons(), condition.comparison) + ' ' +
           QString::number(condition.value, 'g', QLocale::FloatingPointShortest);
  case Kind::Parameter: {
    QStringList values;
    for (const QString& value : condition.values) values << printValue(value);
    return condition.text + ' ' + nameOf(comparisons(), condition.comparison) + ' ' + values.join(" | ");
  }
  }
  return {};
}

} // namespace gevo::ui
