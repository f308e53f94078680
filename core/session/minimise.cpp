#include "core/session/minimise.h"

#include "core/run/try_result.h"
#include "core/session/evaluation.h"

#include <algorithm>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds glance{100};

/// Evaluates subsets of a variant's edits, on a worker of its own.
class Evaluator {
public:
  static Result<Evaluator> start(const Store& store, const RunInfo& run, const Individual& variant, const ValidationSettings& settings);

  Result<TryReply> evaluate(const EditList& edits, const std::string& doing);
  const Fitness& original() const { return original_; }

private:
  Evaluator(const ValidationSettings& settings, std::string name) : settings_(settings), name_(std::move(name)) {}

  const ValidationSettings& settings_;
  std::string name_;
  Fitness original_;
  std::unique_ptr<WorkerPool> pool_;
};

Result<Evaluator> Evaluator::start(const Store& store, const RunInfo& run, const Individual& variant, const ValidationSettings& settings) {
  Evaluator evaluator(settings, variantName(variant.id));
  const Result<Individual> original = store.individual(run.id, 0);
  if (!original) return std::unexpected(original.error());
  evaluator.original_ = original->outcome.fitness;
  Result<Project> project = store.project();
  if (!project) return std::unexpected(project.error());
  const Result<std::string> folder = liveFolder(store, *project);
  if (!folder) return std::unexpected(folder.error());
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  if (const Result<void> fitted = fitEvaluation(pool, *project, run.settings.evaluation); !fitted) return std::unexpected(fitted.error());
  const LoadRequest load{withoutHeldOutTests(std::move(*project)), run.settings.evaluation, true, Targeting::Uniform, *folder};
  Result<std::unique_ptr<WorkerPool>> started = WorkerPool::start(pool, wire::encode(load));
  if (!started) return std::unexpected(started.error());
  evaluator.pool_ = std::move(*started);
  return evaluator;
}

Result<TryReply> Evaluator::evaluate(const EditList& edits, const std::string& doing) {
  TryRequest request;
  request.edits = edits;
  std::optional<JobResult> result;
  pool_->submit(RequestKind::Try, wire::encode(request), [&](JobResult given) { result = std::move(given); });
  while (!result && !settings_.cancel.stop_requested()) {
    if (settings_.progress) settings_.progress(fmt::format("minimising variant {}, {}", name_, doing));
    pool_->wait(glance);
  }
  if (result) return replyToTry(std::move(request), *result, original_);
  pool_->abandon(); // `done` refers to this frame
  return fail("minimising variant {} was cancelled", name_);
}

EditList chosen(const EditList& edits, const Minimiser::Subset& subset) {
  EditList some;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (subset[i]) some.push_back(edits[i]);
  return some;
}

Result<std::optional<Individual>> minimise(Evaluator& evaluator, const Individual& variant) {
  const EditList edits = activeEdits(variant);
  const Fitness& whole = variant.outcome.fitness;
  Minimiser minimiser(edits.size(), whole, mostLossOf(evaluator.original().runtime, whole.runtime));
  Individual smaller;
  while (const std::optional<Minimiser::Subset> subset = minimiser.next()) {
    Result<TryReply> reply =
        evaluator.evaluate(chosen(edits, *subset), fmt::format("{} of {} edits are left", minimiser.keptCount(), edits.size()));
    if (!reply) return std::unexpected(reply.error());
    minimiser.take(reply->outcome, evaluator.original());
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

} // namespace

double mostLossOf(double originalRuntime, double runtime) { return std::clamp((originalRuntime / runtime - 1) / 10, 0.0, 0.01); }

Result<std::optional<Individual>> minimised(const Store& store, const RunInfo& run, const Individual& variant,
                                            const ValidationSettings& settings) {
  if (activeEditCount(variant) < 2) return std::nullopt;
  Result<Evaluator> evaluator = Evaluator::start(store, run, variant, settings);
  if (!evaluator) return std::unexpected(evaluator.error());
  return minimise(*evaluator, variant);
}

Result<Analysis> analyse(const Store& store, const RunInfo& run, const Individual& variant, const ValidationSettings& settings) {
  Result<Evaluator> evaluator = Evaluator::start(store, run, variant, settings);
  if (!evaluator) return std::unexpected(evaluator.error());
  Result<std::optional<Individual>> smaller = minimise(*evaluator, variant);
  if (!smaller) return std::unexpected(smaller.error());
  Analysis analysis;
  analysis.smaller = smaller->has_value();
  analysis.variant = analysis.smaller ? std::move(**smaller) : variant;
  if (!analysis.smaller) {
    analysis.variant.edits = activeEdits(variant);
    analysis.variant.active.assign(analysis.variant.edits.size(), true);
  }
  const EditList& edits = analysis.variant.edits;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Minimiser::Subset others(edits.size(), true);
    others[i] = false;
    const Result<TryReply> reply = evaluator->evaluate(chosen(edits, others), fmt::format("share of edit {} of {}", i + 1, edits.size()));
    if (!reply) return std::unexpected(reply.error());
    const bool same = reply->outcome.reason == Reason::NoOp;
    const double without = same ? evaluator->original().runtime : reply->outcome.fitness.runtime;
    analysis.shares.push_back(same || reply->outcome.valid() ? without / analysis.variant.outcome.fitness.runtime - 1
                                                             : std::numeric_limits<double>::infinity());
  }
  return analysis;
}

} // namespace gevo
