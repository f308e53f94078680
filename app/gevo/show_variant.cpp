#include "app/gevo/show_variant.h"

#include "app/gevo/originals.h"
#include "app/gevo/output.h"
#include "app/gevo/show_interactions.h"
#include "core/edit/edit_text.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/patch_summary.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/inspection/pool_variant_worker.h"
#include "core/report/exporter.h"
#include "core/report/interactions_picture.h"
#include "core/values/test_runtimes.h"
#include "core/values/variant_texts.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

std::string locationText(const std::vector<SourcePosition>& chain) { return chain.empty() ? unknownFigure : formatLocation(chain); }

nlohmann::json locationJson(const std::vector<SourcePosition>& chain) {
  nlohmann::json positions = nlohmann::json::array();
  for (const SourcePosition& position : chain)
    positions.push_back({{"file", position.file}, {"line", position.line}, {"column", position.column}, {"function", position.function}});
  return positions;
}

/// "12.3 %"; of an edit without which the tests fail: "needed".
std::string shareText(const std::vector<double>& shares, std::size_t edit) {
  if (shares.empty()) return {};
  return std::isfinite(shares[edit]) ? formatPercent(shares[edit]) : "needed";
}

/// Measured figures of the original and the variant.
struct Figures {
  Fitness original;
  CodeMetrics originalMetrics;
  CodeMetrics metrics;
  std::vector<KernelInfo> names;
  std::optional<SourcePatch> patch; ///< none was made
  std::vector<TestSpeedup> tests;   ///< empty: there is one
  const Interactions* interactions; ///< null: not known
};

nlohmann::json testsJson(const std::vector<TestSpeedup>& tests) {
  nlohmann::json list = nlohmann::json::array();
  for (const TestSpeedup& test : tests)
    list.push_back({{"role", roleName(test.role)},
                    {"arguments", test.arguments},
                    {"original_us", test.original},
                    {"runtime_us", test.variant},
                    {"speedup", test.speedup()}});
  return list;
}

void printTests(const std::vector<TestSpeedup>& tests) {
  if (tests.size() < 2) return;
  Table table({"", "arguments", ">original", ">variant", ">speedup"});
  for (const TestSpeedup& test : tests)
    table.add(
        {roleName(test.role), test.arguments, formatRuntime(test.original), formatRuntime(test.variant), formatSpeedup(test.speedup())});
  fmt::print("\n{}", table.text());
  if (const std::string warning = slowerSomewhere(tests); !warning.empty()) fmt::print("\nwarning: {}\n", warning);
}

/// Null where none was made.
nlohmann::json patchJson(const std::optional<SourcePatch>& patch) {
  if (!patch) return {};
  return {{"state", patchStateName(patch->state)},
          {"reason", patch->reason},
          {"original_us", patch->originalRuntime},
          {"variant_us", patch->variantRuntime},
          {"patched_us", patch->patchedRuntime > 0 ? nlohmann::json(patch->patchedRuntime) : nlohmann::json()},
          {"share_of_gain", patch->shareOfGain()},
          {"changes", patch->changes}};
}

nlohmann::json kernelsJson(const CodeMetrics& metrics) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelResources& kernel : metrics.kernels)
    kernels.push_back({{"name", kernel.kernel},
                       {"registers", kernel.registers},
                       {"spill_stores", kernel.spillStores},
                       {"spill_loads", kernel.spillLoads},
                       {"shared_bytes", kernel.shared}});
  return kernels;
}

/// Null where nothing was measured.
nlohmann::json measuredJson(const CodeMetrics& metrics, double runtime) {
  if (metrics.repeats == 0) return {};
  if (!hasInterval(metrics)) return {{"repeats", metrics.repeats}};
  const double half = halfInterval(metrics) * runtime;
  return {{"repeats", metrics.repeats}, {"relative_error", metrics.relativeError}, {"interval_us", {runtime - half, runtime + half}}};
}

/// Null where it was not measured.
nlohmann::json energyJson(const CodeMetrics& metrics, const Fitness& fitness, const Fitness& original) {
  if (!fitness.hasEnergy()) return {};
  const double half = 1.96 * metrics.energyError * fitness.energy;
  return {{"energy_mj", fitness.energy},
          {"original_mj", original.hasEnergy() ? nlohmann::json(original.energy) : nlohmann::json()},
          {"pairs", metrics.energyPairs},
          {"relative_error", metrics.energyError},
          {"interval_mj", {fitness.energy - half, fitness.energy + half}}};
}

