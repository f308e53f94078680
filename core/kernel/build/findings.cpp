#include "core/kernel/build/findings.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo::program {

namespace {

const char* reasonOf(const HostDecisions& found) {
  if (!found.repeats) return "launches follow, and the program does not do the same twice, so that nobody knows what it decides by";
  if (!found.triedAll) return "launches follow, and there was no time to try what each of them changes";
  return "the program launches or copies something else if they hold something else";
}

} // namespace

std::vector<std::string> findingsOf(const ReplayReport& original) {
  std::vector<std::string> findings;
  for (const sim::Race& race : original.races)
    if (!race.isExchange || race.sameWarp)
      findings.push_back(fmt::format("the original has a race, so variants may have it too: {}", race.message()));
  for (const sim::UndefinedRead& read : original.undefinedReads)
    findings.push_back(fmt::format("the original does {}, which gives zero, and variants may do it too; {}", read.message(),
                                   read.source == sim::UndefinedSource::Outside
                                       ? "check the index before the load"
                                       : "write these bytes first, or check the condition before the load"));
  for (const sim::UndefinedValue& value : original.undefined)
    findings.push_back(fmt::format("the original uses an undefined value, so variants may use it too: {}", value.message()));
  return findings;
}

std::vector<std::string> dependenceOf(const Trace& trace, const std::string& arguments, sim::Simulator& simulator, const sim::Model& model,
                                      const std::vector<OutputInfo>& outputs) {
  EvaluationSettings settings;
  settings.mode = Mode::Exact;
  std::vector<std::string> findings;
  for (const std::uint8_t byte : otherUndefinedBytes) {
    const ReplayReport report = replayWithUndefined(byte, trace, simulator, model, outputs, settings);
    if (!report.valid())
      findings.push_back(fmt::format("with other values of undefined bytes, the original fails in test \"{}\" ({}: {}), so that variants "
                                     "are not checked with them; write these bytes first",
                                     arguments, reasonName(report.reason), report.message));
    for (std::size_t i = 0; i < std::min(report.spread.size(), outputs.size()); ++i)
      if (report.spread[i] > 0)
        findings.push_back(fmt::format(
            "output {} depends on undefined bytes, so that variants may change what does: write these bytes first", outputs[i].name));
  }
  return findings;
}

std::string decisionNote(const HostDecisions& found, std::size_t marked, std::size_t copies, const std::vector<OutputInfo>& outputs) {
  if (found.outputs.empty())
    return fmt::format("host decisions: 0 of {} copies to the host; the program launches the same whatever they hold", copies);
  std::vector<std::string> names;
  for (const std::uint32_t output : found.outputs) names.push_back(outputs[output].name);
  return fmt::format(
      "host decisions: {} of {} copies to the host, those of {}, which must stay exact: {}; give --output NAME for what it only reports",
      marked, copies, fmt::join(names, ", "), reasonOf(found));
}

} // namespace gevo::program
