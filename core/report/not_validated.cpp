#include "core/format/source_location.h"
#include "core/report/report_content.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace gevo::report {

namespace {

std::string racePolicyStatement(RacePolicy policy) {
  if (policy == RacePolicy::Warp)
    return "The race check assumed that the lanes of a warp run in lockstep; GPUs since Volta do not guarantee that.";
  if (policy == RacePolicy::Flag) return "Data races were allowed; a race may change results on a real GPU, or from run to run.";
  return "Races were checked with the inputs of the tests; other inputs may cause races that these do not.";
}

std::string promiseStatement(const ReportContent& content) {
  std::set<std::string> kernels;
  for (const Promise& promise : content.promises) {
    const auto& known = content.subject.project->kernels;
    const auto info = std::ranges::find(known, promise.kernel, &KernelInfo::name);
    kernels.insert(info != known.end() ? info->shownName : promise.kernel);
  }
  return fmt::format(
      "It relies on pointers of {} to point into memory of their own (__restrict__), as in all tests. The loader tests that; "
      "a program that launches the code itself has to keep to it.",
      fmt::join(kernels, ", "));
}

std::string heldOutStatement(const ReportContent& content) {
  if (content.subject.isOriginal()) return {};
  if (content.heldOut.empty()) return "The variant was not validated on held-out tests; run gevo check to do that.";
  const auto failed = std::ranges::find_if(content.heldOut, [](const HeldOutResult& result) { return !result.validation.passed; });
  return failed == content.heldOut.end() ? std::string() : "It failed held-out tests: " + oneLine(failed->validation.message);
}

} // namespace

const TestReport* ReportContent::failedTest() const {
  const auto failed = std::ranges::find_if(tests, [](const TestReport& test) { return !test.result.valid(); });
  return failed == tests.end() ? nullptr : &*failed;
}

std::vector<std::string> notValidated(const ReportContent& content) {
  std::vector<std::string> statements;
  const Individual& variant = content.subject.variant;
  if (isSimulated(content.evaluation())) {
    statements.push_back(
        "Times come from a model of the GPU, which ranks variants and does not predict microseconds. Measure the variant on "
        "your own GPU before you rely on its speedup.");
    statements.push_back("The tests ran the optimised LLVM IR in the simulator; the PTX generated from it has not run on a GPU.");
  }
  if (!variant.result.valid())
    statements.push_back(
        fmt::format("It did not pass its tests: {}, {}", reasonName(variant.result.reason), oneLine(variant.result.message)));
  if (variant.result.valid() && variant.result.stage == Stage::Tests)
    statements.push_back("It passed the one test of its generation; the run did not evaluate it on all tests.");
  if (const TestReport* failed = content.failedTest())
    statements.push_back(fmt::format("When re-run for this export, it fails the {} \"{}\": {}, {}", roleName(failed->role),
                                     oneLine(failed->arguments), reasonName(failed->result.reason), oneLine(failed->result.message)));
  if (!content.testsProblem.empty())
    statements.push_back("The tests could not be re-run for this export: " + oneLine(content.testsProblem));
  if (std::string statement = heldOutStatement(content); !statement.empty()) statements.push_back(std::move(statement));
  statements.push_back("Inputs, launch shapes and sizes other than those listed were not tested.");
  if (!content.promises.empty()) statements.push_back(promiseStatement(content));
  statements.push_back(racePolicyStatement(content.evaluation().races));
  statements.push_back("The recorded launches of the program were replayed; its host code was not run with the variant.");
  statements.push_back("The original is compiled by clang; nvcc may compile the same source to faster or slower code.");
  if (content.architecture != content.subject.project->build.architecture)
    statements.push_back(fmt::format(
        "The code is for {}, but the program was compiled for {}; source code that depends on the architecture was not adapted.",
        content.architecture, oneLine(content.subject.project->build.architecture)));
  if (content.assembler.empty()) statements.push_back("The PTX was not assembled, because no suitable ptxas was found.");
  return statements;
}

} // namespace gevo::report
