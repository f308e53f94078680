#include "ui/presentation/replay_board.h"

#include "ui/presentation/board_head.h"
#include "ui/text/format.h"

#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

/// The latest ones.
constexpr std::size_t mostFound = 6;

struct SoFar {
  double best = 0; ///< microseconds; 0: nothing yet
  std::uint64_t evaluations = 0;
  std::uint64_t valid = 0;
};

SoFar soFar(const RunModel& model, std::uint32_t generation) {
  SoFar sum;
  for (const GenerationRow& row : model.generations()) {
    if (row.generation > generation) break;
    sum.evaluations += row.evaluations;
    sum.valid += row.valid;
    const double best = row.bestExactRuntime > 0 ? row.bestExactRuntime : row.bestRuntime;
    if (best > 0) sum.best = sum.best > 0 ? std::min(sum.best, best) : best;
  }
  return sum;
}

} // namespace

ReplayBoard::ReplayBoard(const RunModel& model, const TimelinePosition& timeline, QWidget* parent)
    : QWidget(parent), model_(model), timeline_(timeline), column_(new QVBoxLayout(this)), head_(new BoardHead(this)),
      about_(makeStageLabel("heading", this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->addWidget(head_);
  about_->setText(tr("On the way to the best"));
  column_->addWidget(about_);
  for (std::size_t i = 0; i < mostFound; ++i) {
    found_ << makeStageLabel("found", this);
    found_.last()->setWordWrap(true);
    column_->addWidget(found_.last());
  }
  column_->addStretch(1);
  connect(&timeline, &TimelinePosition::changed, this, &ReplayBoard::refresh);
}

void ReplayBoard::setTheme(const Theme& theme) {
  column_->setSpacing(theme.px(9));
  head_->setTheme(theme);
}

void ReplayBoard::setDiscoveries(std::vector<DiscoveryPin> discoveries) {
  discoveries_ = std::move(discoveries);
  refresh();
}

QStringList ReplayBoard::found() const {
  QStringList texts;
  for (const QLabel* label : found_)
    if (!label->text().isEmpty()) texts << label->text();
  return texts;
}

void ReplayBoard::refresh() {
  if (!model_.hasRun() || model_.generations().empty()) return;
  const std::uint32_t last = model_.generations().back().generation;
  const std::uint32_t generation = timeline_.generation().value_or(last);
  const SoFar sum = soFar(model_, generation);
  head_->setTexts(tr("Replay of the run"), tr("Generation %1 of %2").arg(generation).arg(last));
  const double speedup = sum.best > 0 ? std::max(1.0, model_.run().fastestOriginal() / sum.best) : 1;
  head_->setFigure(speedupText(speedup), speedup > 1.0005);
  head_->setChips(
      {{"plain", countedText(sum.evaluations, tr("evaluation"), tr("evaluations"))}, {"plain", tr("%1 valid").arg(countText(sum.valid))}});
  std::vector<const DiscoveryPin*> shown;
  for (const DiscoveryPin& pin : discoveries_)
    if (pin.generation <= generation) shown.push_back(&pin);
  about_->setVisible(!shown.empty());
  if (shown.size() > mostFound) shown.erase(shown.begin(), shown.end() - mostFound);
  for (std::size_t i = 0; i < mostFound; ++i) {
    QLabel* const label = found_[qsizetype(i)];
    label->setVisible(i < shown.size());
    const QString text = i < shown.size() ? tr("%1  in generation %2: %3")
                                                .arg(speedupText(model_.run().fastestOriginal() / shown[i]->runtime))
                                                .arg(shown[i]->generation)
                                                .arg(shown[i]->edits.join("; "))
                                          : QString();
    label->setText(text);
  }
}

} // namespace gevo::ui