/// "energy 3.21 mJ ± 0.8 % (95 %, 6 pairs), 91.2 % of the original's 3.52 mJ"
std::string energyText(const CodeMetrics& metrics, const Fitness& fitness, const Fitness& original) {
  if (!fitness.hasEnergy()) return "energy not measured: other variants are better in all that was measured";
  std::string text = fmt::format("energy {} {} (95 %, {})", formatEnergy(fitness.energy), formatInterval(1.96 * metrics.energyError),
                                 formatCounted(metrics.energyPairs, "pair"));
  if (original.hasEnergy() && !(original == fitness))
    text += fmt::format(", {} of the original's {}", formatPercent(fitness.energy / original.energy), formatEnergy(original.energy));
  return text;
}

/// " ± 0.8 % (95 %, 23 pairs)"
std::string measuredText(const CodeMetrics& metrics) {
  if (metrics.repeats == 0) return {};
  if (!hasInterval(metrics)) return fmt::format(" ({})", formatCounted(metrics.repeats, "measurement"));
  return fmt::format(" {} (95 %, {})", formatInterval(halfInterval(metrics)), formatCounted(metrics.repeats, "pair"));
}

std::string besideOriginal(std::uint64_t own, const KernelResources* original, std::uint64_t KernelResources::*figure) {
  if (original == nullptr || original->*figure == own) return formatCount(own);
  return fmt::format("{} (was {})", formatCount(own), formatCount(original->*figure));
}

void printKernels(const Figures& figures) {
  if (figures.metrics.kernels.empty()) return;
  Table table({"kernel", ">registers", ">bytes spilled", ">and loaded", ">shared memory"});
  for (const KernelResources& kernel : figures.metrics.kernels) {
    const auto before = std::ranges::find(figures.originalMetrics.kernels, kernel.kernel, &KernelResources::kernel);
    const KernelResources* original = before != figures.originalMetrics.kernels.end() ? &*before : nullptr;
    const auto known = std::ranges::find(figures.names, kernel.kernel, &KernelInfo::name);
    std::string registers = std::to_string(kernel.registers);
    if (original != nullptr && original->registers != kernel.registers) registers += fmt::format(" (was {})", original->registers);
    table.add({known != figures.names.end() ? known->shownName : kernel.kernel, std::move(registers),
               besideOriginal(kernel.spillStores, original, &KernelResources::spillStores),
               besideOriginal(kernel.spillLoads, original, &KernelResources::spillLoads),
               besideOriginal(kernel.shared, original, &KernelResources::shared)});
  }
  fmt::print("\n{}", table.text());
}

nlohmann::json consequencesJson(const std::vector<Consequence>& consequences) {
  nlohmann::json list = nlohmann::json::array();
  for (const Consequence& one : consequences)
    list.push_back({{"edit", one.edit}, {"where", locationJson(one.at)}, {"kernel", one.kernel}, {"words", one.text}});
  return list;
}

