#include "ui/pareto/pareto_pane.h"

#include "ui/pareto/cloud_layer.h"
#include "ui/pareto/pareto_csv.h"
#include "ui/take/take_menu.h"
#include "ui/theme/icons.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

ParetoPane::ParetoPane(const RunModel& model, Selection& selection, QWidget* parent)
    : Card("pareto", tr("Pareto front"), parent), model_(model), view_(new ParetoView(model, selection)),
      colour_(makeToolButton(tr("colour: generation ▾"), tr("What the colour of a point means"), this)),
      reset_(makeToolButton({}, tr("Show the front and the original whole (double click)"), this)),
      more_(makeToolButton({}, tr("More about this plot"), this)) {
  header()->addTitle(tr("Pareto front"), tr("runtime against error"));
  header()->row()->addStretch();
  for (QToolButton* button : {colour_, reset_, more_}) header()->row()->addWidget(button);
  header()->row()->setSpacing(4);
  colour_->setPopupMode(QToolButton::InstantPopup);
  more_->setPopupMode(QToolButton::InstantPopup);
  colour_->setMenu(makeColourMenu());
  more_->setMenu(makeMoreMenu());
  body()->addWidget(view_);
  connect(reset_, &QToolButton::clicked, view_, &ParetoView::resetView);
}

void ParetoPane::setTheme(const Theme& theme) {
  reset_->setIcon(icon("reset", theme.dim));
  more_->setIcon(icon("more", theme.dim));
  view_->setTheme(theme);
}

QMenu* ParetoPane::makeColourMenu() {
  auto* menu = new QMenu(this);
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& name, CloudLayer::Colour colour) {
    QAction* action = menu->addAction(name, this, [this, name, colour] {
      view_->cloud()->setColour(colour);
      colour_->setText(tr("colour: %1 ▾").arg(name));
      view_->refresh();
    });
    action->setCheckable(true);
    group->addAction(action);
    action->setChecked(view_->cloud()->colour() == colour);
  };
  add(tr("generation"), CloudLayer::Colour::Generation);
  add(tr("edits"), CloudLayer::Colour::Edits);
  return menu;
}

QMenu* ParetoPane::makeMoreMenu() {
  auto* menu = new QMenu(this);
  menu->addAction(tr("Show every variant"), view_, &ParetoView::showEverything);
  QAction* population = menu->addAction(tr("Current population only"), this, [this](bool only) {
    view_->cloud()->setPopulationOnly(only);
    view_->refresh();
  });
  population->setCheckable(true);
  QAction* logarithmic = menu->addAction(tr("Logarithmic error axis"), view_, &ParetoView::setLogarithmic);
  logarithmic->setCheckable(true);
  menu->addSeparator();
  view_->setContextMenuPolicy(Qt::CustomContextMenu); // this menu is the context menu, too
  connect(view_, &QWidget::customContextMenuRequested, menu, [this, menu](const QPoint& place) { menu->popup(view_->mapToGlobal(place)); });
  const auto csv = [this] { return paretoCsv(model_, [this](const VariantRow& row) { return view_->cloud()->shows(row); }); };
  offerPlot(view_, view_->plot(), "pareto-front", csv)->addTo(menu);
  return menu;
}

} // namespace gevo::ui
