#pragma once

/// What the plots of the pane of generations have in common: one QCustomPlot with a legend, drawn when shown.

#include "ui/run/run_model.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCustomPlot;

namespace gevo::ui {

class GenerationPlot : public QWidget {
  Q_OBJECT
public:
  GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent);
  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }
  /// What is drawn, as data: a line per generation or bar.
  virtual QByteArray csv() const = 0;
  /// Of the files that it is saved as.
  virtual QString fileName() const = 0;

public slots:
  /// Draws what the model holds now; a hidden plot waits until it is shown.
  void refresh();
  /// Shows everything again.
  void resetView();

protected:
  void showEvent(QShowEvent* event) override;
  /// Fills graphs and colours them by `theme()`.
  virtual void draw() = 0;
  /// Ranges that show everything.
  virtual void fitRanges() = 0;
  /// The x axis counts generations; wheel and drag move along it.
  void countGenerations();
  void showGenerations();

  const RunModel& model() const { return model_; }
  const Theme& theme() const { return theme_; }

private:
  const RunModel& model_;
  Theme theme_;
  QCustomPlot* plot_;
  bool following_ = true; ///< until the user zooms or drags
};

} // namespace gevo::ui
