#pragma once

/// What the user looks at. Every view reads it and writes it; no view knows of another.

#include <QObject>

#include <cstdint>

namespace gevo::ui {

class Selection : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// -1: none.
  std::int64_t variant() const { return variant_; }
  /// What the variant is compared with; 0 is the original.
  std::int64_t comparison() const { return comparison_; }
  /// Index into the variant's edits, -1: none.
  int edit() const { return edit_; }
  /// False until somebody chose; the window then shows the best so far.
  bool chosen() const { return chosen_; }

  void choose(std::int64_t variant);
  /// As `choose`, by the program itself: `chosen()` stays as it is.
  void suggest(std::int64_t variant);
  void compareWith(std::int64_t variant);
  void chooseEdit(int edit);
  void clear();

signals:
  void variantChanged(qint64 variant);
  void comparisonChanged(qint64 variant);
  void editChanged(int edit);

private:
  std::int64_t variant_ = -1;
  std::int64_t comparison_ = 0;
  int edit_ = -1;
  bool chosen_ = false;
};

} // namespace gevo::ui
