#include "ui/pareto/scatter_painter.h"

#include "ui/tasks/gui_thread.h"

#include <algorithm>

namespace gevo::ui {
namespace {

void applyUpdate(ScatterPoints& points, const RunUpdate* update) {
  if (!update || update->reset) points = {};
  if (!update) return;
  for (const VariantRow& row : update->changed) {
    const auto found = std::ranges::lower_bound(points.valid, row.id, {}, &ScatterPoint::id);
    if (found != points.valid.end() && found->id == row.id) *found = pointOf(row);
  }
  points.unfinished.clear();
  for (const VariantRow& row : update->unfinished) points.unfinished.push_back(pointOf(row));
  for (const VariantRow& row : update->added) points.valid.push_back(pointOf(row));
  for (const FailedRow& row : update->failed) points.failed.push_back(pointOf(row));
}

} // namespace

ScatterPainter::ScatterPainter(QObject* parent)
    : QObject(parent), queue_([this](const Job& job, const std::stop_token& stop) { perform(job, stop); }) {}

ScatterPainter::~ScatterPainter() = default;

void ScatterPainter::feed(std::shared_ptr<const RunUpdate> update) { queue_.pushBefore(std::move(update), isRequest); }

void ScatterPainter::paint(ScatterRequest request) {
  queue_.drop(isRequest);
  queue_.push(std::move(request));
}

void ScatterPainter::perform(const Job& job, const std::stop_token& stop) {
  if (!isRequest(job)) return applyUpdate(points_, std::get<Update>(job).get());
  if (auto picture = paintScatter(points_, std::get<ScatterRequest>(job), stop))
    post(this, [this, picture = std::move(picture)] { emit painted(picture); });
}

} // namespace gevo::ui
