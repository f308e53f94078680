#include "ui/start/file_summary.h"

#include "core/store/front.h"
#include "core/store/store.h"
#include "core/validation/best_variants.h"
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <limits>

namespace gevo::ui {
namespace {

/// As many of the latest ids are drawn: more would overlap.
constexpr std::int64_t latestIds = 1500;

QString tr(const char* text) { return QCoreApplication::translate("gevo::ui::FileSummary", text); }

Result<void> readBest(const Store& store, FileSummary& summary) {
  for (const double error : {0.0, std::numeric_limits<double>::infinity()}) {
    GEVO_TRY_ASSIGN(const std::optional<Individual> best, bestIndividual(store, summary.run, {error}));
    if (!best) continue;
    summary.best = best->id;
    summary.bestFitness = best->result.fitness;
    return {};
  }
  return {};
}

Result<void> readRun(const Store& store, FileSummary& summary) {
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  summary.runs = runs.size();
  if (runs.empty()) return {};
  summary.run = runs.back();
  const Result<bool> alive = store.writerAlive();
  summary.writerAlive = alive && *alive;
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(summary.run.id));
  summary.front = paretoFront(front, {Objective::Time, Objective::Error}); // what the picture shows
  GEVO_TRY(readBest(store, summary));
  const Result<std::vector<std::int64_t>> population = store.population(summary.run.id);
  if (!population || population->empty()) return {};
  const std::int64_t newest = *std::ranges::max_element(*population);
  Result<std::vector<VariantRow>> latest = store.variants(summary.run.id, std::max<std::int64_t>(0, newest - latestIds));
  if (latest) summary.latest = std::move(*latest);
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
  if (const Result<void> read = (*store)->readTogether([&] { return readRun(**store, summary); }); !read)
    summary.problem = QString::fromStdString(read.error().message);
  return summary;
}

QString FileSummary::progressText() const {
  if (runs == 0) return {};
  const std::uint32_t done = run.generations == 0 ? 0 : run.generations - 1; // the initial population is generation 0
  const std::uint32_t asked = run.settings.search.generations;
  const QString generation =
      asked > 0 ? tr("generation %1 of %2").arg(countText(done), countText(asked)) : tr("generation %1").arg(countText(done));
  if (finished()) return tr("%1, finished").arg(countedText(done, tr("generation"), tr("generations")));
  return writerAlive ? tr("%1, running now").arg(generation) : tr("%1, not finished").arg(generation);
}

} // namespace gevo::ui
