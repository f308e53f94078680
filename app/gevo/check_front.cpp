#include "app/gevo/check_front.h"

#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/validation/validation.h"

#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct CheckedMember {
  VariantRow variant;
  ValidationRow validation;
};

/// What another process is writing is checked too, and not kept.
Result<std::unique_ptr<Store>> openStore(const std::string& file, bool& isKept) {
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  isKept = store.has_value();
  if (isKept) return store;
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> read, Store::open(file, Store::Access::Read));
  fmt::print(stderr, "gevo: the results are not saved in the file: {}\n", store.error().message);
  return read;
}

/// Those that were validated before as they are stored; `members` holds what is known where it ends early.
Result<void> validateFront(Store& store, const RunInfo& run, bool isKept, std::vector<CheckedMember>& members) {
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(run.id));
  std::erase_if(front, [](const VariantRow& row) { return row.id == 0; });
  if (front.empty()) return fail("no variant of run {} is better than the original in anything, so there is nothing to check", run.id);
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(double(members.size()) / double(front.size()), doing); };
  Validator validator(store, run, std::move(settings));
  for (const VariantRow& variant : front) {
    GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store.validations(run.id));
    if (const ValidationRow* const known = validationOf(rows, variant.id)) {
      members.push_back({variant, *known});
      continue;
    }
    GEVO_TRY_ASSIGN(const Individual individual, store.individual(run.id, variant.id));
    GEVO_TRY_ASSIGN(const ValidationResult validation, validator.validate(individual, HeldOutChoice::Known));
    if (isKept) GEVO_TRY(keepValidation(store, run.id, validation));
    members.push_back({variant, validation.row});
  }
  bar.clear();
  for (const std::string& note : validator.notes()) fmt::print(stderr, "gevo: {}\n", note);
  return {};
}

void printText(const RunInfo& run, const std::vector<CheckedMember>& members) {
  const Metric metric = run.settings.evaluation.metric;
  Table table({">variant", ">runtime", ">error", ">edits", "held-out", ">error", ">speedup"});
  for (const auto& [variant, validation] : members)
    table.add({std::to_string(variant.id), formatRuntime(variant.runtime), formatError(variant.error, metric),
               std::to_string(variant.edits - variant.inactive), validation.passed ? "passed" : "failed",
               validation.passed ? formatError(validation.error, metric) : unknownFigure,
               validation.passed ? formatSpeedup(validation.originalRuntime / validation.runtime) : unknownFigure});
  fmt::print("{}", table.text());
  for (const auto& [variant, validation] : members)
    if (!validation.passed) fmt::print("variant {} failed: {}\n", variant.id, validation.message);
}

void printJson(const std::vector<CheckedMember>& members) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [variant, validation] : members)
    rows.push_back({{"variant", variant.id},
                    {"runtime_us", variant.runtime},
                    {"error", variant.error},
                    {"edits", variant.edits - variant.inactive},
                    {"passed", validation.passed},
                    {"sentence", validation.message},
                    {"held_out", validation.arguments},
                    {"held_out_error", validation.error},
                    {"held_out_original_us", validation.originalRuntime},
                    {"held_out_runtime_us", validation.runtime}});
  fmt::print("{}\n", rows.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace

Result<bool> checkFront(const CheckFrontOptions& options) {
  bool isKept = false;
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, openStore(options.file, isKept));
  GEVO_TRY_ASSIGN(const RunInfo run, chooseRun(*store, options.run));
  std::vector<CheckedMember> members;
  const Result<void> validated = validateFront(*store, run, isKept, members);
  if (!validated && members.empty()) return std::unexpected(validated.error());
  options.json ? printJson(members) : printText(run, members);
  GEVO_TRY(validated);
  const auto passed = std::ranges::count_if(members, [](const CheckedMember& member) { return member.validation.passed; });
  if (!options.json) fmt::print("{} of {} passed\n", passed, formatCounted(members.size(), "variant"));
  return passed == std::ssize(members);
}

} // namespace gevo
