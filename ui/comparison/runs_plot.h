#pragma once

/// Speedup of the best exact variant by generation: a line for each run, and over all of them the median in a band from the worst to the
/// best (Liou et al. 2022, Fig. 6).

#include "core/comparison/run_comparison.h"
#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"

#include <memory>

class QCPGraph;

namespace gevo::ui {

struct RunsSideBySide;

class RunsPlot : public PlotWidget {
  Q_OBJECT
public:
  explicit RunsPlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRuns(std::shared_ptr<const RunsSideBySide> runs);
  /// By its place in the comparison; -1: none.
  void setSelected(int run);
  const std::vector<QCPGraph*>& lines() const { return lines_; }
  QCPGraph* median() const { return median_; }
  /// Of the run with this place.
  QColor colorOf(std::size_t run) const;

signals:
  void runClicked(int run);

protected:
  void draw() override;

private:
  int runAt(const QPointF& position) const;
  QString tipAt(const QPointF& position) const;

  Theme theme_;
  std::shared_ptr<const RunsSideBySide> runs_;
  std::shared_ptr<const RunsSideBySide> drawn_; ///< whose lines there are
  int selected_ = -1;
  QCPGraph* worst_;
  QCPGraph* best_;
  QCPGraph* median_;
  std::vector<QCPGraph*> lines_;
};

} // namespace gevo::ui
