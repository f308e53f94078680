#include "ui/generations/generations_view.h"

#include "ui/generations/acceptance_plot.h"
#include "ui/generations/progress_plot.h"
#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

GenerationsView::GenerationsView(const RunModel& model, QWidget* parent)
    : Card("generations", tr("Generations"), parent), progress_(new ProgressPlot(model)), acceptance_(new AcceptancePlot(model)),
      pages_(new QStackedWidget) {
  QToolButton* progressTab = makeTab(tr("Generations"), this);
  acceptanceTab_ = makeTab(tr("Acceptance"), this);
  progressTab->setChecked(true);
  reset_ = makeToolButton({}, tr("Show every generation again"), this);
  header()->row()->addWidget(progressTab);
  header()->row()->addWidget(acceptanceTab_);
  header()->row()->addStretch();
  header()->row()->addWidget(reset_);
  header()->row()->setContentsMargins(8, 3, 8, 3);
  pages_->addWidget(progress_);
  pages_->addWidget(acceptance_);
  body()->addWidget(pages_);
  connect(progressTab, &QToolButton::toggled, this, [this](bool on) { pages_->setCurrentIndex(on ? 0 : 1); });
  connect(reset_, &QToolButton::clicked, progress_, &ProgressPlot::resetView);
  connect(reset_, &QToolButton::clicked, acceptance_, &AcceptancePlot::refresh);
}

void GenerationsView::showAcceptance() { acceptanceTab_->setChecked(true); }

void GenerationsView::setTheme(const Theme& theme) {
  reset_->setIcon(icon("reset", theme.dim));
  progress_->setTheme(theme);
  acceptance_->setTheme(theme);
}

} // namespace gevo::ui
