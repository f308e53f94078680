#include "ui/parallel/parallel_painter.h"

#include "ui/tasks/gui_thread.h"

#include <algorithm>

namespace gevo::ui {
namespace {

ParallelPoint parallelPoint(const VariantRow& row) {
  return {row.id, row.runtime, row.error, row.energy, row.generation, row.edits, row.inactive, row.step, row.slot};
}

void applyUpdate(std::vector<ParallelPoint>& points, const RunUpdate* update) {
  if (!update || update->reset) points.clear();
  if (!update) return;
  for (const VariantRow& row : update->changed) {
    const auto found = std::ranges::lower_bound(points, row.id, {}, &ParallelPoint::id);
    if (found != points.end() && found->id == row.id) *found = parallelPoint(row);
  }
  for (const VariantRow& row : update->added) points.push_back(parallelPoint(row));
}

} // namespace

ParallelPainter::ParallelPainter(QObject* parent)
    : QObject(parent), queue_([this](const Job& job, const std::stop_token& stop) { perform(job, stop); }) {}

ParallelPainter::~ParallelPainter() = default;

void ParallelPainter::feed(std::shared_ptr<const RunUpdate> update) { queue_.pushBefore(std::move(update), isRequest); }

void ParallelPainter::paint(ParallelRequest request) {
  queue_.drop(isRequest);
  queue_.push(std::move(request));
}

void ParallelPainter::perform(const Job& job, const std::stop_token& stop) {
  if (!isRequest(job)) return applyUpdate(points_, std::get<Update>(job).get());
  if (auto picture = paintParallel(points_, std::get<ParallelRequest>(job), stop))
    post(this, [this, picture = std::move(picture)] { emit painted(picture); });
}

} // namespace gevo::ui
