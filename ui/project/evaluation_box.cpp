#include "ui/project/evaluation_box.h"

#include "ui/project/fields.h"
#include "ui/widgets/card.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace gevo::ui {

namespace {

constexpr int liveIndex = 1;

QComboBox* makeChoice(const QStringList& choices, const QString& name, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->addItems(choices);
  box->setAccessibleName(name);
  return box;
}

} // namespace

EvaluationBox::EvaluationBox(QWidget* parent)
    : QWidget(parent),
      kind_(makeChoice({tr("Replay the recorded tests"), tr("Run the host program (live)")}, tr("How variants are evaluated"), this)),
      explanation_(makeDimLabel({}, this)), details_(new QWidget(this)),
      quality_(makeField(tr("for example accuracy = ([0-9.]+)"), details_)),
      goal_(makeChoice({tr("Higher is better"), tr("Lower is better")}, tr("Whether higher or lower numbers are better"), details_)),
      runtime_(makeChoice({tr("Kernels"), tr("Kernels and the host's own code (measured)")}, tr("Runtime of"), details_)),
      data_(makeField(tr("everything in the folder of the first source"), details_)) {
  auto* title = new QLabel(tr("How variants are evaluated"), this);
  title->setObjectName("cardTitle");
  explanation_->setWordWrap(true);
  quality_->setAccessibleName(tr("Number that the program prints"));
  data_->setAccessibleName(tr("Files that the program reads"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(5);
  for (QWidget* widget : {static_cast<QWidget*>(title), static_cast<QWidget*>(explanation_), static_cast<QWidget*>(kind_), details_})
    column->addWidget(widget);
  column->setAlignment(kind_, Qt::AlignLeft);

  auto* number = new QHBoxLayout;
  number->addWidget(quality_, 1);
  number->addWidget(goal_);
  auto* form = new QFormLayout(details_);
  form->setContentsMargins(0, 4, 0, 0);
  form->addRow(tr("Quality figure it prints (optional)"), number);
  form->addRow(tr("Runtime of"), runtime_);
  form->addRow(tr("Files it reads (optional)"), data_);

  for (QComboBox* box : {kind_, goal_, runtime_})
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
      refresh();
      emit changed();
    });
  for (QLineEdit* field : {quality_, data_})
    connect(field, &QLineEdit::textChanged, this, [this] {
      refresh();
      emit changed();
    });
  refresh();
}

void EvaluationBox::refresh() {
  const bool live = kind_->currentIndex() == liveIndex;
  details_->setVisible(live);
  goal_->setEnabled(!quality_->text().trimmed().isEmpty());
  explanation_->setText(
      live ? tr("Variants are evaluated by running the host program with their kernels, in a private copy of its folder: slower, but "
                "correct where its loops depend on approximate results. Without a quality figure, what it copies back last is compared.")
           : tr("The recorded GPU calls of your program are repeated with each variant's kernels: fast, and the program is not needed "
                "again. Results that control the program's flow must stay exact."));
}

void EvaluationBox::show(const HostRunSettings& live) {
  kind_->setCurrentIndex(live.on ? liveIndex : 0);
  quality_->setText(QString::fromStdString(live.quality));
  goal_->setCurrentIndex(live.goal == QualityGoal::Lower ? 1 : 0);
  runtime_->setCurrentIndex(live.runtime == RuntimeScope::Program ? 1 : 0);
  data_->setText(joinArguments(live.data));
}

HostRunSettings EvaluationBox::settings() const {
  HostRunSettings live;
  live.on = kind_->currentIndex() == liveIndex;
  if (!live.on) return live;
  live.quality = quality_->text().trimmed().toStdString();
  if (goal_->currentIndex() == 1) live.goal = QualityGoal::Lower;
  if (runtime_->currentIndex() == 1) live.runtime = RuntimeScope::Program;
  live.data = splitArguments(data_->text());
  return live;
}

} // namespace gevo::ui