void printJson(const ChosenVariant& chosen, const VariantTexts& inspected, const Figures& figures, const std::vector<double>& shares) {
  const Individual& variant = chosen.variant;
  nlohmann::json edits = nlohmann::json::array();
  for (std::size_t i = 0; i < variant.edits.size(); ++i) {
    const EditDescription& edit = inspected.edits[i];
    edits.push_back({{"edit", editLine(variant.edits[i])},
                     {"words", edit.text},
                     {"meaning", edit.meaning},
                     {"active", edit.active},
                     {"target", locationJson(edit.target)},
                     {"other", locationJson(edit.other)}});
    if (shares.empty()) continue;
    edits.back()["share"] = std::isfinite(shares[i]) ? nlohmann::json(shares[i]) : nlohmann::json();
    edits.back()["needed"] = !std::isfinite(shares[i]);
  }
  nlohmann::json all{{"id", variant.id},
                     {"name", variantName(variant.id)},
                     {"generation", variant.generation},
                     {"origin", originName(variant.origin)},
                     {"parent", variant.parent},
                     {"valid", variant.result.valid()},
                     {"reason", reasonName(variant.result.reason)},
                     {"detail", variant.result.message},
                     {"device", chosen.run.device},
                     {"runtime_us", variant.result.fitness.runtime},
                     {"original_us", figures.original.runtime},
                     {"nvcc_us", std::isnan(chosen.run.nvccRuntime()) ? nlohmann::json() : nlohmann::json(chosen.run.nvccRuntime())},
                     {"speedup", chosen.run.fastestOriginal() / variant.result.fitness.runtime},
                     {"measured", measuredJson(figures.metrics, variant.result.fitness.runtime)},
                     {"energy", energyJson(figures.metrics, variant.result.fitness, figures.original)},
                     {"kernels", kernelsJson(figures.metrics)},
                     {"original_kernels", kernelsJson(figures.originalMetrics)},
                     {"error", variant.result.fitness.error},
                     {"code", toHex(variant.result.code)},
                     {"tests", testsJson(figures.tests)},
                     {"patch", patchJson(figures.patch)},
                     {"edits", edits},
                     {"consequences", consequencesJson(inspected.consequences)}};
  if (figures.interactions != nullptr) all["interactions"] = interactionsJson(*figures.interactions);
  fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void printText(const ChosenVariant& chosen, const VariantTexts& inspected, const Figures& figures, const std::vector<double>& shares) {
  const Individual& variant = chosen.variant;
  const Fitness& fitness = variant.result.fitness;
  if (variant.result.valid())
    fmt::print("variant {}: {}{} on the {}, {} of the original's {}, error {}\n", variantName(variant.id), formatRuntime(fitness.runtime),
               measuredText(figures.metrics), chosen.run.device, formatSpeedup(chosen.run.fastestOriginal() / fitness.runtime),
               formatRuntime(chosen.run.fastestOriginal()), formatError(fitness.error, chosen.run.settings.evaluation.metric));
  else
    fmt::print("variant {}: rejected, {}: {}\n", variantName(variant.id), reasonName(variant.result.reason), variant.result.message);
  if (variant.result.valid() && !variant.result.message.empty()) fmt::print("{}\n", variant.result.message);
  if (variant.result.valid() && measuresEnergy(chosen.run.settings.evaluation))
    fmt::print("{}\n", energyText(figures.metrics, fitness, figures.original));
  if (const std::string originals = originalsText(chosen.run); !originals.empty()) fmt::print("{}\n", originals);
  fmt::print("generation {}, {}, {}\n", variant.generation, originName(variant.origin), formatCounted(variant.edits.size(), "edit"));
  if (figures.patch) fmt::print("CUDA patch: {}\n", patchSummary(*figures.patch));
  printTests(figures.tests);
  printKernels(figures);
  if (variant.edits.empty()) return;
  Table table({shares.empty() ? "" : ">share", "edit", "where", "what it amounts to"});
  for (std::size_t i = 0; i < inspected.edits.size(); ++i) {
    const EditDescription& edit = inspected.edits[i];
    table.add({edit.active ? shareText(shares, i) : "inactive", edit.text, locationText(edit.target), edit.meaning});
  }
  fmt::print("\n{}", table.text());
  if (figures.interactions != nullptr) fmt::print("{}", interactionsText(*figures.interactions, inspected.edits));
  if (inspected.consequences.empty()) return;
  Table consequences({"where", "what the code does differently"});
  for (const Consequence& one : inspected.consequences)
    consequences.add({locationText(one.at), one.kernel.empty() ? one.text : fmt::format("in {}: {}", one.kernel, one.text)});
  fmt::print("\n{}", consequences.text());
}

Result<void> writePicture(const ChosenVariant& chosen, const Interactions& interactions, const VariantTexts& inspected,
                          const std::string& path) {
  std::vector<std::string> edits;
  for (const EditDescription& edit : inspected.edits) edits.push_back(edit.text);
  GEVO_TRY_ASSIGN(const std::string picture, report::interactionsSvg(interactions, edits));
  return report::writeExport(path, picture, chosen.store->path());
}

} // namespace

Result<void> showVariant(const ChosenVariant& chosen, bool json, const std::vector<double>& shares, const Interactions* interactions,
                         const std::string& svg) {
  GEVO_TRY_ASSIGN(Individual original, chosen.store->individual(chosen.run.id, 0));
  GEVO_TRY_ASSIGN(VariantTexts inspected,
                  makeViewWorker(*chosen.store, chosen.run.settings.evaluation)->texts(chosen.variant.edits, false));
  if (inspected.edits.size() != chosen.variant.edits.size()) return fail("the worker described another variant; try again");
  GEVO_TRY_ASSIGN(const Project project, chosen.store->project());
  GEVO_TRY_ASSIGN(std::optional<SourcePatch> patch, chosen.store->patch(chosen.run.id, chosen.variant.id));
  const CodeMetrics& metrics = chosen.variant.result.metrics;
  const Figures figures{original.result.fitness,
                        original.result.metrics,
                        metrics,
                        project.kernels,
                        std::move(patch),
                        testSpeedups(project.tests, original.result.metrics.testRuntimes, metrics.testRuntimes),
                        interactions};
  (json ? printJson : printText)(chosen, inspected, figures, shares);
  if (interactions != nullptr && !svg.empty()) return writePicture(chosen, *interactions, inspected, svg);
  return {};
}

} // namespace gevo
