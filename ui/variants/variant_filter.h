#pragma once

/// The filter field's language: conditions joined by `and`, each a column, an operator and a number.
///
///     error = 0 and speedup > 1.2
///
/// Columns: id, generation (gen), runtime (µs), speedup, error (percent where errors are shares), edits, inactive.
/// Operators: = != < <= > >=. A lone number means that id; `front` alone means members of the front.

#include "core/base/result.h"
#include "ui/run/run_model.h"

#include <QString>

namespace gevo::ui {

enum class VariantColumn { Star, Id, Generation, Runtime, Speedup, Error, Edits, Inactive };

/// What filters and sorting compare. Errors as shown: percent for shares.
double columnValue(const RunModel& model, const VariantRow& row, VariantColumn column);

class VariantFilter {
public:
  /// An empty text lets everything pass. An error names the word that was not understood.
  static Result<VariantFilter> parse(const QString& text);
  bool passes(const RunModel& model, const VariantRow& row) const;
  bool empty() const { return conditions_.empty(); }

private:
  enum class Comparison { Equal, NotEqual, Less, AtMost, More, AtLeast };
  struct Condition {
    VariantColumn column;
    Comparison comparison;
    double value;
  };
  static Result<Condition> parseCondition(const QString& text);
  std::vector<Condition> conditions_;
};

} // namespace gevo::ui
