#include "core/comparison/run_comparison.h"

#include "core/edit/edit_signature.h"
#include "core/reduction/interaction_analysis.h"
#include "core/validation/best_variants.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace gevo {

namespace {

using Signatures = std::set<std::string>;

Result<ComparedRun> readRun(const Store& store, const RunInfo& info) {
  ComparedRun run{info, {}, 0, {}};
  GEVO_TRY_ASSIGN(const std::vector<GenerationRow> rows, store.generations(info.id));
  double best = info.fastestOriginal();
  for (const GenerationRow& row : rows) {
    if (row.bestExactRuntime > 0) best = std::min(best, row.bestExactRuntime);
    run.speedups.push_back(info.fastestOriginal() / best);
    run.evaluations += row.evaluations;
  }
  GEVO_TRY_ASSIGN(run.best, bestIndividual(store, info, {0}));
  if (!run.best) return run;
  run.best->edits = activeEdits(*run.best);
  run.best->active.assign(run.best->edits.size(), true);
  return run;
}

double medianOf(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<SpreadRow> spreadOf(const std::vector<ComparedRun>& runs) {
  std::size_t generations = 0;
  for (const ComparedRun& run : runs) generations = std::max(generations, run.speedups.size());
  std::vector<SpreadRow> spread;
  for (std::size_t generation = 0; generation < generations; ++generation) {
    SpreadRow row{std::uint32_t(generation)};
    std::vector<double> values;
    for (const ComparedRun& run : runs) {
      if (run.speedups.empty()) continue;
      row.runs += generation < run.speedups.size() ? 1 : 0;
      values.push_back(run.speedups[std::min(generation, run.speedups.size() - 1)]);
    }
    row.best = std::ranges::max(values);
    row.worst = std::ranges::min(values);
    row.mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    row.median = medianOf(values);
    spread.push_back(row);
  }
  return spread;
}

Signatures signaturesOf(const ComparedRun& run) {
  Signatures signatures;
  if (run.best)
    for (const Edit& edit : run.best->edits) signatures.insert(editSignature(edit, run.best->edits));
  return signatures;
}

std::vector<FoundEdit> commonEdits(const std::vector<ComparedRun>& runs, const std::vector<Signatures>& signatures) {
  std::vector<FoundEdit> found;
  Signatures seen;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].best) continue;
    const EditList& edits = runs[run].best->edits;
    for (std::size_t place = 0; place < edits.size(); ++place) {
      const std::string signature = editSignature(edits[place], edits);
      if (!seen.insert(signature).second) continue;
      FoundEdit edit{run, place, {}};
      for (const Signatures& of : signatures) edit.foundBy.push_back(of.contains(signature));
      found.push_back(std::move(edit));
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &FoundEdit::count);
  return found;
}

std::vector<FoundCluster> clustersOf(const Store& store, const std::vector<ComparedRun>& runs, const std::vector<Signatures>& signatures) {
  std::vector<FoundCluster> clusters;
  std::set<Signatures> seen;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].best) continue;
    const Result<std::optional<KnownInteractions>> known = knownInteractions(store, runs[run].info, *runs[run].best);
    if (!known || !*known) continue; // not analysed
    const KnownInteractions& of = **known;
    for (const Cluster& one : of.interactions.clusters) {
      FoundCluster cluster{run, {}, one.gain, {}};
      std::vector<std::string> members;
      for (const std::size_t edit : one.edits) {
        cluster.edits.push_back(of.variant.edits[edit]);
        members.push_back(editSignature(of.variant.edits[edit], of.variant.edits));
      }
      if (!seen.emplace(members.begin(), members.end()).second) continue;
      for (const Signatures& other : signatures)
        cluster.present.push_back(
            std::size_t(std::ranges::count_if(members, [&](const std::string& member) { return other.contains(member); })));
      clusters.push_back(std::move(cluster));
    }
  }
  return clusters;
}

} // namespace

std::size_t FoundEdit::count() const { return std::size_t(std::ranges::count(foundBy, true)); }

std::size_t FoundCluster::completeIn() const { return std::size_t(std::ranges::count(present, edits.size())); }

std::size_t FoundCluster::inPartIn() const {
  return std::size_t(std::ranges::count_if(present, [this](std::size_t n) { return n > 0 && n < edits.size(); }));
}

std::size_t RunComparison::begunRuns() const {
  return std::size_t(std::ranges::count_if(runs, [](const ComparedRun& run) { return !run.speedups.empty(); }));
}

Result<RunComparison> compareRuns(const Store& store, const RunInfo& run) {
  RunComparison comparison;
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> all, store.runs());
  std::vector<RunSettings> settings;
  for (const RunInfo& info : all) {
    if (info.device != run.device || info.settings.evaluation.model != run.settings.evaluation.model) continue;
    if (!(info.fastestOriginal() > 0)) continue; // lost, in a damaged file
    GEVO_TRY_ASSIGN(ComparedRun compared, readRun(store, info));
    comparison.runs.push_back(std::move(compared));
    settings.push_back(info.settings);
  }
  std::vector<Signatures> signatures;
  for (const ComparedRun& one : comparison.runs) signatures.push_back(signaturesOf(one));
  comparison.spread = spreadOf(comparison.runs);
  comparison.edits = commonEdits(comparison.runs, signatures);
  comparison.clusters = clustersOf(store, comparison.runs, signatures);
  comparison.differences = settingDifferences(settings);
  return comparison;
}

} // namespace gevo
