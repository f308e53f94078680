#include "ui/generations/generations_view.h"

#include "ui/generations/acceptance_plot.h"
#include "ui/generations/lengths_plot.h"
#include "ui/generations/operators_plot.h"
#include "ui/generations/progress_plot.h"
#include "ui/take/take_menu.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

GenerationsView::GenerationsView(const RunModel& model, QWidget* parent)
    : Card("generations", tr("Generations"), parent), progress_(new ProgressPlot(model)), acceptance_(new AcceptancePlot(model)),
      operators_(new OperatorsPlot(model)), lengths_(new LengthsPlot(model)), pages_(new QStackedWidget) {
  addPage(progress_, tr("Generations"), tr("Runtime and error of the best, generation by generation"));
  addPage(acceptance_, tr("Acceptance"), tr("What became of the tries of each generation"));
  addPage(operators_, tr("Operators"), tr("What became of the tries of each operator"));
  addPage(lengths_, tr("Lengths"), tr("How many edits the variants of each generation have"));
  tabs_.front()->setChecked(true);
  reset_ = makeToolButton({}, tr("Show every generation again"), this);
  more_ = makeToolButton({}, tr("Copy or save this plot"), this);
  header()->row()->addStretch();
  header()->row()->addWidget(reset_);
  header()->row()->addWidget(more_);
  header()->row()->setContentsMargins(8, 3, 8, 3);
  body()->addWidget(pages_);
  connect(reset_, &QToolButton::clicked, this, [this] { current()->resetView(); });
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(new QMenu(more_));
  connect(more_->menu(), &QMenu::aboutToShow, this, [this] {
    more_->menu()->clear();
    takes_[static_cast<std::size_t>(pages_->currentIndex())]->addTo(more_->menu());
  });
}

void GenerationsView::addPage(GenerationPlot* plot, const QString& title, const QString& tip) {
  QToolButton* tab = makeTab(title, this);
  tab->setToolTip(tip);
  header()->row()->addWidget(tab);
  pages_->addWidget(plot);
  takes_.push_back(offerPlot(plot, plot->plot(), plot->fileName(), [plot] { return [text = plot->csv()] { return text; }; }));
  tabs_.push_back(tab);
  connect(tab, &QToolButton::toggled, this, [this, plot](bool on) {
    if (on) pages_->setCurrentWidget(plot);
  });
}

GenerationPlot* GenerationsView::current() const { return static_cast<GenerationPlot*>(pages_->currentWidget()); }

void GenerationsView::showPlot(GenerationPlot* plot) { tabs_[static_cast<std::size_t>(pages_->indexOf(plot))]->setChecked(true); }

void GenerationsView::setTheme(const Theme& theme) {
  reset_->setIcon(icon("reset", theme.dim));
  more_->setIcon(icon("more", theme.dim));
  for (int i = 0; i < pages_->count(); ++i) static_cast<GenerationPlot*>(pages_->widget(i))->setTheme(theme);
}

} // namespace gevo::ui
