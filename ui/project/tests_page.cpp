#include "ui/project/tests_page.h"

#include "core/values/function_names.h"
#include "ui/project/evaluation_box.h"
#include "ui/project/fields.h"
#include "ui/project/variation_box.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <fmt/ranges.h>

namespace gevo::ui {
namespace {

constexpr const char* freshExample = "{rows:1..200} {columns:1..200} {steps:1..9} {seed}";

QString exampleText(const QString& example) { return TestsPage::tr("for example\n%1").arg(example); }

} // namespace

TestsPage::TestsPage(QWidget* parent)
    : QWidget(parent), lead_(makeDimLabel({}, this)), evaluation_(new EvaluationBox(this)), variation_(new VariationBox(this)),
      toleratesUndefined_(new QCheckBox(tr("Tolerate undefined loads of the original (--tolerate-undefined)"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(5);
  lead_->setWordWrap(true);
  column->addWidget(lead_);
  column->addSpacing(8);
  tests_ =
      addLines(column, tr("Tests"), tr("Every variant must pass these tests, and is timed on them. Small inputs keep the search fast."),
               "128 128 4 2\n160 96 4 3", 3);
  screen_ = addLines(column, tr("Screening test (optional)"),
                     tr("The smallest input you have. Variants that are plainly wrong fail here quickly."), "64 64 2 1", 2);
  workloads_ =
      addLines(column, tr("Workload (optional)"),
               tr("What you use the program for, at full size. Speedups are told for it; the tests then only check results. On the "
                  "simulated GPU it is timed by samples."),
               "4096 4096 100", 2);
  heldOut_ = addLines(column, tr("Held out (optional)"),
                      tr("Not used by the search: the best variants are validated on them at the end. Use other sizes. <b>{seed}</b> is "
                         "replaced by a new number, and <b>{rows:17..300}</b> by one of that range, whenever fresh inputs are needed."),
                      "1000 600 4 {seed}", 2);
  fuzz_ = addLines(column, tr("Fresh inputs (optional)"),
                   tr("The best variants are tried on many of these at the end. Small ones of all sizes, with ranges that your program "
                      "accepts."),
                   freshExample, 2);
  outputs_ = addField(column, tr("Outputs"),
                      tr("Everything that the program copies back from the GPU is compared. Name an output here, as NAME or "
                         "NAME:TYPE, only if the trial guesses wrong."),
                      tr("for example temperature:f32"));
  synthesised_ = addField(column, tr("Functions to replace"),
                          tr("Functions that compute a number from numbers, your own or such as <b>exp</b>: short programs near them are "
                             "evolved, and variants may use these instead (--synthesise)."),
                          tr("for example exp, sound_of"));
  column->addWidget(evaluation_);
  column->addSpacing(8);
  column->addWidget(variation_);
  column->addSpacing(8);
  column->addWidget(toleratesUndefined_);
  QLabel* undefinedExplanation =
      makeDimLabel(tr("For programs that load bytes that nobody has written, or just outside of an allocation: such loads give zero, and "
                      "variants may do them at the same places. It is better to change the program; the trial names the lines."),
                   this);
  undefinedExplanation->setWordWrap(true);
  column->addWidget(undefinedExplanation);
  column->addStretch();
  connect(evaluation_, &EvaluationBox::changed, this, &TestsPage::changed);
  connect(variation_, &VariationBox::changed, this, [this] {
    fuzz_->setEnabled(variation_->runs() == 0); // one run on another input tells nothing
    showMadeLines();
    emit changed();
  });
  connect(toleratesUndefined_, &QCheckBox::toggled, this, &TestsPage::changed);
  for (const QPlainTextEdit* lines : {tests_, heldOut_}) connect(lines, &QPlainTextEdit::textChanged, this, &TestsPage::showMadeLines);
  setProgramName({});
}

/// Where no line for fresh inputs is given: those that are used then.
void TestsPage::showMadeLines() {
  NewProject project;
  project.tests = linesOf(tests_->toPlainText());
  project.heldOut = linesOf(heldOut_->toPlainText());
  const std::vector<std::string> made = fuzzLinesOf(project);
  if (variation_->runs() > 0)
    fuzz_->setPlaceholderText(tr("not for programs whose results vary"));
  else if (made.empty())
    fuzz_->setPlaceholderText(exampleText(freshExample));
  else
    fuzz_->setPlaceholderText(tr("made from the tests unless you give some:\n%1").arg(QString::fromStdString(made.front())));
  fuzz_->viewport()->update(); // Qt repaints only where a placeholder appears or goes
}

QPlainTextEdit* TestsPage::addLines(QVBoxLayout* column, const QString& title, const QString& text, const QString& example, int rows) {
  auto* head = new QLabel(title, this);
  head->setObjectName("cardTitle");
  QLabel* explanation = makeDimLabel(text, this);
  explanation->setWordWrap(true);
  auto* lines = new QPlainTextEdit(this);
  lines->setProperty("framed", true);
  lines->setPlaceholderText(exampleText(example));
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

QLineEdit* TestsPage::addField(QVBoxLayout* column, const QString& title, const QString& text, const QString& example) {
  auto* head = new QLabel(tr("%1 (optional)").arg(title), this);
  head->setObjectName("cardTitle");
  QLabel* explanation = makeDimLabel(text, this);
  explanation->setWordWrap(true);
  QLineEdit* field = makeField(example, this);
  field->setAccessibleName(title);
  column->addWidget(head);
  column->addWidget(explanation);
  column->addWidget(field);
  column->addSpacing(8);
  connect(field, &QLineEdit::textChanged, this, &TestsPage::changed);
  return field;
}

void TestsPage::setProgramName(const QString& name) {
  const QString program = name.isEmpty() ? tr("program") : name;
  lead_->setText(tr("The arguments that you would type after <code>./%1</code> in a terminal, one command line per line. Leave the tests "
                    "empty if the program takes no arguments.")
                     .arg(program.toHtmlEscaped()));
}

void TestsPage::show(const NewProject& project) {
  tests_->setPlainText(linesText(project.tests));
  screen_->setPlainText(linesText(project.screen));
  workloads_->setPlainText(linesText(project.workloads));
  heldOut_->setPlainText(linesText(project.heldOut));
  fuzz_->setPlainText(linesText(project.build.fuzz));
  outputs_->setText(joinArguments(project.outputs));
  synthesised_->setText(QString::fromStdString(fmt::format("{}", fmt::join(project.build.synthesised, ", "))));
  evaluation_->show(project.build.hostRun);
  variation_->setRuns(project.build.statisticalRuns);
  toleratesUndefined_->setChecked(project.build.toleratesUndefined);
}

void TestsPage::fill(NewProject& project) const {
  project.tests = linesOf(tests_->toPlainText());
  project.screen = linesOf(screen_->toPlainText());
  project.workloads = linesOf(workloads_->toPlainText());
  project.heldOut = linesOf(heldOut_->toPlainText());
  project.build.statisticalRuns = variation_->runs();
  project.build.fuzz = project.build.statisticalRuns == 0 ? linesOf(fuzz_->toPlainText()) : std::vector<std::string>();
  project.outputs = splitArguments(outputs_->text());
  project.build.synthesised = splitFunctionNames(synthesised_->text().toStdString());
  project.build.hostRun = evaluation_->settings();
  project.build.toleratesUndefined = toleratesUndefined_->isChecked();
  if (project.tests.empty()) project.tests = {std::string()};
}

void TestsPage::setOutputType(const QString& name, const QString& type) {
  std::vector<std::string> outputs = splitArguments(outputs_->text());
  const std::string wanted = name.toStdString();
  std::erase_if(outputs, [&](const std::string& output) { return output == wanted || output.starts_with(wanted + ":"); });
  outputs.push_back(wanted + ":" + type.toStdString());
  outputs_->setText(joinArguments(outputs));
}

} // namespace gevo::ui
