#include "ui/window/workbench.h"

#include "ui/edits/edits_pane.h"
#include "ui/generations/generations_view.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/space/space_pane.h"
#include "ui/variant/variant_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/original_source.h"

#include <QChildEvent>
#include <QStackedWidget>
#include <QTabBar>

namespace gevo::ui {

Workbench::Workbench(const RunModel& model, Selection& selection, AnnotationService& annotations, QWidget* parent)
    : QMainWindow(parent), model_(model), timeline_(new TimelinePosition(this)), filter_(new FilterModel(model, annotations, this)),
      group_(new VariantGroup(model, selection, this)), pareto_(new ParetoPane(model, selection, *group_, *filter_, *timeline_, this)),
      generations_(new GenerationsView(model, *timeline_, this)), space_(new SpacePane(this)),
      parallel_(new ParallelPane({model, selection, *group_, *filter_, *timeline_}, this)),
      variant_(new VariantPane(model, selection, annotations, this)), original_(new OriginalSource(this)),
      middle_(new QStackedWidget(this)), edits_(new EditsPane(model, selection, this)),
      variants_(new VariantsPane(model, selection, *group_, *filter_, annotations, this)), theme_(Theme::light()) {
  setWindowFlags(Qt::Widget); // a main window within the window, for its docks
  setContentsMargins(8, 8, 8, 8);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  middle_->addWidget(variant_);
  middle_->addWidget(original_);
  setCentralWidget(middle_);
  connect(&model, &RunModel::wasReset, this, [this] { middle_->setCurrentWidget(variant_); });
  connect(&annotations, &AnnotationService::changed, filter_, &FilterModel::reconsider);
  connect(pareto_->view(), &ParetoView::shownChanged, this, [this] { parallel_->view()->setColour(pareto_->view()->shown().colour); });
  connect(&edits_->whatIf(), &WhatIf::changed, this, &Workbench::showChecked);
  space_->toggleViewAction()->setVisible(false);
  resetLayout();
}

void Workbench::showOriginal(std::shared_ptr<const Project> project) {
  original_->setProject(std::move(project));
  middle_->setCurrentWidget(original_);
}

QList<Card*> Workbench::panes() const { return {pareto_, generations_, parallel_, space_, edits_, variants_}; }

void Workbench::setTheme(const Theme& theme) {
  theme_ = theme;
  dressTabBars();
  pareto_->setTheme(theme);
  generations_->setTheme(theme);
  space_->setTheme(theme);
  parallel_->setTheme(theme);
  variant_->setTheme(theme);
  original_->setTheme(theme);
  edits_->setTheme(theme);
  variants_->setTheme(theme);
}

void Workbench::offerParameters(bool offered) {
  if (offered == parameters_) return;
  parameters_ = offered;
  space_->toggleViewAction()->setVisible(offered);
  placeParameters();
}

/// A tab beside the generations, unless a saved layout has a place for it.
void Workbench::placeParameters() {
  if (parameters_ && dockWidgetArea(space_) == Qt::NoDockWidgetArea && !space_->isFloating()) {
    tabifyDockWidget(generations_, space_);
    generations_->raise();
  }
  space_->setVisible(parameters_);
  dressTabBars();
}

/// Likewise, of a layout that was saved before there was this pane.
void Workbench::placeParallel() {
  if (dockWidgetArea(parallel_) != Qt::NoDockWidgetArea || parallel_->isFloating()) return;
  tabifyDockWidget(generations_, parallel_);
  generations_->raise();
  parallel_->show();
  dressTabBars();
}

/// Those that Qt makes where panes share a place.
void Workbench::dressTabBars() {
  const QString style = QString("QTabBar::tab { background: transparent; color: %1; border: none; border-radius: 5px; padding: 4px 10px; "
                                "margin: 3px 2px 0 0; } QTabBar::tab:selected { background: %2; color: %3; }")
                            .arg(theme_.dim.name(), theme_.hover.name(), theme_.accent.name());
  for (QTabBar* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    bar->setAccessibleName(tr("Panes"));
    bar->setDrawBase(false);
    if (bar->styleSheet() != style) bar->setStyleSheet(style);
  }
}

void Workbench::childEvent(QChildEvent* event) {
  QMainWindow::childEvent(event);
  if (event->polished() && qobject_cast<QTabBar*>(event->child())) dressTabBars();
}

void Workbench::resetLayout() {
  for (Card* pane : panes()) {
    removeDockWidget(pane);
    pane->setFloating(false);
  }
  addDockWidget(Qt::LeftDockWidgetArea, pareto_);
  addDockWidget(Qt::LeftDockWidgetArea, generations_);
  addDockWidget(Qt::BottomDockWidgetArea, edits_);
  addDockWidget(Qt::BottomDockWidgetArea, variants_);
  splitDockWidget(pareto_, generations_, Qt::Vertical);
  splitDockWidget(edits_, variants_, Qt::Horizontal);
  for (Card* pane : panes()) pane->setVisible(pane != space_);
  placeParallel();
  placeParameters();
  variants_->resetColumns();
  if (isVisible()) shareRoom();
}

/// What is switched in one pane shows in all.
void Workbench::showChecked() {
  const std::optional<CheckedEdits> checked = edits_->whatIf().checked();
  variant_->setChecked(checked);
  const VariantRow* of = checked && checked->isValid() ? model_.variantOrUnderWay(checked->variant) : nullptr;
  if (!of) return pareto_->view()->setWhatIf(std::nullopt);
  VariantRow row = *of;
  row.runtime = checked->result->fitness.runtime;
  row.error = checked->result->fitness.error;
  row.energy = checked->result->fitness.energy;
  row.edits = checked->on;
  pareto_->view()->setWhatIf(WhatIfMark{of->id, pointOf(row)});
}

QByteArray Workbench::layoutState() const { return arranged_ ? saveState() : state_; }

void Workbench::shareRoom() {
  resizeDocks({pareto_}, {std::max(width() / 3, 480)}, Qt::Horizontal); // the tabs of Generations take as much
  resizeDocks({pareto_, generations_}, {height() * 55 / 100, height() * 45 / 100}, Qt::Vertical);
  resizeDocks({edits_}, {height() * 30 / 100}, Qt::Vertical);
  resizeDocks({edits_, variants_}, {width() * 36 / 100, width() * 30 / 100}, Qt::Horizontal);
}

void Workbench::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (!arranged_ && !restoreState(state_)) shareRoom();
  if (!arranged_) placeParallel();
  if (!arranged_) placeParameters();
  arranged_ = true;
}

} // namespace gevo::ui
