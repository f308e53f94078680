#pragma once

/// Runtime of the best per generation with the population's spread, and the best's error on a second axis. The best of
/// the file's other runs stands behind it (Liou et al. 2022, Fig. 6), and how the selected variant was found before it.

#include "ui/generations/discovery.h"
#include "ui/generations/generation_plot.h"

class QCPGraph;

namespace gevo::ui {

class ProgressPlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit ProgressPlot(const RunModel& model, QWidget* parent = nullptr);
  QCPGraph* bestRuntime() const { return best_; }
  QCPGraph* bestError() const { return error_; }
  const std::vector<QCPGraph*>& otherRuns() const { return others_; }
  const Discovery& discovery() const { return discovery_; }
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("generations"); }

public slots:
  /// Of the selected variant; null: none, or not known yet.
  void setDetails(const std::shared_ptr<const gevo::VariantDetails>& details);

protected:
  void fillPlot() override;
  void fitRanges() override;

private:
  void paint();
  void drawOthers();
  void showError(bool show);

  std::vector<QCPGraph*> others_; ///< the best of the file's other runs
  QCPGraph* spread_;
  QCPGraph* best_;
  QCPGraph* error_;
  QCPGraph* learned_; ///< generations in which an input became a test
  Discovery discovery_;
};

} // namespace gevo::ui
