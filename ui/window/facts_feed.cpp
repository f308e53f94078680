#include "ui/window/facts_feed.h"

#include <algorithm>

namespace gevo::ui {

FactsFeed::FactsFeed(const RunModel& model, FilterModel& filter, std::string workerProgram, QObject* parent)
    : QObject(parent), model_(model), filter_(filter), service_(std::move(workerProgram)) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &FactsFeed::readIfDue);
  connect(&service_, &FactsService::known, &filter, &FilterModel::setFacts);
  connect(&service_, &FactsService::failed, this, &FactsFeed::failed);
  connect(&service_, &FactsService::ended, this, &FactsFeed::readIfDue);
  connect(&model, &RunModel::wasReset, this, &FactsFeed::forget);
  connect(&model, &RunModel::generationsChanged, this, &FactsFeed::request);
  connect(&model, &RunModel::derivedChanged, this, &FactsFeed::request);
  connect(&filter, &FilterModel::textChanged, this, [this] {
    if (depth() == FactsDepth::Words && known_ != FactsDepth::Words) outdated_ = model_.hasRun();
    readIfDue();
  });
}

void FactsFeed::open(const std::filesystem::path& file) {
  file_ = file;
  service_.forget();
  pause_.stop();
  outdated_ = false; // the model still has the run of before
}

void FactsFeed::setWanted(bool wanted) {
  wanted_ = wanted;
  readIfDue();
}

void FactsFeed::forget() {
  service_.forget();
  pause_.stop();
  outdated_ = model_.hasRun();
  known_ = FactsDepth::Edits;
  readIfDue();
}

void FactsFeed::request() {
  outdated_ = model_.hasRun();
  readIfDue();
}

FactsDepth FactsFeed::depth() const {
  const bool words = std::ranges::any_of(
      filter_.filter().conditions(), [](const VariantFilter::Condition& condition) { return condition.kind == VariantFilter::Kind::Text; });
  return words ? FactsDepth::Words : FactsDepth::Edits;
}

void FactsFeed::readIfDue() {
  if (!outdated_ || !(wanted_ || filter_.filter().needsFacts()) || pause_.isActive() || service_.reading() || file_.empty()) return;
  outdated_ = false;
  known_ = depth();
  std::vector<std::int64_t> derived;
  for (const VariantRow& row : model_.derived()) derived.push_back(row.id);
  pause_.start(interval);
  service_.read(file_, model_.run(), derived, known_);
}

} // namespace gevo::ui
