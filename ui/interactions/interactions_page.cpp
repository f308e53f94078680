#include "ui/interactions/interactions_page.h"

#include "core/format/interaction_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {

InteractionsPage::InteractionsPage(QWidget* parent)
    : QWidget(parent), words_(new QLabel(this)), analyse_(new QPushButton(this)), canvas_(new InteractionsCanvas),
      scroll_(new QScrollArea(this)) {
  words_->setWordWrap(true);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  scroll_->setWidget(canvas_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->viewport()->installEventFilter(this);
  scroll_->setAccessibleName(tr("Interactions of edits"));
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 8, 12, 4);
  top->addWidget(words_, 1);
  top->addWidget(analyse_, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
  column->addWidget(scroll_, 1);
  connect(analyse_, &QPushButton::clicked, this, [this] { doing_.isEmpty() ? emit analysisRequested() : emit cancelRequested(); });
  connect(canvas_, &InteractionsCanvas::clicked, this, &InteractionsPage::choose);
  refresh();
}

void InteractionsPage::setEdits(const EditList& edits, QStringList words) {
  const bool same = edits == edits_;
  edits_ = edits;
  wordsOfEdits_ = std::move(words);
  if (!same) {
    found_.reset();
    problem_.clear();
    on_.assign(edits_.size(), true);
  }
  refresh();
  if (!same && isVisible() && !edits_.empty()) emit wanted();
}

bool InteractionsPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == scroll_->viewport()) canvas_->setPageWidth(scroll_->viewport()->width());
  return QWidget::eventFilter(watched, event);
}

void InteractionsPage::showEvent(QShowEvent*) {
  if (!edits_.empty() && !found_) emit wanted();
}

void InteractionsPage::setFound(std::shared_ptr<const KnownInteractions> found) {
  if (found == found_) return;
  found_ = std::move(found);
  if (found_) problem_.clear();
  refresh();
}

void InteractionsPage::setProgress(const QString& doing) {
  if (!doing.isEmpty()) problem_.clear();
  doing_ = doing;
  refresh();
}

void InteractionsPage::setProblem(const QString& problem) {
  problem_ = problem;
  refresh();
}

void InteractionsPage::setSelected(int edit) {
  selected_ = edit;
  mark();
}

void InteractionsPage::setSwitches(const std::vector<bool>& on) {
  on_ = on;
  mark();
}

void InteractionsPage::refresh() {
  analyse_->setVisible(!edits_.empty() && !found_);
  analyse_->setText(doing_.isEmpty() ? tr("Analyse") : tr("Cancel"));
  analyse_->setToolTip(tr("Evaluates subsets of the edits in the background"));
  words_->setProperty("wrong", doing_.isEmpty() && !problem_.isEmpty());
  words_->style()->unpolish(words_);
  words_->style()->polish(words_);
  if (edits_.empty())
    words_->setText(tr("Select a variant that has edits."));
  else if (!doing_.isEmpty())
    words_->setText(doing_);
  else if (!problem_.isEmpty())
    words_->setText(problem_);
  else if (!found_)
    words_->setText(tr("Which edits act by themselves, and which only together? What does each gain?"));
  else
    words_->setText(QString::fromStdString(interactionSummary(found_->interactions)));
  QStringList titles;
  if (found_)
    for (std::size_t number = 0; number < found_->interactions.edits.size(); ++number) titles << wordsOfEdits_.value(editOf(number));
  canvas_->setFound(found_ ? std::shared_ptr<const Interactions>(found_, &found_->interactions) : nullptr, titles);
  scroll_->setVisible(found_ != nullptr);
  mark();
}

int InteractionsPage::editOf(std::size_t number) const {
  const EditList& analysed = found_->variant.edits;
  if (number >= analysed.size()) return -1;
  const auto edit = std::ranges::find(edits_, analysed[number].uid, &Edit::uid);
  return edit == edits_.end() ? -1 : int(edit - edits_.begin());
}

std::vector<bool> InteractionsPage::switchesOf(const PicturePart& subset) const {
  const Cluster& cluster = found_->interactions.clusters[std::size_t(subset.cluster)];
  std::vector<bool> on(edits_.size(), false);
  for (std::size_t i = 0; i < cluster.edits.size(); ++i)
    if (const int edit = editOf(cluster.edits[i]); ((subset.number >> i) & 1) != 0 && edit >= 0) on[std::size_t(edit)] = true;
  return on;
}

void InteractionsPage::mark() {
  std::vector<PicturePart> marked;
  if (found_) {
    const Interactions& found = found_->interactions;
    for (std::size_t number = 0; number < found.edits.size(); ++number)
      if (selected_ >= 0 && editOf(number) == selected_) marked.push_back({PicturePart::ofAnEdit, number});
    const bool switchedOff = std::ranges::find(on_, false) != on_.end();
    for (std::size_t cluster = 0; switchedOff && cluster < found.clusters.size(); ++cluster)
      for (std::size_t subset = 1; subset < found.clusters[cluster].lattice.size(); ++subset)
        if (const PicturePart part{int(cluster), subset}; switchesOf(part) == on_) marked.push_back(part);
  }
  canvas_->setMarked(std::move(marked));
}

void InteractionsPage::choose(const PicturePart& part) {
  if (part.cluster >= 0) return emit subsetChosen(switchesOf(part));
  if (const int edit = editOf(part.number); edit >= 0) emit editChosen(edit);
}

} // namespace gevo::ui
