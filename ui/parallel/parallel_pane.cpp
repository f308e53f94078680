#include "ui/parallel/parallel_pane.h"

#include "core/format/csv.h"
#include "ui/export/export_menu.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/widgets/elided_label.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

QString nameOf(ParallelLines lines) {
  switch (lines) {
  case ParallelLines::All:
    return QObject::tr("all");
  case ParallelLines::Population:
    return QObject::tr("population");
  case ParallelLines::Front:
    return QObject::tr("front");
  }
  return {};
}

/// The variants whose lines are shown, but for those that the filter dims. Errors as stored.
QByteArray csvOf(const ParallelPicture& picture, const std::vector<VariantRow>& rows, bool energy) {
  std::vector<std::size_t> parameters;
  std::vector<std::string> cells{"id", "runtime (us)", "error", "edits"};
  if (energy) cells.emplace_back("energy (mJ)");
  for (std::size_t axis = 0; axis < picture.request.axes.size(); ++axis) {
    if (!picture.request.axes[axis].isParameter()) continue;
    parameters.push_back(axis);
    cells.push_back(picture.request.axes[axis].name.toStdString());
  }
  Csv csv(cells);
  for (std::size_t line = 0; line < picture.ids.size(); ++line) {
    const auto row = std::ranges::lower_bound(rows, picture.ids[line], {}, &VariantRow::id);
    if (picture.dimmed[line] || row == rows.end() || row->id != picture.ids[line]) continue;
    cells = {variantName(row->id), csvNumber(row->runtime), csvNumber(row->error), std::to_string(row->edits)};
    if (energy) cells.push_back(csvNumber(row->energy));
    for (const std::size_t axis : parameters) {
      const QStringList& values = picture.request.axes[axis].values;
      const double share = picture.shareOf(line, axis);
      cells.push_back(std::isfinite(share) ? values[static_cast<qsizetype>(std::lround(share * double(values.size() - 1)))].toStdString()
                                           : std::string());
    }
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace

ParallelPane::ParallelPane(const ParallelSources& sources, QWidget* parent)
    : Card("parallel", tr("Parallel coordinates"), parent), view_(new ParallelView(sources, this)), subtitle_(new ElidedLabel(this)),
      lines_(makeToolButton({}, tr("Which variants have a line"), this)), more_(makeToolButton({}, tr("Options of this plot"), this)),
      model_(sources.model), filter_(sources.filter) {
  header()->addTitle(tr("Parallel coordinates"));
  subtitle_->setProperty("dim", true);
  header()->row()->addWidget(subtitle_);
  header()->row()->addStretch();
  header()->row()->addWidget(lines_);
  header()->row()->addWidget(more_);
  body()->addWidget(view_, 1);
  addLines();
  addMore();
  connect(view_, &ParallelView::painted, this, &ParallelPane::count);
}

void ParallelPane::addLines() {
  lines_->setPopupMode(QToolButton::InstantPopup);
  lines_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  lines_->setMenu(new QMenu(lines_));
  auto* group = new QActionGroup(lines_);
  const auto name = [this] { lines_->setText(tr("lines: %1 ▾").arg(nameOf(view_->lines()))); };
  for (const ParallelLines lines : {ParallelLines::All, ParallelLines::Population, ParallelLines::Front}) {
    QAction* action = lines_->menu()->addAction(nameOf(lines), this, [this, lines, name] {
      view_->setLines(lines);
      name();
    });
    action->setCheckable(true);
    action->setChecked(lines == view_->lines());
    group->addAction(action);
  }
  name();
}

void ParallelPane::addMore() {
  more_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(more_);
  menu->addAction(tr("Clear the Ranges"), view_, &ParallelView::clearBrushes);
  menu->addAction(tr("Usual Order of the Axes"), view_, &ParallelView::usualOrder);
  menu->addSeparator();
  view_->setContextMenuPolicy(Qt::CustomContextMenu); // this menu is the context menu, too
  connect(view_, &QWidget::customContextMenuRequested, menu,
          [this, menu](const QPoint& position) { menu->popup(view_->mapToGlobal(position)); });
  Exportable what{"parallel-coordinates", [this] { return view_->size(); }, [this](QPaintDevice& device) { view_->paintPicture(device); },
                  [this]() -> std::function<QByteArray()> {
                    return [picture = view_->shown(), rows = model_.variants(), energy = measuresEnergy(model_.run().settings.evaluation)] {
                      return picture ? csvOf(*picture, rows, energy) : QByteArray();
                    };
                  }};
  (new ExportMenu(view_, std::move(what)))->addTo(menu);
  more_->setMenu(menu);
}

void ParallelPane::count() {
  const ParallelPicture* picture = view_->picture();
  if (!picture || picture->ids.empty()) return subtitle_->setText({});
  const QString all = countText(picture->ids.size());
  subtitle_->setText(filter_.empty() ? tr("%1 variants").arg(all) : tr("%1 of %2 variants").arg(countText(picture->passing), all));
}

void ParallelPane::setTheme(const Theme& theme) {
  more_->setIcon(icon("more", theme.dim));
  view_->setTheme(theme);
}

} // namespace gevo::ui
