#include "ui/pareto/scatter_painter.h"

#include <algorithm>

namespace gevo::ui {
namespace {

void take(ScatterPoints& points, const RunUpdate* update) {
  if (!update || update->reset) points = {};
  if (!update) return;
  for (const VariantRow& row : update->changed) {
    const auto place = std::ranges::lower_bound(points.valid, row.id, {}, &ScatterPoint::id);
    if (place != points.valid.end() && place->id == row.id) *place = pointOf(row);
  }
  points.unfinished.clear();
  for (const VariantRow& row : update->unfinished) points.unfinished.push_back(pointOf(row));
  for (const VariantRow& row : update->added) points.valid.push_back(pointOf(row));
  for (const FailedRow& row : update->failed) points.failed.push_back(pointOf(row));
}

} // namespace

ScatterPainter::ScatterPainter(QObject* parent) : QObject(parent) {
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

ScatterPainter::~ScatterPainter() {
  thread_.request_stop();
  thread_.join(); // before what it uses goes; a picture that is begun is dropped
}

void ScatterPainter::feed(std::shared_ptr<const RunUpdate> update) {
  {
    const std::lock_guard lock(mutex_);
    updates_.push_back(std::move(update));
  }
  wake_.notify_one();
}

void ScatterPainter::paint(ScatterRequest request) {
  {
    const std::lock_guard lock(mutex_);
    request_ = std::move(request);
  }
  wake_.notify_one();
}

void ScatterPainter::work(const std::stop_token& stop) {
  ScatterPoints points;
  while (true) {
    std::deque<std::shared_ptr<const RunUpdate>> updates;
    std::optional<ScatterRequest> request;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !updates_.empty() || request_; })) return;
      std::swap(updates, updates_);
      std::swap(request, request_);
    }
    for (const auto& update : updates) take(points, update.get());
    if (!request) continue;
    if (auto picture = paintScatter(points, *request, stop))
      QMetaObject::invokeMethod(this, [this, picture = std::move(picture)] { emit painted(picture); });
  }
}

} // namespace gevo::ui
