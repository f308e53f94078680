#include "ui/presentation/variant_board.h"

#include "ui/presentation/board_head.h"
#include "ui/presentation/hunk_view.h"
#include "ui/presentation/story.h"
#include "ui/text/format.h"
#include "ui/variant/documents.h"

#include <QFutureWatcher>
#include <QVBoxLayout>
#include <QtConcurrentRun>

namespace gevo::ui {
namespace {

/// Below this, more digits than people read show no gain.
constexpr double leastGain = 1.0005;

struct StageCode {
  std::vector<Hunk> hunks;
  DiffDocument left;
  DiffDocument right;
};

/// Where the texts show nothing, what was edited is told.
StageCode codeOf(const std::shared_ptr<const Project>& project, const std::shared_ptr<const VariantDetails>& details) {
  StageCode code;
  const SideTexts variant{details, {}, {}, false};
  const SideTexts original{std::make_shared<VariantDetails>(), {}, {}, false};
  const int source = mainSource(*project, variant);
  code.left = makeDocument(TextKind::Cuda, *project, original, source);
  code.right = makeDocument(TextKind::Cuda, *project, variant, source);
  if (details->individual.edits.empty()) {
    code.hunks.push_back(kernelCode(code.right.text));
    return code;
  }
  code.hunks = hunksOf(DiffModel(code.left, code.right));
  if (!code.hunks.empty()) return code;
  Hunk words;
  for (const QString& edit : editWords(*details)) words.lines.push_back({HunkLine::Kind::Note, -1, edit});
  if (!words.lines.empty()) code.hunks.push_back(std::move(words));
  return code;
}

BoardHead::Chip validationChip(const RunModel& model, std::int64_t variant) {
  const ValidationRow* const validation = model.validation(variant);
  if (!validation) return {"plain", QObject::tr("not validated")};
  return validation->passed ? BoardHead::Chip{"good", QObject::tr("✓ validated")}
                            : BoardHead::Chip{"bad", QObject::tr("✗ failed validation")};
}

} // namespace

VariantBoard::VariantBoard(const RunModel& model, QWidget* parent)
    : QWidget(parent), model_(model), column_(new QVBoxLayout(this)), head_(new BoardHead(this)), note_(makeStageLabel("note", this)),
      sentence_(makeStageLabel("sentence", this)), time_(makeStageLabel("sentence", this)), code_(new HunkView(this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  for (QLabel* label : {note_, sentence_, time_}) label->setWordWrap(true);
  note_->hide();
  time_->hide();
  column_->addWidget(head_);
  column_->addWidget(note_);
  column_->addWidget(sentence_);
  column_->addWidget(time_);
  column_->addWidget(code_, 1);
}

void VariantBoard::setTheme(const Theme& theme) {
  column_->setSpacing(theme.px(9));
  head_->setTheme(theme);
  code_->setTheme(theme);
}

void VariantBoard::setProject(std::shared_ptr<const Project> project) {
  project_ = std::move(project);
  details_ = nullptr;
  wasSet_ = false;
  code_->setHunks({}, {}, {});
}

void VariantBoard::setStop(const Stop& stop, std::shared_ptr<const VariantDetails> details) {
  const bool isSame = wasSet_ && stop == stop_ && (details == details_ || stop.variant == 0);
  wasSet_ = true;
  stop_ = stop;
  details_ = std::move(details);
  refresh();
  if (!isSame) showCode();
}

QString VariantBoard::note() const { return note_->text(); }

QString VariantBoard::sentence() const { return sentence_->text(); }

QString VariantBoard::time() const { return time_->text(); }

void VariantBoard::setTime(const QString& sentence) {
  time_->setText(sentence);
  time_->setVisible(!sentence.isEmpty());
}

void VariantBoard::refresh() {
  note_->setText(stop_.note);
  note_->setVisible(!stop_.note.isEmpty());
  showFigures();
  const QString sentence = sentenceOf(model_, stop_, details_.get());
  sentence_->setText(sentence);
  sentence_->setVisible(!sentence.isEmpty());
}

void VariantBoard::showFigures() {
  head_->setTexts(headingOf(model_, stop_), stop_.variant == 0 ? tr("The original") : variantTitle(stop_.variant));
  const VariantRow* const row = model_.variantOrUnderWay(stop_.variant);
  if (!row) return;
  const RunInfo& run = model_.run();
  const QString runtime =
      isSimulated(run.settings.evaluation) ? tr("%1 simulated").arg(runtimeText(row->runtime)) : runtimeText(row->runtime);
  if (row->id == 0) {
    head_->setFigure(runtimeText(row->runtime), false);
    return head_->setChips({{"plain", tr("on the %1").arg(QString::fromStdString(run.device))}});
  }
  const double speedup = model_.speedup(*row);
  head_->setFigure(tr("%1 faster").arg(speedupText(speedup)), speedup >= leastGain);
  if (speedup < leastGain) head_->setFigure(speedupText(speedup), false);
  QList<BoardHead::Chip> chips{{"plain", runtime},
                               {"plain", tr("error %1").arg(errorText(run.settings.evaluation.metric, row->error))},
                               validationChip(model_, row->id),
                               {"plain", countedText(row->edits - row->inactive, tr("edit"), tr("edits"))}};
  head_->setChips(chips);
}

/// Compared on another thread: a source may be long.
void VariantBoard::showCode() {
  const quint64 ticket = ++codes_;
  code_->setHunks({}, {}, {});
  // Of the original everything is there.
  const auto details = details_ || stop_.variant != 0 ? details_ : std::make_shared<const VariantDetails>();
  const bool isUnread = details && stop_.variant != 0 && details->individual.edits.empty();
  code_->setNotice(!details ? tr("Reading what it changes…") : isUnread ? tr("What it changes can't be read.") : QString());
  if (!details || isUnread || !project_) return;
  auto* watcher = new QFutureWatcher<StageCode>(this);
  connect(watcher, &QFutureWatcher<StageCode>::finished, this, [this, watcher, ticket] {
    const StageCode code = watcher->result();
    watcher->deleteLater();
    if (ticket == codes_) code_->setHunks(code.hunks, code.left, code.right);
  });
  watcher->setFuture(QtConcurrent::run(codeOf, project_, details));
}

} // namespace gevo::ui
