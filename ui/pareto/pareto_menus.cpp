#include "ui/pareto/pareto_menus.h"

#include "ui/pareto/pareto_axes.h"
#include "ui/text/format.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace gevo::ui {
namespace {

QAction* addSwitch(QMenu* menu, const QString& name, ParetoView* view, bool ParetoShows::*field) {
  QAction* action = menu->addAction(name, view, [view, field](bool on) {
    ParetoShows shows = view->shown();
    shows.*field = on;
    view->setShown(shows);
  });
  action->setCheckable(true);
  action->setChecked(view->shown().*field);
  return action;
}

} // namespace

QString colourName(ScatterColour colour) {
  switch (colour) {
  case ScatterColour::Generation:
    return QObject::tr("generation");
  case ScatterColour::Edits:
    return QObject::tr("edits");
  case ScatterColour::Operator:
    return QObject::tr("operator");
  case ScatterColour::Island:
    return QObject::tr("island");
  }
  return {};
}

void addColours(QMenu* menu, ParetoView* view, const RunModel& model) {
  auto* group = new QActionGroup(menu);
  for (const ScatterColour colour : {ScatterColour::Generation, ScatterColour::Edits, ScatterColour::Operator, ScatterColour::Island}) {
    QAction* action = menu->addAction(colourName(colour), view, [view, colour] {
      ParetoShows shows = view->shown();
      shows.colour = colour;
      view->setShown(shows);
    });
    action->setCheckable(true);
    action->setChecked(view->shown().colour == colour);
    group->addAction(action);
    if (colour == ScatterColour::Island) {
      const auto offer = [action, &model] { action->setVisible(model.hasRun() && model.run().settings.search.islands > 1); };
      QObject::connect(menu, &QMenu::aboutToShow, action, offer);
      offer();
    }
  }
}

void addShown(QMenu* menu, ParetoView* view, const RunModel& model) {
  addSwitch(menu, QObject::tr("Dominated Variants"), view, &ParetoShows::dominated);
  QAction* failed = addSwitch(menu, {}, view, &ParetoShows::failed);
  addSwitch(menu, QObject::tr("Current Population Only"), view, &ParetoShows::populationOnly);
  menu->setToolTipsVisible(true);
  failed->setToolTip(QObject::tr("Variants with wrong output; their runtime is estimated from the test that failed. Variants that crashed "
                                 "or were rejected earlier have no known runtime or error."));
  const auto count = [failed, &model] {
    const std::size_t known = model.failures().size();
    failed->setText(known == 0 ? QObject::tr("Failed Evaluations (none with known runtime)")
                               : QObject::tr("Failed Evaluations with Wrong Output (%1)").arg(countText(known)));
    failed->setEnabled(known > 0);
  };
  QObject::connect(menu, &QMenu::aboutToShow, failed, count);
  count();
}

void addAxis(QMenu* menu, ParetoView* view, Qt::Orientation axis, const RunModel& model) {
  auto* group = new QActionGroup(menu);
  for (const Quantity quantity :
       {Quantity::Runtime, Quantity::Speedup, Quantity::Error, Quantity::Energy, Quantity::Edits, Quantity::Generation}) {
    QAction* action = menu->addAction(quantityName(quantity), view, [=] {
      const ParetoScale& scale = view->scale();
      axis == Qt::Horizontal ? view->setQuantities(quantity, scale.y) : view->setQuantities(scale.x, quantity);
    });
    action->setCheckable(true);
    group->addAction(action);
    const auto update = [=, &model] {
      const std::vector<Quantity> offered = quantitiesOf(model);
      action->setVisible(std::ranges::find(offered, quantity) != offered.end());
      action->setChecked(quantity == (axis == Qt::Horizontal ? view->scale().x : view->scale().y));
    };
    QObject::connect(menu, &QMenu::aboutToShow, action, update);
    update();
  }
  menu->addSeparator();
  if (axis == Qt::Vertical) {
    QAction* automatic = menu->addAction(QObject::tr("Automatic"), view, &ParetoView::chooseQuantities);
    automatic->setToolTip(QObject::tr("Runtime against error, or against the number of edits where every variant is exact"));
    automatic->setCheckable(true);
    QObject::connect(menu, &QMenu::aboutToShow, automatic, [=] { automatic->setChecked(view->choosesQuantities()); });
    menu->setToolTipsVisible(true);
  }
  QAction* logarithmic = menu->addAction(QObject::tr("Logarithmic"), view, [=](bool on) { view->setLogarithmic(axis, on); });
  logarithmic->setCheckable(true);
  QObject::connect(menu, &QMenu::aboutToShow, logarithmic, [=] {
    logarithmic->setChecked(view->logarithmic(axis));
    logarithmic->setEnabled((axis == Qt::Horizontal ? view->scale().x : view->scale().y) != Quantity::Generation);
  });
}

} // namespace gevo::ui
