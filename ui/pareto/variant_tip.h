#pragma once

/// The little card beside a point: everything a row of the table says, in three lines.

#include "ui/model/run_model.h"

#include <QLabel>

namespace gevo::ui {

/// Rich text.
QString variantSummary(const RunModel& model, const VariantRow& row);
QString underWaySummary(const RunModel& model, const VariantRow& row);
QString failureSummary(const RunModel& model, const FailedRow& row);

class VariantTip : public QLabel {
  Q_OBJECT
public:
  explicit VariantTip(QWidget* parent);
  /// Beside `point` of the parent, within its area.
  void showAt(const QPoint& point, const QString& text);
};

} // namespace gevo::ui
