#include "core/report/manifest.h"

#include "core/edit/edit_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace gevo::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int formatVersion = 1;

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

std::string lineOf(const Edit& edit) {
  std::string line = printEdit(edit);
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

Json placesOf(const std::vector<SourcePosition>& chain) {
  Json places = Json::array();
  for (const SourcePosition& position : chain)
    places.push_back({{"file", position.file}, {"line", position.line}, {"column", position.column}, {"function", position.function}});
  return places;
}

Json launchesOf(const std::vector<TestLaunches>& tests, const std::string& kernel) {
  Json launches = Json::array();
  for (const TestLaunches& test : tests)
    for (const LaunchShape& shape : test.launches)
      if (shape.kernel == kernel)
        launches.push_back({{"test", roleName(test.role)},
                            {"arguments", test.arguments},
                            {"grid", shape.grid},
                            {"block", shape.block},
                            {"dynamic_shared_bytes", shape.dynamicShared},
                            {"launches", shape.count}});
  return launches;
}

Json kernelsOf(const Facts& facts) {
  Json kernels = Json::array();
  for (const KernelInfo& kernel : facts.subject.project->kernels)
    kernels.push_back({{"name", kernel.name},
                       {"shown", kernel.shownName},
                       {"differs", facts.replaced.contains(kernel.name)},
                       {"validated_launches", launchesOf(facts.launches, kernel.name)}});
  return kernels;
}

Json testsOf(const Facts& facts) {
  Json tests = Json::array();
  for (const TestReport& test : facts.tests) {
    const bool passed = test.result.valid();
    tests.push_back({{"role", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"passed", passed},
                     {"reason", passed ? Json() : Json(reasonName(test.result.reason))},
                     {"detail", passed ? Json() : Json(test.result.detail)},
                     {"original_us", numberOrNull(test.originalRuntime)},
                     {"runtime_us", passed ? numberOrNull(test.result.fitness.runtime) : Json()},
                     {"error", passed ? numberOrNull(test.result.fitness.error) : Json()},
                     {"races", test.races}});
  }
  return tests;
}

Json sizesOf(const Facts& facts) {
  Json sizes = Json::array();
  for (const TestLaunches& test : facts.launches)
    sizes.push_back({{"test", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"bytes_to_device", test.bytesToDevice},
                     {"bytes_to_host", test.bytesToHost}});
  return sizes;
}

Json heldOutOf(const Facts& facts) {
  Json results = Json::array();
  for (const HeldOutResult& result : facts.heldOut)
    results.push_back({{"arguments", result.verdict.arguments},
                       {"passed", result.verdict.passed},
                       {"sentence", result.verdict.sentence},
                       {"candidate", result.verdict.candidate},
                       {"others_judged_on_the_same", result.othersJudged},
                       {"original_us", numberOrNull(result.verdict.originalRuntime)},
                       {"runtime_us", numberOrNull(result.verdict.runtime)}});
  return results;
}

Json editsOf(const Facts& facts) {
  Json edits = Json::array();
  const EditList& list = facts.subject.variant.edits;
  for (std::size_t i = 0; i < list.size() && i < facts.texts.edits.size(); ++i) {
    const EditDescription& edit = facts.texts.edits[i];
    edits.push_back({{"edit", lineOf(list[i])},
                     {"words", edit.words},
                     {"active", edit.active},
                     {"said_in_cuda", edit.inSource},
                     {"target", placesOf(edit.target)},
                     {"other", placesOf(edit.other)},
                     {"share", i < facts.shares.size() ? numberOrNull(facts.shares[i]) : Json()}});
  }
  return edits;
}

Json resultOf(const Facts& facts) {
  const TestReport* failed = facts.failedTest();
  const EvaluationResult& outcome = failed ? failed->result : facts.subject.variant.result;
  const bool valid = outcome.valid();
  return {{"valid", valid},
          {"reason", valid ? Json() : Json(reasonName(outcome.reason))},
          {"detail", valid ? Json() : Json(outcome.detail)},
          {"device", facts.subject.run.device},
          {"times_are", isSimulated(facts.evaluation()) ? "simulated" : "measured"},
          {"original_us", numberOrNull(facts.originalRuntime())},
          {"energy_mj", numberOrNull(facts.subject.variant.result.fitness.energy)},
          {"original_mj", numberOrNull(facts.subject.original.result.fitness.energy)},
          {"runtime_us", valid ? numberOrNull(facts.runtime()) : Json()},
          {"nvcc_us", numberOrNull(facts.subject.run.nvccRuntime())},
          {"speedup", valid ? numberOrNull(fastestOriginal(facts.subject) / facts.runtime()) : Json()},
          {"metric", metricName(facts.evaluation().metric)},
          {"error", valid ? numberOrNull(facts.error()) : Json()}};
}

} // namespace

std::string manifestText(const Facts& facts) {
  const Subject& subject = facts.subject;
  const Project& project = *subject.project;
  Json manifest;
  manifest["format"] = "gevo manifest";
  manifest["version"] = formatVersion;
  manifest["made_by"] = "GEVO Explorer " + facts.toolVersion;
  manifest["program"] = {{"name", project.name},
                         {"files", project.build.files},
                         {"defines", project.build.defines},
                         {"compiler", project.compiler},
                         {"compiled_for", project.build.architecture}};
  manifest["variant"] = {{"id", subject.variant.id},
                         {"name", variantName(subject.variant.id)},
                         {"run", subject.run.id},
                         {"generation", subject.variant.generation},
                         {"origin", originName(subject.variant.origin)},
                         {"code", toHex(subject.variant.result.code)}};
  manifest["architecture"] = facts.architecture;
  manifest["assembler"] = facts.assembler.empty() ? Json() : Json(facts.assembler);
  manifest["result"] = resultOf(facts);
  manifest["kernels"] = kernelsOf(facts);
  manifest["sizes"] = sizesOf(facts);
  manifest["races_policy"] = racePolicyName(facts.evaluation().races);
  manifest["tests"] = testsOf(facts);
  manifest["held_out"] = heldOutOf(facts);
  manifest["edits"] = editsOf(facts);
  manifest["seed"] = subject.run.settings.search.seed;
  manifest["settings"] = Json::parse(printRunSettings(subject.run.settings), nullptr, false);
  manifest["not_verified"] = unverified(facts);
  return manifest.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace gevo::report
