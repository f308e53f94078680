#pragma once

/// The tool tip of a point: the contents of its table row in three lines.

#include <QLabel>

namespace gevo::ui {

class VariantTip : public QLabel {
  Q_OBJECT
public:
  explicit VariantTip(QWidget* parent);
  /// Beside `point` of the parent, within its area.
  void showAt(const QPoint& point, const QString& text);
};

} // namespace gevo::ui
