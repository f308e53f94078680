#include "ui/window/space_feed.h"

#include "ui/space/space_pane.h"

namespace gevo::ui {

SpaceFeed::SpaceFeed(const RunModel& model, Selection& selection, SpacePane& pane, QObject* parent)
    : QObject(parent), model_(model), pane_(pane) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &SpaceFeed::readIfDue);
  connect(&service_, &SpaceService::found, this, &SpaceFeed::show);
  connect(&service_, &SpaceService::failed, &pane, &Card::failed);
  connect(&model, &RunModel::wasReset, this, &SpaceFeed::forget);
  connect(&model, &RunModel::generationsChanged, this, &SpaceFeed::request);
  connect(&pane, &SpacePane::visibilityChanged, this, [this](bool visible) {
    visible_ = visible;
    readIfDue();
  });
  connect(pane.view(), &SpaceView::variantChosen, &selection, &Selection::choose);
  connect(&selection, &Selection::variantChanged, pane.view(), &SpaceView::setSelected);
}

void SpaceFeed::open(const std::filesystem::path& file, const ParameterSpace& space) {
  file_ = file;
  space_ = space;
  forget();
}

void SpaceFeed::forget() {
  service_.forget();
  pause_.stop();
  outdated_ = false;
  show({});
}

void SpaceFeed::request() {
  outdated_ = model_.hasRun() && !space_.empty();
  readIfDue();
}

void SpaceFeed::readIfDue() {
  if (!outdated_ || !visible_ || pause_.isActive() || service_.reading()) return;
  outdated_ = false;
  pause_.start(interval);
  service_.read(file_, model_.run().id);
}

void SpaceFeed::show(const std::vector<ConfigurationResult>& results) {
  pane_.setResults(space_, results, model_.run().fastestOriginal());
  readIfDue();
}

} // namespace gevo::ui
