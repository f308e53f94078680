#pragma once

/// The line above coloured texts: what they are coloured by, and what the variant changes most.

#include "core/values/heat.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace gevo::ui {

class ElidedLabel;

class HeatBar : public QWidget {
  Q_OBJECT
public:
  explicit HeatBar(QWidget* parent = nullptr);

  HeatMetric metric() const;
  void setMetric(HeatMetric metric);
  /// What the texts show, or why they show nothing. `line`: it names one, which can be gone to.
  void setText(const QString& text, bool line = false);
  /// While it is being computed, which can be cancelled.
  void setComputing(bool computing);
  QString text() const;
  QComboBox* metrics() const { return metrics_; }
  QToolButton* cancel() const { return cancel_; }
  QToolButton* showLine() const { return showLine_; }

signals:
  void metricChosen();
  void cancelled();
  void lineRequested();

private:
  QComboBox* metrics_;
  ElidedLabel* text_;
  QToolButton* showLine_;
  QToolButton* cancel_;
};

} // namespace gevo::ui
