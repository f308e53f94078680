#include "ui/window/stage_feed.h"

#include "core/format/heat_text.h"
#include "ui/presentation/stage.h"

#include <utility>

namespace gevo::ui {

StageFeed::StageFeed(std::string workerProgram, Stage& stage, QObject* parent)
    : QObject(parent), stage_(stage), service_(workerProgram), heat_(std::move(workerProgram)) {
  connect(&stage, &Stage::detailsRequested, this, &StageFeed::request);
  connect(&stage, &Stage::timeRequested, this, &StageFeed::findTime);
  connect(&heat_, &HeatService::ended, this, &StageFeed::showTime);
  connect(&service_, &VariantService::inspected, this, [this](qint64 variant, const std::shared_ptr<const VariantDetails>& details) {
    stage_.setDetails(variant, details);
    readNext();
  });
  // The stage shows the figures alone then.
  connect(&service_, &VariantService::failed, this, [this](const QString& message) {
    auto unread = std::make_shared<VariantDetails>();
    unread->problem = message.toStdString();
    stage_.setDetails(read_, unread);
    readNext();
  });
}

void StageFeed::open(const InspectedRun& run) {
  if (!run.project || (run.epoch == run_.epoch && run.texts == run_.texts)) return;
  run_ = run;
  waiting_.clear();
  read_ = -1;
  timed_ = -1;
  heat_.cancel();
  service_.open(run.file, run.project);
  service_.setRun(run.run, run.settings);
}

void StageFeed::request(std::int64_t variant) {
  if (!run_.project) return;
  waiting_.push_back(variant);
  if (read_ < 0) readNext();
}

void StageFeed::readNext() {
  read_ = -1;
  if (waiting_.empty()) return;
  read_ = waiting_.back();
  waiting_.pop_back();
  service_.inspect(read_);
}

void StageFeed::findTime(std::int64_t variant, const EditList& edits) {
  if (!run_.project) return;
  timed_ = variant;
  timedEdits_ = edits;
  heat_.known(run_, edits) ? showTime() : heat_.compute(run_, edits);
}

void StageFeed::showTime() {
  const HeatService::Known* const known = timed_ < 0 ? nullptr : heat_.known(run_, timedEdits_);
  if (!known) return;
  QString sentence = known->heat ? QString::fromStdString(heatSummary(*known->heat).text) : QString(); // one that can't run says nothing
  if (!sentence.isEmpty()) sentence = sentence.left(1).toUpper() + sentence.mid(1) + QLatin1Char('.');
  stage_.setTime(timed_, sentence);
}

} // namespace gevo::ui
