#pragma once

/// Over a table that is empty only because of its filter: says so, and offers to clear it.

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace gevo::ui {

class FilterNotice : public QWidget {
  Q_OBJECT
public:
  /// Covers `area`, a table's viewport.
  FilterNotice(QWidget* area, QLineEdit* filter);
  /// How many rows there are, and how many of them the filter leaves.
  void setRows(std::uint64_t all, std::uint64_t shown);
  QString message() const;
  QPushButton* clearButton() const { return clear_; }

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QLabel* message_;
  QPushButton* clear_;
};

} // namespace gevo::ui
