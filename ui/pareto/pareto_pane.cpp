#include "ui/pareto/pareto_pane.h"

#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_csv.h"
#include "ui/pareto/pareto_menus.h"
#include "ui/plot/plot_export.h"
#include "ui/theme/icons.h"
#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

ParetoPane::ParetoPane(const RunModel& model, Selection& selection, VariantGroup& group, const FilterModel& filter,
                       TimelinePosition& timeline, QWidget* parent)
    : Card("pareto", tr("Pareto front"), parent), model_(model), view_(new ParetoView(model, selection, group, filter, timeline)),
      scrubber_(new Scrubber(model, timeline)), subtitle_(new ElidedLabel(this)),
      axisPair_(makeToolButton({}, tr("The two objectives that the axes show"), this)),
      colour_(makeToolButton({}, tr("What the colours of the points show"), this)),
      band_(makeToolButton({}, tr("Drag a rectangle to zoom into it (or drag with Shift)"), this)),
      lasso_(makeToolButton({}, tr("Draw a lasso around variants to select them (or drag with Ctrl; Escape ends it)"), this)),
      reset_(makeToolButton({}, tr("Fit the front and the original into the view (double click)"), this)),
      more_(makeToolButton({}, tr("Options of this plot"), this)) {
  header()->addTitle(tr("Pareto front"));
  subtitle_->setProperty("dim", true);
  header()->row()->addWidget(subtitle_);
  header()->row()->addWidget(axisPair_);
  axisPair_->setObjectName("axisPair");
  axisPair_->setPopupMode(QToolButton::InstantPopup);
  axisPair_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  axisPair_->setMenu(new QMenu(axisPair_));
  connect(axisPair_->menu(), &QMenu::aboutToShow, this, &ParetoPane::offerAxisPairs);
  connect(&model, &RunModel::wasReset, this, &ParetoPane::nameQuantities);
  header()->row()->addStretch();
  for (QToolButton* button : {colour_, lasso_, band_, reset_, more_}) header()->row()->addWidget(button);
  header()->row()->setSpacing(4);
  colour_->setObjectName("colour");
  colour_->setPopupMode(QToolButton::InstantPopup);
  colour_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  colour_->setMenu(new QMenu(this));
  addColours(colour_->menu(), view_, model);
  // "Colour" would not fit beside the axes in a window of 1280 pixels.
  const auto nameColour = [this] { colour_->setText(tr("by %1 ▾").arg(colourName(view_->shown().colour))); };
  connect(view_, &ParetoView::shownChanged, this, nameColour);
  nameColour();
  band_->setCheckable(true);
  lasso_->setCheckable(true);
  lasso_->setObjectName("lasso");
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(makeMoreMenu());
  body()->addWidget(view_, 1);
  body()->addWidget(scrubber_);
  connect(band_, &QToolButton::toggled, view_, &ParetoView::setBandZoom);
  connect(lasso_, &QToolButton::toggled, view_, &ParetoView::setLasso);
  connect(band_, &QToolButton::toggled, this, [this](bool on) { lasso_->setChecked(lasso_->isChecked() && !on); });
  connect(lasso_, &QToolButton::toggled, this, [this](bool on) { band_->setChecked(band_->isChecked() && !on); });
  connect(reset_, &QToolButton::clicked, view_, &ParetoView::resetView);
  connect(view_, &ParetoView::quantitiesChanged, this, &ParetoPane::nameQuantities);
  connect(view_, &ParetoView::playRequested, scrubber_, &Scrubber::togglePlay);
  connect(view_, &ParetoView::timelineStepRequested, scrubber_, &Scrubber::step);
  nameQuantities();
}

void ParetoPane::nameQuantities() {
  const QString text = tr("%1 against %2").arg(quantityName(view_->scale().x), quantityName(view_->scale().y));
  const bool choice = model_.hasRun() && axisPairsOf(model_).size() > 1;
  subtitle_->setText(text);
  const bool counts = view_->scale().y == Quantity::Edits && everyVariantIsExact(model_);
  subtitle_->setToolTip(counts ? tr("No variant has an error, so the vertical axis shows the number of edits: fewer are better. Choose "
                                    "another quantity in the menu of this pane.")
                               : QString());
  // Short, so that the card's buttons have room; the menu has the full names.
  const auto shortName = [](Quantity quantity) { return quantity == Quantity::Edits ? tr("edits") : quantityName(quantity); };
  axisPair_->setText(tr("%1 / %2 ▾").arg(shortName(view_->scale().x), shortName(view_->scale().y)));
  subtitle_->setVisible(!choice && model_.hasRun()); // without a run there are no axes
  axisPair_->setVisible(choice);
}

void ParetoPane::offerAxisPairs() {
  axisPair_->menu()->clear();
  for (const auto& [x, y] : axisPairsOf(model_)) {
    QAction* action = axisPair_->menu()->addAction(tr("%1 against %2").arg(quantityName(x), quantityName(y)), this,
                                                   [this, x = x, y = y] { view_->setQuantities(x, y); });
    action->setCheckable(true);
    action->setChecked(view_->scale().x == x && view_->scale().y == y);
  }
}

void ParetoPane::setTheme(const Theme& theme) {
  lasso_->setIcon(icon("lasso", theme.dim));
  band_->setIcon(icon("zoom", theme.dim));
  reset_->setIcon(icon("reset", theme.dim));
  more_->setIcon(icon("more", theme.dim));
  view_->setTheme(theme);
  scrubber_->setTheme(theme);
}

QMenu* ParetoPane::makeMoreMenu() {
  auto* menu = new QMenu(this);
  menu->addAction(tr("Show Every Variant"), view_, &ParetoView::showEverything);
  menu->addAction(tr("Select with a Lasso"), lasso_, &QToolButton::click);
  addShown(menu->addMenu(tr("Show")), view_, model_);
  addAxis(menu->addMenu(tr("Horizontal Axis")), view_, Qt::Horizontal, model_);
  addAxis(menu->addMenu(tr("Vertical Axis")), view_, Qt::Vertical, model_);
  menu->addSeparator();
  view_->setContextMenuPolicy(Qt::CustomContextMenu); // this menu is the context menu, too
  connect(view_, &QWidget::customContextMenuRequested, menu,
          [this, menu](const QPoint& position) { menu->popup(view_->mapToGlobal(position)); });
  const auto csv = [this] { return paretoCsv(model_, [this](const VariantRow& row) { return view_->shows(row); }); };
  addPlotExport(view_, view_->plot(), "pareto-front", csv)->addTo(menu);
  return menu;
}

} // namespace gevo::ui
