#include "app/gevo/show_variant.h"

#include "app/gevo/output.h"
#include "core/edit/edit_text.h"

#include <nlohmann/json.hpp>

namespace gevo {

namespace {

/// "hotspot.cu:61", with the chain of inlined calls: "helper.h:4 in hotspot.cu:61".
std::string placeText(const std::vector<SourcePosition>& chain) {
  std::string text;
  for (const SourcePosition& position : chain) text += (text.empty() ? "" : " in ") + fmt::format("{}:{}", position.file, position.line);
  return text.empty() ? "-" : text;
}

nlohmann::json placeJson(const std::vector<SourcePosition>& chain) {
  nlohmann::json places = nlohmann::json::array();
  for (const SourcePosition& position : chain)
    places.push_back({{"file", position.file}, {"line", position.line}, {"column", position.column}, {"function", position.function}});
  return places;
}

std::string editLine(const Edit& edit) {
  std::string text = printEdit(edit);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void printJson(const ChosenVariant& chosen, const InspectReply& inspected, double original) {
  const Individual& variant = chosen.variant;
  nlohmann::json edits = nlohmann::json::array();
  for (std::size_t i = 0; i < variant.edits.size(); ++i) {
    const EditDescription& edit = inspected.edits[i];
    edits.push_back({{"edit", editLine(variant.edits[i])},
                     {"words", edit.words},
                     {"active", edit.active},
                     {"target", placeJson(edit.target)},
                     {"other", placeJson(edit.other)}});
  }
  fmt::print("{}\n", nlohmann::json{{"id", variant.id},
                                    {"name", variantName(variant.id)},
                                    {"generation", variant.generation},
                                    {"origin", originName(variant.origin)},
                                    {"valid", variant.outcome.valid()},
                                    {"reason", reasonName(variant.outcome.reason)},
                                    {"detail", variant.outcome.detail},
                                    {"device", chosen.run.device},
                                    {"runtime_us", variant.outcome.fitness.runtime},
                                    {"original_us", original},
                                    {"error", variant.outcome.fitness.error},
                                    {"code", toHex(variant.outcome.code)},
                                    {"edits", edits}}
                         .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void printText(const ChosenVariant& chosen, const InspectReply& inspected, double original) {
  const Individual& variant = chosen.variant;
  const Fitness& fitness = variant.outcome.fitness;
  if (variant.outcome.valid())
    fmt::print("variant {}: {} on the {}, {} of the original's {}, error {}\n", variantName(variant.id),
               formatMicroseconds(fitness.runtime), chosen.run.device, formatSpeedup(original, fitness.runtime),
               formatMicroseconds(original), formatError(fitness.error, chosen.run.settings.evaluation.metric));
  else
    fmt::print("variant {}: rejected, {}: {}\n", variantName(variant.id), reasonName(variant.outcome.reason), variant.outcome.detail);
  fmt::print("generation {}, {}, {}\n", variant.generation, originName(variant.origin), counted(variant.edits.size(), "edit"));
  if (variant.edits.empty()) return;
  Table table({"", "edit", "where"});
  for (const EditDescription& edit : inspected.edits) table.add({edit.active ? "" : "inactive", edit.words, placeText(edit.target)});
  fmt::print("\n{}", table.text());
}

} // namespace

Result<void> showVariant(const ChosenVariant& chosen, bool json) {
  Result<Individual> original = chosen.store->individual(chosen.run.id, 0);
  if (!original) return std::unexpected(original.error());
  Result<std::unique_ptr<WorkerPool>> worker = startViewWorker(*chosen.store, chosen.run.settings.evaluation);
  if (!worker) return std::unexpected(worker.error());
  Result<InspectReply> inspected = (*worker)->call(InspectRequest{chosen.variant.edits});
  if (!inspected) return std::unexpected(inspected.error());
  if (inspected->edits.size() != chosen.variant.edits.size()) return fail("the worker described another variant; try again");
  (json ? printJson : printText)(chosen, *inspected, original->outcome.fitness.runtime);
  return {};
}

} // namespace gevo
