#pragma once

/// The filter field's language: conditions joined by `and`, each a column, an operator and a number.
///
///     error = 0 and speedup > 1.2
///
/// Columns: id, generation (gen), runtime (µs), speedup, error (percent where errors are shares), energy (mJ), edits, inactive. No
/// condition on the energy holds for a variant that was not measured for it. Operators: = != < <= > >=. A lone number or D1 means that id;
/// keywords are front, pinned, noted, derived, passed and failed (held-out tests).

#include "core/base/result.h"
#include "ui/service/annotation_service.h"

#include <QString>

namespace gevo::ui {

enum class VariantColumn { Star, Id, Generation, Runtime, Speedup, Error, Energy, Edits, Inactive, Origin, HeldOut, Note };

/// The run and its annotations.
struct VariantSource {
  const RunModel& run;
  const AnnotationService& annotations;
};

/// What filters and sorting compare. Errors as shown: percent for shares. Energy: infinite where it was not measured. Star: 2 for a pinned
/// one, 1 more on the front. HeldOut: 1 passed, -1 failed. Note: 1 where there is one.
double columnValue(const VariantSource& source, const VariantRow& row, VariantColumn column);

class VariantFilter {
public:
  /// An empty text accepts everything. An error names the part that was not understood.
  static Result<VariantFilter> parse(const QString& text);
  bool passes(const VariantSource& source, const VariantRow& row) const;
  bool empty() const { return conditions_.empty(); }

private:
  enum class Comparison { Equal, NotEqual, Less, AtMost, More, AtLeast };
  enum class Keyword { None, Front, Pinned, Noted, Derived, Passed, Failed };
  struct Condition {
    VariantColumn column = VariantColumn::Id;
    Comparison comparison = Comparison::Equal;
    double value = 0;
    Keyword keyword = Keyword::None; ///< instead of the rest
  };
  static bool holds(Keyword keyword, const VariantSource& source, const VariantRow& row);
  static Result<Condition> parseCondition(const QString& text);
  std::vector<Condition> conditions_;
};

} // namespace gevo::ui
