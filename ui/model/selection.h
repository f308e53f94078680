#pragma once

/// What the user selected. Every view reads and writes it; no view knows another.

#include <QObject>

#include <cstdint>

namespace gevo::ui {

class Selection : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  static constexpr std::int64_t none = -1;
  /// Or `none`. Below that: an evaluation of the generation under way.
  std::int64_t variant() const { return variant_; }
  /// What the variant is compared with; 0 is the original.
  std::int64_t comparison() const { return comparison_; }
  /// Index into the variant's edits, -1: none.
  int edit() const { return edit_; }
  /// True until the user selects something, and again when asked for: the window then shows the best so far.
  bool following() const { return following_; }
  void setFollowing(bool following);
  /// The opposite.
  bool chosen() const { return !following_; }

  void choose(std::int64_t variant);
  /// As `choose`, but by the program: `following()` does not change.
  void suggest(std::int64_t variant);
  void compareWith(std::int64_t variant);
  void chooseEdit(int edit);
  void clear();

signals:
  void variantChanged(qint64 variant);
  void comparisonChanged(qint64 variant);
  void editChanged(int edit);
  void followingChanged(bool following);

private:
  void setComparison(std::int64_t variant);

  std::int64_t variant_ = -1;
  std::int64_t comparison_ = 0;
  int edit_ = -1;
  bool following_ = true;
};

} // namespace gevo::ui
