#include "ui/service/run_news.h"

#include "ui/text/format.h"

#include <utility>

namespace gevo::ui {
namespace {

constexpr double noteworthy = 0.995; ///< of the best so far
/// Several times the interval at which the file is read.
constexpr std::chrono::milliseconds followersDelay{1500};

/// `row` where it is clearly faster than what was known. What the first update has is not news; where that is nothing, the original is
/// known.
const VariantRow* better(const VariantRow* row, double& known, double original) {
  const double runtime = row ? row->runtime : original;
  if (known > 0 && runtime >= known * noteworthy) return nullptr;
  return std::exchange(known, runtime) > 0 ? row : nullptr;
}

} // namespace

RunNews::RunNews(const RunModel& model, const RunController& controller, QObject* parent)
    : QObject(parent), model_(model), controller_(controller) {
  connect(&model, &RunModel::wasReset, this, [this] {
    exact_ = within_ = 0;
    if (!model_.hasRun()) going_ = controller_.busy(); // another file, or another run of it
  });
  connect(&model, &RunModel::validationsChanged, this, &RunNews::watchBest); // with every update
  // The last data of the file arrive through the follower, shortly after the run of this process ended; each of its updates has
  // validations.
  connect(&model, &RunModel::validationsChanged, this, &RunNews::watchEnd);
  settle_.setSingleShot(true);
  settle_.setInterval(followersDelay);
  connect(&settle_, &QTimer::timeout, this, &RunNews::watchEnd); // if the follower had seen the end before
  connect(&controller, &RunController::stateChanged, this, [this] { controller_.busy() ? watchEnd() : settle_.start(); });
}

/// A process that writes the file drives its latest run.
bool RunNews::live() const {
  const bool latest = model_.runs().empty() || model_.runs().back().info.id == model_.run().id;
  return controller_.busy() || (model_.writerAlive() && latest);
}

void RunNews::watchBest() {
  const EvaluationSettings& settings = model_.run().settings.evaluation;
  const double original = model_.run().fastestOriginal();
  const VariantRow* best = better(model_.best(0), exact_, original);
  if (settings.mode == Mode::TradeOff)
    if (const VariantRow* within = better(model_.best(settings.tolerance), within_, original)) best = within;
  if (!best || !live()) return;
  const QString message = tr("new best: %1, %2").arg(variantTitle(best->id), speedupText(model_.speedup(*best)));
  emit bestFound(best->error == 0 ? message : tr("%1, error %2").arg(message, errorText(settings.metric, best->error)));
}

void RunNews::watchEnd() {
  if (live()) going_ = true;
  if (live() || !going_ || !model_.hasRun()) return;
  going_ = false;
  const VariantRow* best = finding();
  emit ended(endMessage(best), best ? best->id : -1);
}

const VariantRow* RunNews::finding() const {
  const EvaluationSettings& settings = model_.run().settings.evaluation;
  const auto faster = [&](const VariantRow* row) { return row && row->id != 0 && model_.speedup(*row) > 1; };
  const VariantRow* best = model_.variant(model_.suggestion());
  if (!faster(best) && settings.mode == Mode::TradeOff) best = model_.best(settings.tolerance);
  return faster(best) ? best : nullptr;
}

QString RunNews::endMessage(const VariantRow* best) const {
  const EvaluationSettings& settings = model_.run().settings.evaluation;
  const QString beginning = tr("The run ended after %1: ").arg(countedText(model_.evaluations(), tr("evaluation"), tr("evaluations")));
  if (!best && model_.generations().empty())
    return beginning + tr("its first generation was not complete. Resume it, or start one with a smaller population.");
  if (!best) return beginning + tr("nothing is faster than the original.");
  const QString finding = tr("%1 is %2 as fast as the original").arg(variantTitle(best->id), speedupText(model_.speedup(*best)));
  const QString error = best->error == 0 ? QString() : tr(" with an error of %1").arg(errorText(settings.metric, best->error));
  const ValidationRow* row = model_.validation(best->id);
  const QString ending = !row ? tr(".") : row->passed ? tr(" and passes the held-out tests.") : tr(", but fails a held-out test.");
  return beginning + finding + error + ending;
}

} // namespace gevo::ui
