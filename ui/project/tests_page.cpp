#include "ui/project/tests_page.h"

#include "ui/project/evaluation_box.h"
#include "ui/project/fields.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace gevo::ui {

TestsPage::TestsPage(QWidget* parent) : QWidget(parent), lead_(makeDimLabel({}, this)), evaluation_(new EvaluationBox(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(5);
  lead_->setWordWrap(true);
  column->addWidget(lead_);
  column->addSpacing(8);
  tests_ = addLines(column, tr("Tests"),
                    tr("They decide: a variant has to get these right, and is timed on them. Small inputs keep the search fast."),
                    "128 128 4 2\n160 96 4 3", 3);
  screen_ = addLines(column, tr("First look (optional)"),
                     tr("The tiniest input you have. Whatever is plainly wrong fails here, in no time."), "64 64 2 1", 2);
  heldOut_ =
      addLines(column, tr("Held out (optional)"),
               tr("Never seen by the search: the winner is judged on them at the end. Take other sizes. <b>{seed}</b> stands for a number "
                  "that is another one each time fresh inputs are needed."),
               "1000 600 4 {seed}", 2);
  outputs_ = makeField(tr("for example temperature:f32"), this);
  outputs_->setAccessibleName(tr("Outputs"));
  auto* title = new QLabel(tr("Outputs (optional)"), this);
  title->setObjectName("cardTitle");
  QLabel* words =
      makeDimLabel(tr("Everything that the program copies back from the GPU is compared. Name an output here, as NAME or NAME:TYPE, only "
                      "where the trial guesses wrong."),
                   this);
  words->setWordWrap(true);
  column->addWidget(title);
  column->addWidget(words);
  column->addWidget(outputs_);
  column->addSpacing(8);
  column->addWidget(evaluation_);
  column->addStretch();
  connect(evaluation_, &EvaluationBox::changed, this, &TestsPage::changed);
  connect(outputs_, &QLineEdit::textChanged, this, &TestsPage::changed);
  setProgramName({});
}

QPlainTextEdit* TestsPage::addLines(QVBoxLayout* column, const QString& title, const QString& words, const QString& example, int rows) {
  auto* head = new QLabel(title, this);
  head->setObjectName("cardTitle");
  QLabel* explanation = makeDimLabel(words, this);
  explanation->setWordWrap(true);
  auto* lines = new QPlainTextEdit(this);
  lines->setProperty("framed", true);
  lines->setPlaceholderText(tr("for example\n%1").arg(example));
  lines->setFont(codeFont());
  lines->setTabChangesFocus(true);
  lines->setAccessibleName(title);
  lines->setFixedHeight(rows * QFontMetrics(codeFont()).lineSpacing() + 16);
  column->addWidget(head);
  column->addWidget(explanation);
  column->addWidget(lines);
  column->addSpacing(8);
  connect(lines, &QPlainTextEdit::textChanged, this, &TestsPage::changed);
  return lines;
}

void TestsPage::setProgramName(const QString& name) {
  const QString program = name.isEmpty() ? tr("program") : name;
  lead_->setText(
      tr("What you would type behind <code>./%1</code> in a terminal; one command line a line. A program that takes no arguments "
         "needs none.")
          .arg(program.toHtmlEscaped()));
}

void TestsPage::show(const NewProject& project) {
  tests_->setPlainText(linesText(project.tests));
  screen_->setPlainText(linesText(project.screen));
  heldOut_->setPlainText(linesText(project.heldOut));
  outputs_->setText(wordsLine(project.outputs));
  evaluation_->show(project.build.hostRun);
}

void TestsPage::fill(NewProject& project) const {
  project.tests = linesOf(tests_->toPlainText());
  project.screen = linesOf(screen_->toPlainText());
  project.heldOut = linesOf(heldOut_->toPlainText());
  project.outputs = wordsOf(outputs_->text());
  project.build.hostRun = evaluation_->settings();
  if (project.tests.empty()) project.tests = {std::string()};
}

void TestsPage::setOutputType(const QString& name, const QString& type) {
  std::vector<std::string> outputs = wordsOf(outputs_->text());
  const std::string wanted = name.toStdString();
  std::erase_if(outputs, [&](const std::string& output) { return output == wanted || output.starts_with(wanted + ":"); });
  outputs.push_back(wanted + ":" + type.toStdString());
  outputs_->setText(wordsLine(outputs));
}

} // namespace gevo::ui
