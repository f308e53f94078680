#include "app/gevo/progress_bar.h"
#include "app/gevo/show_views.h"
#include "core/edit/edit_text.h"
#include "core/format/error_figure.h"
#include "core/format/heat_text.h"
#include "core/format/number.h"
#include "core/format/source_code.h"
#include "core/near_misses/find_near_misses.h"
#include "core/values/individual.h"

#include <cmath>

namespace gevo {

namespace {

std::string baseText(const NearMisses& found) {
  return found.base == 0 ? std::string("the original") : "variant " + variantName(found.base);
}

/// With the parameters of the best variant.
std::string originalText(const NearMisses& found) {
  return "the original" + (found.configuration.empty() ? std::string() : " with " + printConfiguration(found.configuration));
}

/// "delete barrier, operand `a` becomes `b`"
std::string wordsOf(const NearMiss& miss) {
  std::string words;
  for (const EditDescription& edit : miss.words) words += (words.empty() ? "" : ", ") + edit.text;
  return words.empty() ? formatCounted(miss.edits.size(), "edit") : words;
}

nlohmann::json placeJson(const CodeLine& at) {
  return at.file.empty() ? nlohmann::json() : nlohmann::json{{"file", at.file}, {"line", at.line}};
}

nlohmann::json faultsJson(const TolerantRun& run) {
  nlohmann::json faults = nlohmann::json::array();
  for (const ToleratedFault& fault : run.faults) {
    nlohmann::json one{
        {"reason", reasonName(fault.reason)}, {"sentence", fault.message}, {"at", placeJson(fault.at)}, {"times", fault.times}};
    if (fault.reason == Reason::OutOfBounds)
      one["outside"] = {{"store", fault.isStore},
                        {"bytes_before", fault.before},
                        {"bytes_past", fault.past},
                        {"allocation_bytes", fault.allocation},
                        {"access_bytes", fault.access}};
    faults.push_back(std::move(one));
  }
  return faults;
}

nlohmann::json missJson(const NearMiss& miss) {
  nlohmann::json edits = nlohmann::json::array();
  for (std::size_t i = 0; i < miss.edits.size(); ++i)
    edits.push_back({{"edit", editLine(miss.edits[i])}, {"words", i < miss.words.size() ? miss.words[i].text : std::string()}});
  const bool isWrong = miss.run.results != Reason::None;
  return {{"edits", edits},
          {"sentence", miss.message},
          {"estimated_gain", miss.gain},
          {"estimated_gain_of_original", miss.ofOriginal ? nlohmann::json(*miss.ofOriginal) : nlohmann::json()},
          {"error", miss.run.error},
          {"results_pass", !isWrong},
          {"needs_zeros", miss.run.needsZeros},
          {"faults", faultsJson(miss.run)},
          {"variants", miss.variants},
          {"advice", miss.advice},
          {"cuda", miss.cuda.diff.empty() ? nlohmann::json() : nlohmann::json(miss.cuda.diff)},
          {"changes", miss.cuda.changes}};
}

nlohmann::json json(const NearMisses& found) {
  nlohmann::json groups = nlohmann::json::array();
  for (const NearMissGroup& group : found.groups) {
    nlohmann::json misses = nlohmann::json::array();
    for (const NearMiss& miss : group.misses) misses.push_back(missJson(miss));
    groups.push_back({{"reason", reasonName(group.reason)},
                      {"at", placeJson(group.at)},
                      {"rejected", group.rejected},
                      {"estimated_gain", group.gain()},
                      {"near_misses", misses}});
  }
  nlohmann::json late = nlohmann::json::array();
  for (const LateFailure& one : found.late)
    late.push_back({{"variant", one.variant}, {"gain", one.gain}, {"sentence", one.message}, {"held_out", one.heldOut}});
  return {{"base", found.base},   {"rejected", found.rejected}, {"without_time", found.untimed}, {"different_edits", found.candidates},
          {"tried", found.tried}, {"groups", groups},           {"failed_later", late}};
}

Table table(const NearMisses& found) {
  Table table({"reason", "file", ">line", ">rejected", ">estimated_gain", ">gain_of_original", ">error", "edits", "advice"});
  for (const NearMissGroup& group : found.groups)
    for (const NearMiss& miss : group.misses)
      table.add({reasonName(group.reason), group.at.file, group.at.file.empty() ? "" : std::to_string(group.at.line),
                 std::to_string(miss.variants.size()), fmt::format("{:.6g}", miss.gain),
                 miss.ofOriginal ? fmt::format("{:.6g}", *miss.ofOriginal) : "", fmt::format("{:.6g}", miss.run.error), wordsOf(miss),
                 miss.advice});
  return table;
}

/// Lines of at most 100 columns, indented by two.
std::string wrapped(std::string_view text) {
  constexpr std::size_t most = 98;
  std::string all;
  while (!text.empty()) {
    std::size_t end = text.size() <= most ? text.size() : text.rfind(' ', most);
    if (end == std::string_view::npos || end == 0) end = std::min(text.find(' '), text.size());
    all += fmt::format("  {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

void printMiss(const NearMisses& found, const NearMiss& miss) {
  std::string head = fmt::format("{}: {} less time than {}", wordsOf(miss), formatPercent(miss.gain), baseText(found));
  if (found.base != 0 && miss.ofOriginal)
    head += fmt::format(", alone {} less than {}", formatPercent(*miss.ofOriginal), originalText(found));
  fmt::print("\n{}{}", wrapped(head), wrapped(miss.advice));
  const std::string example = variantName(miss.variants.front());
  fmt::print("{}", wrapped(miss.variants.size() == 1 ? fmt::format("Seen in one rejected evaluation, variant {}.", example)
                                                     : fmt::format("Seen in {} rejected evaluations, such as variant {}.",
                                                                   formatCount(miss.variants.size()), example)));
  if (miss.cuda.diff.empty()) return;
  fmt::print("  In CUDA, a change of {} that compiles to exactly this code:\n\n{}", originalText(found), miss.cuda.diff);
}

void printText(const Project& project, const RunInfo& run, const NearMisses& found) {
  fmt::print("{} of run {} were rejected for what they do; {} of these end in a way that leaves no time to tell\n",
             formatCounted(found.rejected, "evaluation"), run.id, formatCount(found.untimed));
  fmt::print("{} beside their parents'; {} tried on {}\n",
             formatCounted(found.candidates, "different addition of edits", "different additions of edits"), formatCount(found.tried),
             baseText(found));
  if (found.groups.empty() && found.late.empty()) {
    fmt::print("none of them would make it faster by 1 % or more and be nearly right\n");
    return;
  }
  if (!found.groups.empty())
    fmt::print("\nEach of these is wrong as it is. Gains are estimates: the {} went on past what rejects the edit.\n", run.device);
  for (const NearMissGroup& group : found.groups) {
    const std::string code = codeAt(project, group.at);
    fmt::print("\n{} at {}{}: {}, up to {} less time\n", reasonName(group.reason), heatPlace(group.at),
               code.empty() ? "" : fmt::format(" `{}`", code), formatCounted(group.rejected, "rejected evaluation"),
               formatPercent(group.gain()));
    for (const NearMiss& miss : group.misses) printMiss(found, miss);
  }
  if (!found.noCuda.empty()) fmt::print("\nNone is shown in CUDA: {}\n", found.noCuda);
  if (!found.late.empty()) fmt::print("\nThese passed all tests and are wrong on other inputs:\n");
  for (const LateFailure& one : found.late)
    fmt::print("  variant {}, {} less time than {}, fails {}: {}\n", variantName(one.variant), formatPercent(one.gain), baseText(found),
               one.heldOut ? "held-out tests" : "on an input that the run drew", one.message);
}

} // namespace

Result<void> showNearMisses(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  const Result<NearMisses> found = findNearMisses(store, run, {}, settings);
  bar.clear();
  GEVO_TRY(found);
  if (options.json || options.csv)
    printTable(options, table(*found), json(*found));
  else
    printText(project, run, *found);
  return {};
}

} // namespace gevo
