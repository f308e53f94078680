#include "ui/space/space_view.h"

#include "ui/space/heat_map.h"
#include "ui/space/parallel_plot.h"
#include "ui/space/space_text.h"
#include "ui/widgets/card.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::size_t fewestForLines = 3; ///< parameters that vary

QStringList namesOf(const SpaceModel& model) {
  QStringList names;
  for (const SpaceAxis& axis : model.axes) names << QString::fromStdString(axis.name);
  return names;
}

} // namespace

SpaceView::SpaceView(QWidget* parent)
    : QWidget(parent), model_(std::make_shared<const SpaceModel>()), pages_(new QStackedWidget(this)), notice_(makeDimLabel({}, this)),
      heatMap_(new HeatMap(this)), parallel_(new ParallelPlot(this)), message_(makeDimLabel({}, this)) {
  makeControls();
  setAccessibleName(tr("Parameter space"));
  setAccessibleDescription(tr("The configurations that this run tried, and how fast the best variant of each is."));
  notice_->setAlignment(Qt::AlignCenter);
  notice_->setWordWrap(true);
  message_->setObjectName("spaceMessage");
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  message_->setContentsMargins(14, 0, 14, 4);
  message_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(controls_);
  column->addWidget(pages_, 1);
  column->addWidget(message_);
  for (QWidget* page : std::initializer_list<QWidget*>{notice_, heatMap_, parallel_}) pages_->addWidget(page);
  for (const SpaceCanvas* canvas : std::initializer_list<SpaceCanvas*>{heatMap_, parallel_})
    connect(canvas, &SpaceCanvas::lineChosen, this, &SpaceView::choose);
  setFocusProxy(parallel_);
  showPage();
}

void SpaceView::makeControls() {
  controls_ = new QWidget(this);
  auto* row = new QHBoxLayout(controls_);
  row->setContentsMargins(8, 4, 12, 0);
  row->setSpacing(4);
  parallelSwitch_ = makeTab(tr("Parallel coordinates"), controls_);
  heatMapSwitch_ = makeTab(tr("Heat map"), controls_);
  parallelSwitch_->setChecked(true);
  row->addWidget(parallelSwitch_);
  row->addWidget(heatMapSwitch_);
  row->addStretch();
  choices_ = new QWidget(controls_);
  auto* choices = new QHBoxLayout(choices_);
  choices->setContentsMargins(0, 0, 0, 0);
  choices->setSpacing(6);
  xChoice_ = makeChoice(tr("Parameter of the columns"));
  yChoice_ = makeChoice(tr("Parameter of the rows"));
  choices->addWidget(xChoice_);
  choices->addWidget(makeDimLabel(tr("and"), choices_));
  choices->addWidget(yChoice_);
  row->addWidget(choices_);
  connect(parallelSwitch_, &QToolButton::toggled, this, [this] { showPage(); });
}

QComboBox* SpaceView::makeChoice(const QString& name) {
  auto* choice = new QComboBox(choices_);
  choice->setAccessibleName(name);
  choice->setToolTip(name);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  choice->setMaximumWidth(220);
  connect(choice, &QComboBox::currentIndexChanged, this, [this, choice] { axisChosen(choice); });
  return choice;
}

void SpaceView::setResults(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime) {
  model_ = std::make_shared<const SpaceModel>(spaceModel(space, results, originalRuntime));
  if (model_->lines.empty()) message_->hide(); // of another run
  heatMap_->setModel(model_);
  parallel_->setModel(model_);
  offerAxes();
  showAxes();
  showPage();
}

/// The axes that the user chose stay.
void SpaceView::offerAxes() {
  const QStringList names = namesOf(*model_);
  if (names.size() < 2) return;
  const auto [x, y] = strongestAxes(*model_);
  const auto fill = [&](QComboBox* choice, int otherwise) {
    if (choice->count() == names.size() && choice->itemText(0) == names.front() && choice->itemText(choice->count() - 1) == names.back())
      return;
    const QSignalBlocker quiet(choice);
    const int before = static_cast<int>(names.indexOf(choice->currentText()));
    choice->clear();
    choice->addItems(names);
    choice->setCurrentIndex(before >= 0 ? before : otherwise);
  };
  fill(xChoice_, x);
  fill(yChoice_, y);
  if (xChoice_->currentIndex() != yChoice_->currentIndex()) return;
  const QSignalBlocker quiet(yChoice_);
  yChoice_->setCurrentIndex(xChoice_->currentIndex() == y ? x : y);
}

/// Two different axes: the other one gives way.
void SpaceView::axisChosen(const QComboBox* changed) {
  if (xChoice_->currentIndex() == yChoice_->currentIndex()) {
    QComboBox* other = changed == xChoice_ ? yChoice_ : xChoice_;
    const int before = changed == xChoice_ ? heatMap_->x() : heatMap_->y();
    const QSignalBlocker quiet(other);
    other->setCurrentIndex(before >= 0 ? before : (changed->currentIndex() + 1) % changed->count());
  }
  showAxes();
}

void SpaceView::showAxes() {
  switch (model_->axes.size()) {
  case 0:
    return heatMap_->setAxes(SpaceCanvas::none, SpaceCanvas::none);
  case 1:
    return heatMap_->setAxes(0, SpaceCanvas::none);
  case 2:
    return heatMap_->setAxes(0, 1);
  default:
    heatMap_->setAxes(xChoice_->currentIndex(), yChoice_->currentIndex());
  }
}

QString SpaceView::emptyText() const {
  if (!model_->hasParameters) return tr("This program has no parameters; gevo new finds them");
  if (model_->lines.empty()) return tr("No configuration was tried yet");
  return tr("Only the program's own configuration was tried yet");
}

void SpaceView::showPage() {
  const bool lines = model_->axes.size() >= fewestForLines;
  controls_->setVisible(lines);
  choices_->setVisible(lines && heatMapSwitch_->isChecked());
  if (model_->axes.empty()) {
    notice_->setText(emptyText());
    pages_->setCurrentWidget(notice_);
    return;
  }
  SpaceCanvas* canvas = heatMap_;
  if (lines && parallelSwitch_->isChecked()) canvas = parallel_;
  pages_->setCurrentWidget(canvas);
  setFocusProxy(canvas);
}

SpaceCanvas* SpaceView::picture() const { return qobject_cast<SpaceCanvas*>(pages_->currentWidget()); }

void SpaceView::setTheme(const Theme& theme) {
  heatMap_->setTheme(theme);
  parallel_->setTheme(theme);
}

void SpaceView::setSelected(qint64 variant) {
  heatMap_->setSelected(variant);
  parallel_->setSelected(variant);
}

void SpaceView::choose(int number) {
  const SpaceLine& line = model_->lines[static_cast<std::size_t>(number)];
  message_->setVisible(!line.valid());
  if (line.valid()) return emit variantChosen(line.best);
  message_->setText(failureText(*model_, line));
}

} // namespace gevo::ui
