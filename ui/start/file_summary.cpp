#include "ui/start/file_summary.h"

#include "core/store/store.h"
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace gevo::ui {
namespace {

/// So many of the latest ids make the cloud: more would be paint on paint.
constexpr std::int64_t cloudIds = 1500;

QString tr(const char* text) { return QCoreApplication::translate("gevo::ui::FileSummary", text); }

Result<void> readRun(const Store& store, FileSummary& summary) {
  const Result<std::vector<RunInfo>> runs = store.runs();
  if (!runs) return std::unexpected(runs.error());
  summary.runs = runs->size();
  if (runs->empty()) return {};
  summary.run = runs->back();
  const Result<bool> alive = store.writerAlive();
  summary.writerAlive = alive && *alive;
  Result<std::vector<VariantRow>> front = store.frontVariants(summary.run.id);
  if (!front) return std::unexpected(front.error());
  summary.front = std::move(*front);
  const Result<std::vector<std::int64_t>> population = store.population(summary.run.id);
  if (!population || population->empty()) return {};
  const std::int64_t newest = *std::ranges::max_element(*population);
  Result<std::vector<VariantRow>> cloud = store.variants(summary.run.id, std::max<std::int64_t>(0, newest - cloudIds));
  if (cloud) summary.cloud = std::move(*cloud);
  return {};
}

} // namespace

FileSummary summaryOf(const QString& path) {
  FileSummary summary;
  const QFileInfo file(path);
  summary.path = file.absoluteFilePath();
  summary.exists = file.exists();
  summary.changed = file.lastModified();
  if (!summary.exists) return summary;
  const Result<std::unique_ptr<Store>> store = Store::open(summary.path.toStdString(), Store::Access::Read);
  if (!store) {
    summary.problem = QString::fromStdString(store.error().message);
    return summary;
  }
  if (const Result<void> read = readRun(**store, summary); !read) summary.problem = QString::fromStdString(read.error().message);
  return summary;
}

const VariantRow* FileSummary::best() const {
  const VariantRow* fastest = nullptr;
  for (const VariantRow& row : front) {
    if (row.id == 0 || row.runtime >= run.originalRuntime) continue;
    if (row.error == 0) return &row; // the front is by runtime
    if (!fastest) fastest = &row;
  }
  return fastest;
}

QString FileSummary::progressText() const {
  if (runs == 0) return {};
  const std::uint32_t done = run.generations == 0 ? 0 : run.generations - 1; // the initial population is generation 0
  const std::uint32_t asked = run.settings.search.generations;
  const QString generation =
      asked > 0 ? tr("generation %1 of %2").arg(countText(done), countText(asked)) : tr("generation %1").arg(countText(done));
  if (finished()) return tr("%1 generations, finished").arg(countText(done));
  return writerAlive ? tr("%1, running now").arg(generation) : tr("%1, not finished").arg(generation);
}

} // namespace gevo::ui
