#pragma once

/// A line of plain text that gives way where room is short: it ends in an ellipsis, and what is cut off is its tool tip.

#include <QLabel>

namespace gevo::ui {

class ElidedLabel : public QLabel {
  Q_OBJECT
public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

private:
  bool fits() const;
};

} // namespace gevo::ui
