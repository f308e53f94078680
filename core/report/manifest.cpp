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

Json positionsOf(const std::vector<SourcePosition>& chain) {
  Json positions = Json::array();
  for (const SourcePosition& position : chain)
    positions.push_back({{"file", position.file}, {"line", position.line}, {"column", position.column}, {"function", position.function}});
  return positions;
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

/// Parameters, from 0, whose pointers must not point into the same memory.
Json apartOf(const std::vector<Promise>& promises, const std::string& kernel) {
  Json pairs = Json::array();
  for (const Promise& promise : promises)
    for (const std::uint32_t other : promise.others)
      if (promise.kernel == kernel) pairs.push_back({promise.parameter, other});
  return pairs;
}

Json kernelsOf(const ReportContent& content) {
  Json kernels = Json::array();
  for (const KernelInfo& kernel : content.subject.project->kernels)
    kernels.push_back({{"name", kernel.name},
                       {"shown", kernel.shownName},
                       {"differs", content.replaced.contains(kernel.name)},
                       {"parameters_apart", apartOf(content.promises, kernel.name)},
                       {"validated_launches", launchesOf(content.launches, kernel.name)}});
  return kernels;
}

Json testsOf(const ReportContent& content) {
  Json tests = Json::array();
  for (const TestReport& test : content.tests) {
    const bool passed = test.result.valid();
    tests.push_back({{"role", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"passed", passed},
                     {"reason", passed ? Json() : Json(reasonName(test.result.reason))},
                     {"detail", passed ? Json() : Json(test.result.message)},
                     {"original_us", numberOrNull(test.originalRuntime)},
                     {"runtime_us", passed ? numberOrNull(test.result.fitness.runtime) : Json()},
                     {"error", passed ? numberOrNull(test.result.fitness.error) : Json()},
                     {"races", test.races}});
  }
  return tests;
}

Json sizesOf(const ReportContent& content) {
  Json sizes = Json::array();
  for (const TestLaunches& test : content.launches)
    sizes.push_back({{"test", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"bytes_to_device", test.bytesToDevice},
                     {"bytes_to_host", test.bytesToHost}});
  return sizes;
}

Json heldOutOf(const ReportContent& content) {
  Json results = Json::array();
  for (const HeldOutResult& result : content.heldOut)
    results.push_back({{"arguments", result.validation.arguments},
                       {"passed", result.validation.passed},
                       {"sentence", result.validation.message},
                       {"candidate", result.validation.candidate},
                       {"others_judged_on_the_same", result.otherCandidates},
                       {"original_us", numberOrNull(result.validation.originalRuntime)},
                       {"runtime_us", numberOrNull(result.validation.runtime)}});
  return results;
}

Json editsOf(const ReportContent& content) {
  Json edits = Json::array();
  const EditList& list = content.subject.variant.edits;
  for (std::size_t i = 0; i < list.size() && i < content.texts.edits.size(); ++i) {
    const EditDescription& edit = content.texts.edits[i];
    edits.push_back({{"edit", lineOf(list[i])},
                     {"words", edit.text},
                     {"active", edit.active},
                     {"said_in_cuda", edit.inSource},
                     {"target", positionsOf(edit.target)},
                     {"other", positionsOf(edit.other)},
                     {"share", i < content.shares.size() ? numberOrNull(content.shares[i]) : Json()}});
  }
  return edits;
}

/// The values that the host program has to be built with.
Json parametersOf(const ReportContent& content) {
  Json parameters = Json::array();
  const Configuration configuration = configurationOf(content.subject.variant.edits);
  for (const Parameter& parameter : content.subject.project->parameters.parameters) {
    const auto set = std::ranges::find(configuration, parameter.name, &ParameterValue::parameter);
    parameters.push_back(
        {{"name", parameter.name}, {"value", set != configuration.end() ? set->value : parameter.value}, {"own_value", parameter.value}});
  }
  return parameters;
}

Json resultOf(const ReportContent& content) {
  const TestReport* failed = content.failedTest();
  const EvaluationResult& outcome = failed ? failed->result : content.subject.variant.result;
  const bool valid = outcome.valid();
  return {{"valid", valid},
          {"reason", valid ? Json() : Json(reasonName(outcome.reason))},
          {"detail", valid ? Json() : Json(outcome.message)},
          {"device", content.subject.run.device},
          {"times_are", isSimulated(content.evaluation()) ? "simulated" : "measured"},
          {"original_us", numberOrNull(content.originalRuntime())},
          {"energy_mj", numberOrNull(content.subject.variant.result.fitness.energy)},
          {"original_mj", numberOrNull(content.subject.original.result.fitness.energy)},
          {"runtime_us", valid ? numberOrNull(content.runtime()) : Json()},
          {"nvcc_us", numberOrNull(content.subject.run.nvccRuntime())},
          {"speedup", valid ? numberOrNull(fastestOriginal(content.subject) / content.runtime()) : Json()},
          {"metric", metricName(content.evaluation().metric)},
          {"error", valid ? numberOrNull(content.error()) : Json()}};
}

} // namespace

std::string manifestText(const ReportContent& content) {
  const Subject& subject = content.subject;
  const Project& project = *subject.project;
  Json manifest;
  manifest["format"] = "gevo manifest";
  manifest["version"] = formatVersion;
  manifest["made_by"] = "GEVO Explorer " + content.toolVersion;
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
  manifest["architecture"] = content.architecture;
  manifest["assembler"] = content.assembler.empty() ? Json() : Json(content.assembler);
  if (!project.parameters.empty()) manifest["parameters"] = parametersOf(content);
  manifest["result"] = resultOf(content);
  manifest["kernels"] = kernelsOf(content);
  manifest["sizes"] = sizesOf(content);
  manifest["races_policy"] = racePolicyName(content.evaluation().races);
  manifest["tests"] = testsOf(content);
  manifest["held_out"] = heldOutOf(content);
  manifest["edits"] = editsOf(content);
  manifest["seed"] = subject.run.settings.search.seed;
  manifest["settings"] = Json::parse(printRunSettings(subject.run.settings), nullptr, false);
  manifest["not_verified"] = notValidated(content);
  return manifest.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace gevo::report
