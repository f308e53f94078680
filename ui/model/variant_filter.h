#pragma once

/// The filter's language: conditions joined by `and`, each a column or a parameter of the program, an operator and a value.
///
///     error < 1% and speedup > 1.2 and BLOCK = 16 | 32 and "barrier"
///
/// Columns: id, generation (gen), runtime (µs unless a unit follows), speedup, error (percent where errors are shares), energy (mJ), edits,
/// inactive. No condition on the energy holds for a variant that was not measured for it. Operators: = != < <= > >=. A parameter may have
/// one of several values, between bars. A text in quotes is in the words of an edit of the variant. A lone number or D1 means that id;
/// keywords are front, pinned, noted, derived, passed and failed (held-out tests). Capitals don't matter. parse(print(f)) == f.

#include "core/base/result.h"
#include "core/values/parameter.h"
#include "ui/model/variant_column.h"
#include "ui/model/variant_facts.h"

#include <QStringList>

#include <limits>
#include <optional>

namespace gevo::ui {

class VariantFilter {
public:
  enum class Comparison { Equal, NotEqual, Less, AtMost, More, AtLeast };
  enum class Keyword { None, Front, Pinned, Noted, Derived, Passed, Failed };
  enum class Kind { Figure, Keyword, Text, Parameter };
  struct Condition {
    Kind kind = Kind::Figure;
    VariantColumn column = VariantColumn::Id;
    Comparison comparison = Comparison::Equal; ///< of a figure or a parameter
    double value = 0;                          ///< of a figure
    Keyword keyword = Keyword::None;
    QString text = {};       ///< that edits have, small letters; or a parameter's name
    QStringList values = {}; ///< of a parameter, at least one
    bool operator==(const Condition&) const = default;
  };
  /// Both ends belong to it.
  struct Range {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    bool operator==(const Range&) const = default;
  };

  /// An empty text accepts everything. `parameters`: names that are known. An error names the part that was not understood, and what to
  /// write instead.
  static Result<VariantFilter> parse(const QString& text, const QStringList& parameters = {});
  QString print() const;
  bool empty() const { return conditions_.empty(); }
  const std::vector<Condition>& conditions() const { return conditions_; }
  /// It asks for edits or parameters, which rows don't have.
  bool needsFacts() const;

  /// What conditions leave of a column; nothing: all of it.
  std::optional<Range> rangeOf(VariantColumn column) const;
  std::optional<QStringList> valuesOf(const QString& parameter) const;
  /// With this range instead of the one of before; nothing: all.
  VariantFilter withRange(VariantColumn column, const std::optional<Range>& range) const;
  VariantFilter withValues(const QString& parameter, const std::optional<QStringList>& values) const;
  bool operator==(const VariantFilter&) const = default;

private:
  std::vector<Condition> conditions_;
};

/// A filter, made ready for many rows.
class VariantTest {
public:
  VariantTest() = default; ///< all pass
  /// `facts`: null: none are known yet, and nothing passes that asks for them. `space`: for values that a configuration leaves as they are.
  explicit VariantTest(const VariantFilter& filter, std::shared_ptr<const VariantFacts> facts = {}, const ParameterSpace& space = {});
  bool passes(const VariantSource& source, const VariantRow& row) const;
  bool empty() const { return filter_.empty(); }

private:
  bool passesFacts(std::size_t condition, std::int64_t variant) const;

  VariantFilter filter_;
  std::shared_ptr<const VariantFacts> facts_;
  std::vector<std::vector<bool>> holds_; ///< by condition: of each edit, or each configuration
};

} // namespace gevo::ui
