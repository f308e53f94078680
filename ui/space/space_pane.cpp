#include "ui/space/space_pane.h"

#include "core/space/space_csv.h"
#include "ui/export/export_menu.h"
#include "ui/space/space_canvas.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

Exportable exportOf(SpaceView* view) {
  return {"parameters", [view] { return view->picture() ? view->picture()->size() : view->size(); },
          [view](QPaintDevice& device) {
            if (view->picture()) view->picture()->paintPicture(device);
          },
          [view] { return [model = view->model()] { return QByteArray::fromStdString(spaceCsv(model)); }; }};
}

} // namespace

SpacePane::SpacePane(QWidget* parent)
    : Card("parameters", tr("Parameters"), parent), view_(new SpaceView(this)), subtitle_(new ElidedLabel(this)),
      more_(makeToolButton({}, tr("Copy or save this plot"), this)) {
  header()->addTitle(tr("Parameters"));
  subtitle_->setProperty("dim", true);
  header()->row()->addWidget(subtitle_);
  header()->row()->addStretch();
  header()->row()->addWidget(more_);
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(new QMenu(more_));
  (new ExportMenu(view_, exportOf(view_)))->addTo(more_->menu());
  body()->addWidget(view_, 1);
}

void SpacePane::setResults(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime) {
  view_->setResults(space, results, originalRuntime);
  nameResults();
}

void SpacePane::nameResults() {
  const std::vector<SpaceLine>& lines = view_->model().lines;
  const auto failed = static_cast<std::uint64_t>(std::ranges::count_if(lines, &SpaceLine::failed));
  QString text = lines.empty() ? QString() : countedText(lines.size(), tr("configuration"), tr("configurations"));
  if (failed > 0) text += tr(", %1 failed").arg(countText(failed));
  subtitle_->setText(text);
}

void SpacePane::setTheme(const Theme& theme) {
  more_->setIcon(icon("more", theme.dim));
  view_->setTheme(theme);
}

} // namespace gevo::ui
