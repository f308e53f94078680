#pragma once

/// What became of the tries of each operator in the whole run: one bar each, valid ones first.

#include "ui/generations/generation_plot.h"

#include <array>

class QCPBars;

namespace gevo::ui {

/// One operator with tries.
struct OperatorBar {
  StepKind kind = StepKind::Other;
  std::uint64_t evaluations = 0;
  std::vector<double> shares; ///< per cent of the tries: valid, then the reasons of `OperatorBars::reasons`, then the others
};
struct OperatorBars {
  std::vector<Reason> reasons; ///< the commonest over all operators, at most as many as asked for
  std::vector<OperatorBar> bars;
};
/// In the order of StepKind; without tries that had no operator.
OperatorBars operatorBars(const Acceptance& acceptance, std::size_t most);

/// Of all tries that are known: those of complete generations, or those of the run that is going on here where these are more.
Acceptance acceptanceOf(const RunModel& model);

class OperatorsPlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit OperatorsPlot(const RunModel& model, QWidget* parent = nullptr);
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("operators"); }

protected:
  void draw() override;
  void fitRanges() override;

private:
  std::size_t shown_ = 0; ///< bars
};

} // namespace gevo::ui
