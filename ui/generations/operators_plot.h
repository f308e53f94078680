#pragma once

/// Evaluation results of each operator in the whole run: one bar each, valid ones first.

#include "ui/generations/generation_plot.h"

#include <array>

class QCPBars;

namespace gevo::ui {

/// One operator that was evaluated.
struct OperatorBar {
  StepKind kind = StepKind::Other;
  std::uint64_t evaluations = 0;
  std::vector<double> shares; ///< per cent of the evaluations: valid, then the reasons of `OperatorBars::reasons`, then the others
};
struct OperatorBars {
  std::vector<Reason> reasons; ///< the most common over all operators, at most as many as requested
  std::vector<OperatorBar> bars;
};
/// In the order of StepKind; without evaluations that had no operator.
OperatorBars operatorBars(const Acceptance& acceptance, std::size_t most);

class OperatorsPlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit OperatorsPlot(const RunModel& model, QWidget* parent = nullptr);
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("operators"); }

protected:
  void fillPlot() override;
  void fitRanges() override;

private:
  std::size_t shown_ = 0; ///< bars
};

} // namespace gevo::ui
