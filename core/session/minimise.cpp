#include "core/session/minimise.h"

#include "core/run/try_result.h"
#include "core/session/evaluation.h"

#include <algorithm>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds glance{100};

Result<std::unique_ptr<WorkerPool>> startEvaluator(const Store& store, const RunInfo& run, const ValidationSettings& settings) {
  Result<Project> project = store.project();
  if (!project) return std::unexpected(project.error());
  const Result<std::string> folder = liveFolder(store, *project);
  if (!folder) return std::unexpected(folder.error());
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  fitEvaluation(pool, *project);
  const EvaluationSettings& evaluation = run.settings.evaluation;
  return WorkerPool::start(
      pool, wire::encode(LoadRequest{withoutHeldOutTests(std::move(*project)), evaluation, true, Targeting::Uniform, *folder}));
}

/// Nothing when it was cancelled.
std::optional<TryReply> evaluate(WorkerPool& pool, const EditList& edits, const ValidationSettings& settings, const std::string& doing) {
  TryRequest request;
  request.edits = edits;
  std::optional<JobResult> result;
  pool.submit(RequestKind::Try, wire::encode(request), [&](JobResult given) { result = std::move(given); });
  while (!result && !settings.cancel.stop_requested()) {
    if (settings.progress) settings.progress(doing);
    pool.wait(glance);
  }
  if (result) return replyToTry(std::move(request), *result);
  pool.abandon(); // `done` refers to this frame
  return std::nullopt;
}

EditList chosen(const EditList& edits, const Minimiser::Subset& subset) {
  EditList some;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (subset[i]) some.push_back(edits[i]);
  return some;
}

} // namespace

double mostLossOf(double originalRuntime, double runtime) { return std::clamp((originalRuntime / runtime - 1) / 10, 0.0, 0.01); }

Result<std::optional<Individual>> minimised(const Store& store, const RunInfo& run, const Individual& variant,
                                            const ValidationSettings& settings) {
  const EditList edits = activeEdits(variant);
  if (edits.size() < 2) return std::nullopt;
  const Result<Individual> original = store.individual(run.id, 0);
  if (!original) return std::unexpected(original.error());
  const Result<std::unique_ptr<WorkerPool>> pool = startEvaluator(store, run, settings);
  if (!pool) return std::unexpected(pool.error());

  const Fitness& base = original->outcome.fitness;
  const Fitness& whole = variant.outcome.fitness;
  Minimiser minimiser(edits.size(), whole, mostLossOf(base.runtime, whole.runtime));
  Individual smaller;
  while (const std::optional<Minimiser::Subset> subset = minimiser.next()) {
    const std::string doing =
        fmt::format("minimising variant {}, {} of {} edits", variantName(variant.id), minimiser.keptCount(), edits.size());
    std::optional<TryReply> reply = evaluate(**pool, chosen(edits, *subset), settings, doing);
    if (!reply) return fail("minimising variant {} was cancelled", variantName(variant.id));
    minimiser.take(reply->outcome, base);
    if (minimiser.kept() != *subset) continue;
    smaller.active = std::move(reply->active);
    smaller.outcome = std::move(reply->outcome);
  }
  smaller.edits = chosen(edits, minimiser.kept());
  if (smaller.edits.empty() || smaller.edits.size() == edits.size()) return std::nullopt;
  smaller.origin = Origin::Derived;
  smaller.parent = variant.id;
  smaller.generation = variant.generation;
  return smaller;
}

} // namespace gevo
