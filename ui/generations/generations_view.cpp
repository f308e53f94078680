#include "ui/generations/generations_view.h"

#include "ui/generations/acceptance_plot.h"
#include "ui/generations/curve_plot.h"
#include "ui/generations/lengths_plot.h"
#include "ui/generations/operators_plot.h"
#include "ui/generations/progress_plot.h"
#include "ui/plot/plot_export.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

GenerationsView::GenerationsView(const RunModel& model, TimelinePosition& timeline, QWidget* parent)
    : Card("generations", tr("Generations"), parent), progress_(new ProgressPlot(model)), acceptance_(new AcceptancePlot(model)),
      operators_(new OperatorsPlot(model)), lengths_(new LengthsPlot(model)), hypervolume_(new CurvePlot(model, hypervolumeCurve())),
      rate_(new CurvePlot(model, rateCurve())), energy_(new CurvePlot(model, energyCurve())), timeline_(timeline),
      pages_(new QStackedWidget), extraTab_(makeTab(tr("More ▾"), this)) {
  addTab(progress_, tr("Generations"), tr("Runtime and error of the best variant of each generation"));
  addTab(acceptance_, tr("Acceptance"), tr("Evaluation results of each generation"));
  extraTab_->setMenu(new QMenu(extraTab_));
  extraTab_->setPopupMode(QToolButton::InstantPopup);
  extraTab_->setToolTip(tr("Operators, hypervolume, edit list lengths, evaluations per second"));
  header()->row()->addWidget(extraTab_);
  addExtraTab(operators_, tr("Operators"));
  addExtraTab(hypervolume_, tr("Hypervolume"));
  addExtraTab(lengths_, tr("Lengths"));
  addExtraTab(rate_, tr("Rate"));
  QAction* energy = addExtraTab(energy_, tr("Energy"));
  const auto offer = [this, energy, &model] {
    const bool measured = model.hasRun() && measuresEnergy(model.run().settings.evaluation);
    energy->setVisible(measured);
    if (!measured && pages_->currentWidget() == energy_) showPlot(progress_);
  };
  connect(&model, &RunModel::wasReset, this, offer);
  offer();
  tabs_.front()->setChecked(true);
  reset_ = makeToolButton({}, tr("Show all generations"), this);
  more_ = makeToolButton({}, tr("Copy or save this plot"), this);
  header()->row()->addStretch();
  header()->row()->addWidget(reset_);
  header()->row()->addWidget(more_);
  header()->row()->setContentsMargins(8, 3, 8, 3);
  header()->row()->setSpacing(4);
  body()->addWidget(pages_);
  connect(reset_, &QToolButton::clicked, this, [this] { current()->resetView(); });
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(new QMenu(more_));
  connect(more_->menu(), &QMenu::aboutToShow, this, &GenerationsView::fillMenu);
}

void GenerationsView::fillMenu() {
  more_->menu()->clear();
  exports_[static_cast<std::size_t>(pages_->currentIndex())]->addTo(more_->menu());
}

void GenerationsView::addPage(GenerationPlot* plot) {
  pages_->addWidget(plot);
  plot->followTimeline(timeline_);
  exports_.push_back(addPlotExport(plot, plot->plot(), plot->fileName(), [plot] { return [text = plot->csv()] { return text; }; }));
}

void GenerationsView::addTab(GenerationPlot* plot, const QString& title, const QString& tip) {
  QToolButton* tab = makeTab(title, this);
  tab->setToolTip(tip);
  header()->row()->addWidget(tab);
  addPage(plot);
  tabs_.push_back(tab);
  connect(tab, &QToolButton::toggled, this, [this, plot](bool on) {
    if (on) pages_->setCurrentWidget(plot);
  });
}

QAction* GenerationsView::addExtraTab(GenerationPlot* plot, const QString& title) {
  addPage(plot);
  return extraTab_->menu()->addAction(title, this, [this, plot, title] {
    pages_->setCurrentWidget(plot);
    extraTab_->setChecked(true);
    extraTab_->setText(tr("%1 ▾").arg(title));
  });
}

GenerationPlot* GenerationsView::current() const { return static_cast<GenerationPlot*>(pages_->currentWidget()); }

void GenerationsView::showPlot(GenerationPlot* plot) {
  const auto page = static_cast<std::size_t>(pages_->indexOf(plot));
  page < tabs_.size() ? tabs_[page]->setChecked(true)
                      : extraTab_->menu()->actions()[static_cast<qsizetype>(page - tabs_.size())]->trigger();
}

void GenerationsView::setTheme(const Theme& theme) {
  reset_->setIcon(icon("reset", theme.dim));
  more_->setIcon(icon("more", theme.dim));
  for (int i = 0; i < pages_->count(); ++i) static_cast<GenerationPlot*>(pages_->widget(i))->setTheme(theme);
}

} // namespace gevo::ui
