#include "core/report/subject.h"

#include "core/format/error_figure.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"

#include <cmath>

namespace gevo::report {

Result<Subject> readSubject(const Store& store, std::shared_ptr<const Project> project, RunInfo run, std::int64_t variant) {
  Result<Individual> original = store.individual(run.id, 0);
  GEVO_TRY(original);
  GEVO_TRY_ASSIGN(Individual chosen, variant == 0 ? original : store.individual(run.id, variant));
  GEVO_TRY_ASSIGN(std::vector<ValidationRow> validations, store.validations(run.id));
  std::erase_if(validations, [&](const ValidationRow& row) { return row.variant != variant; });
  GEVO_TRY_ASSIGN(std::optional<SourcePatch> patch, store.patch(run.id, variant));
  return Subject{store.path(),      std::move(project),     std::move(run),  std::move(*original),
                 std::move(chosen), std::move(validations), std::move(patch)};
}

bool isProven(const Subject& subject) { return subject.patch && subject.patch->state != PatchState::Illustration; }

double fastestOriginal(const Subject& subject) {
  return std::fmin(subject.original.result.fitness.runtime, subject.run.nvccRuntime()); // fmin ignores NaN
}

std::string titleOf(const Subject& subject) {
  const std::string name = oneLine(subject.project->name);
  return subject.isOriginal() ? fmt::format("the original of {}", name)
                              : fmt::format("variant {} of {}", variantName(subject.variant.id), name);
}

std::string resultSummary(const Subject& subject) {
  const EvaluationResult& outcome = subject.variant.result;
  if (subject.isOriginal()) return fmt::format("{} on the {}", formatRuntime(outcome.fitness.runtime), oneLine(subject.run.device));
  if (!outcome.valid()) return fmt::format("rejected, {}: {}", reasonName(outcome.reason), oneLine(outcome.message));
  const double before = fastestOriginal(subject);
  const char* whose = before < subject.original.result.fitness.runtime ? " by nvcc" : "";
  return fmt::format("{} as fast as the original{} ({} against {}) on the {}, error {}", formatSpeedup(before / outcome.fitness.runtime),
                     whose, formatRuntime(outcome.fitness.runtime), formatRuntime(before), oneLine(subject.run.device),
                     formatError(outcome.fitness.error, subject.run.settings.evaluation.metric));
}

} // namespace gevo::report
