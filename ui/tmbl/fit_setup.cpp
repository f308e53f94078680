#include "ui/tmbl/fit_setup.h"

#include "core/tmbl/regression/fit_defaults.h"
#include "ui/project/fields.h"
#include "ui/setup/limit_row.h"
#include "ui/text/format.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>
#include <limits>

namespace gevo::ui {

namespace {

QSpinBox* makeSpin(int least, int most, int value, QWidget* parent) {
  auto* spin = new QSpinBox(parent);
  spin->setRange(least, most);
  spin->setValue(value);
  return spin;
}

/// Below a field; it takes no room while it is empty.
QLabel* makeNote(QWidget* parent) {
  auto* note = new QLabel(parent);
  note->setWordWrap(true);
  note->setTextFormat(Qt::PlainText); // it says what a file from elsewhere says
  note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  note->hide();
  return note;
}

void setNote(QLabel* note, const QString& text, bool wrong) {
  note->setText(text);
  note->setVisible(!text.isEmpty());
  note->setProperty("wrong", wrong);
  note->setProperty("dim", !wrong);
  repolish(note);
}

} // namespace

FitSetup::FitSetup(QWidget* parent)
    : QGroupBox(tr("Table"), parent), file_(makeField(tr("data.csv"), this)), choose_(new QPushButton(tr("Ch&oose…"), this)),
      fileNote_(makeNote(this)), target_(new QComboBox(this)),
      heldOut_(makeSpin(0, 90, static_cast<int>(std::lround(100 * tmbl::usualTestShare)), this)),
      functions_(makeField("add,sub,mul", this)), functionsProblem_(makeNote(this)),
      seed_(makeSpin(0, std::numeric_limits<int>::max(), 1, this)),
      evaluations_(new LimitRow(tr("after"), tr("evaluations"), 1, 1e12, 0, static_cast<double>(tmbl::usualEvaluations), this)),
      minutes_(new LimitRow(tr("after"), tr("minutes"), 0.1, 1e6, 1, 1, this)) {
  auto* form = new QFormLayout(this);
  form->setContentsMargins(8, 8, 8, 8);
  form->setRowWrapPolicy(QFormLayout::WrapAllRows);
  addFile(form);
  addSearch(form);
  addLimits(form);
  connect(&loader_, &TableLoader::loaded, this, [this](const std::shared_ptr<const tmbl::DataTable>& table) { showTable(table); });
  connect(&loader_, &TableLoader::failed, this, &FitSetup::showProblem);
}

void FitSetup::addFile(QFormLayout* form) {
  file_->setAccessibleName(tr("CSV file"));
  file_->setAcceptDrops(false); // a file that is dropped is the window's
  choose_->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(file_, 1);
  row->addWidget(choose_);
  form->addRow(tr("CSV file"), row);
  form->addRow(fileNote_);
  form->addRow(tr("Target"), target_);
  form->addRow(tr("Held-out rows"), heldOut_);
  target_->setToolTip(tr("The column that is predicted from the others"));
  target_->setEnabled(false);
  target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  heldOut_->setSuffix(tr(" %"));
  heldOut_->setToolTip(tr("Programs learn from the other rows; these only judge"));
  connect(choose_, &QPushButton::clicked, this, &FitSetup::askForFile);
  connect(file_, &QLineEdit::editingFinished, this, [this] {
    if (file_->text() != path_) openFile(file_->text());
  });
}

void FitSetup::addSearch(QFormLayout* form) {
  functions_->setText(QString::fromUtf8(tmbl::usualFunctions));
  functions_->setAcceptDrops(false);
  functions_->setToolTip(tr("There are %1").arg(QString::fromStdString(tmbl::printOperations(tmbl::OperationSet::all()))));
  form->addRow(tr("Functions"), functions_);
  form->addRow(functionsProblem_);
  form->addRow(tr("Seed"), seed_);
  seed_->setToolTip(tr("The same seed gives the same programs"));
  connect(functions_, &QLineEdit::textChanged, this, &FitSetup::checkFunctions);
}

void FitSetup::addLimits(QFormLayout* form) {
  auto* label = new QLabel(tr("Stop"), this);
  label->setToolTip(tr("With neither, it goes on until you stop it"));
  form->addRow(label);
  form->addRow(evaluations_);
  form->addRow(minutes_);
  evaluations_->setValue(static_cast<double>(tmbl::usualEvaluations));
  evaluations_->setSingular(tr("evaluation"));
  minutes_->setSingular(tr("minute"));
}

void FitSetup::askForFile() {
  auto* dialog = new QFileDialog(this, tr("Choose a table"), {}, tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &FitSetup::openFile);
  dialog->open();
}

void FitSetup::openFile(const QString& path) {
  path_ = path;
  table_ = nullptr;
  file_->setText(path);
  target_->clear();
  target_->setEnabled(false);
  setNote(fileNote_, path.isEmpty() ? QString() : tr("Reading…"), false);
  path.isEmpty() ? loader_.cancel() : loader_.load(path);
  emit changed();
}

void FitSetup::showProblem(const QString& message) { setNote(fileNote_, message, true); }

void FitSetup::showTable(std::shared_ptr<const tmbl::DataTable> table) {
  table_ = std::move(table);
  for (const std::string& name : table_->names) target_->addItem(QString::fromStdString(name));
  target_->setCurrentIndex(target_->count() - 1);
  target_->setEnabled(true);
  setNote(
      fileNote_,
      tr("%1, %2").arg(countedText(table_->rows(), tr("row"), tr("rows")), countedText(table_->names.size(), tr("column"), tr("columns"))),
      false);
  emit changed();
}

void FitSetup::checkFunctions() {
  const Result<tmbl::OperationSet> parsed = tmbl::parseOperations(functions_->text().toStdString());
  setNote(functionsProblem_, parsed ? QString() : QString::fromStdString(parsed.error().message), true);
  functions_->setProperty("wrong", !parsed);
  repolish(functions_);
  emit changed();
}

std::optional<FitRequest> FitSetup::request() const {
  const Result<tmbl::OperationSet> operations = tmbl::parseOperations(functions_->text().toStdString());
  if (!table_ || !operations) return std::nullopt;
  FitRequest request{table_, table_->names[static_cast<std::size_t>(target_->currentIndex())], heldOut_->value() / 100.0, {}};
  request.settings.operations = *operations;
  request.settings.seed = static_cast<std::uint64_t>(seed_->value());
  request.settings.evaluations = static_cast<std::uint64_t>(evaluations_->value());
  request.settings.seconds = 60 * minutes_->value();
  return request;
}

} // namespace gevo::ui
