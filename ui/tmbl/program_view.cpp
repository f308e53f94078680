#include "ui/tmbl/program_view.h"

#include "core/base/file.h"
#include "core/tmbl/regression/front_text.h"
#include "ui/project/source_view.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace gevo::ui {

namespace {

constexpr int formulaLines = 2; ///< more are scrolled to

} // namespace

ProgramView::ProgramView(QWidget* parent)
    : QWidget(parent), formula_(new QPlainTextEdit(this)), cuda_(new SourceView(Theme::light(), this)),
      copyFormula_(new QPushButton(tr("Copy &Formula"), this)), copyCuda_(new QPushButton(tr("Copy &CUDA"), this)),
      save_(new QPushButton(tr("Sa&ve CUDA…"), this)) {
  formula_->setReadOnly(true);
  formula_->setFont(codeFont());
  formula_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  formula_->setAccessibleName(tr("Formula of the selected program"));
  formula_->setTabChangesFocus(true);
  formula_->setFixedHeight(formulaLines * QFontMetrics(codeFont()).lineSpacing() + 14);
  cuda_->setAccessibleName(tr("CUDA function of the selected program"));
  cuda_->setTabChangesFocus(true);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  for (QPushButton* button : {copyFormula_, copyCuda_, save_}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  buttons->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(formula_);
  column->addWidget(cuda_, 1);
  column->addLayout(buttons);
  connect(copyFormula_, &QPushButton::clicked, this, [this] { copy(formulaText_, tr("The formula is copied.")); });
  connect(copyCuda_, &QPushButton::clicked, this, [this] { copy(cudaText_, tr("The CUDA function is copied.")); });
  connect(save_, &QPushButton::clicked, this, &ProgramView::askWhereToSave);
  clear();
}

void ProgramView::setTheme(const Theme& theme) { cuda_->setTheme(theme); }

void ProgramView::clear() { setTexts({}, {}); }

void ProgramView::setProgram(const tmbl::FittedProgram& program, const FitData& data) {
  length_ = program.length;
  const QString target = QString::fromStdString(data.rows.target);
  setTexts(target + QStringLiteral(" = ") + QString::fromStdString(tmbl::formulaOf(program, data.rows)),
           QString::fromStdString(tmbl::cudaText({&program, 1}, data.rows)));
}

/// Texts that are the same stay as they are, with what is selected in them.
void ProgramView::setTexts(const QString& formula, const QString& cuda) {
  if (std::exchange(formulaText_, formula) != formula) formula_->setPlainText(formula);
  if (std::exchange(cudaText_, cuda) != cuda) cuda_->showText(cuda, QStringLiteral("CUDA"));
  for (QPushButton* button : {copyFormula_, copyCuda_, save_}) button->setEnabled(!formula.isEmpty());
}

void ProgramView::copy(const QString& text, const QString& message) {
  QGuiApplication::clipboard()->setText(text);
  emit notified(message);
}

void ProgramView::askWhereToSave() {
  auto* dialog = new QFileDialog(this, tr("Save the CUDA function"), {}, tr("CUDA (*.cu *.cuh)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("cu");
  dialog->selectFile(QStringLiteral("length%1.cu").arg(length_));
  connect(dialog, &QFileDialog::fileSelected, this, &ProgramView::saveCuda);
  dialog->open();
}

void ProgramView::saveCuda(const QString& path) {
  const Result<void> written = writeFile(path.toStdString(), cudaText_.toStdString());
  if (written)
    emit notified(tr("Saved as %1").arg(path));
  else
    emit failed(QString::fromStdString(written.error().message));
}

} // namespace gevo::ui
