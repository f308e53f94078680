#include "core/format/source_location.h"
#include "core/report/facts.h"

#include <algorithm>

namespace gevo::report {

namespace {

std::string policySentence(RacePolicy policy) {
  if (policy == RacePolicy::Warp)
    return "Lanes of a warp were taken to run in lock-step when races were looked for; GPUs since Volta do not promise that.";
  if (policy == RacePolicy::Flag) return "Data races were allowed; a race may give other results on a real GPU, or from run to run.";
  return "Races were looked for with the inputs of the tests; others may show races that these do not.";
}

std::string heldOutSentence(const Facts& facts) {
  if (facts.subject.isOriginal()) return {};
  if (facts.heldOut.empty()) return "No held-out test has judged this variant; gevo check does that.";
  const auto failed = std::ranges::find_if(facts.heldOut, [](const HeldOutResult& result) { return !result.verdict.passed; });
  return failed == facts.heldOut.end() ? std::string() : "It failed held-out tests: " + oneLine(failed->verdict.sentence);
}

} // namespace

const TestReport* Facts::failedTest() const {
  const auto failed = std::ranges::find_if(tests, [](const TestReport& test) { return !test.result.valid(); });
  return failed == tests.end() ? nullptr : &*failed;
}

std::vector<std::string> unverified(const Facts& facts) {
  std::vector<std::string> sentences;
  const Individual& variant = facts.subject.variant;
  if (isSimulated(facts.evaluation())) {
    sentences.push_back(
        "Times are those of a model of the GPU, which ranks variants and does not predict microseconds. Time the variant on "
        "your own GPU before you believe its speedup.");
    sentences.push_back("The tests ran the optimised LLVM IR in the simulator; the PTX made from it has run on no GPU.");
  }
  if (!variant.result.valid())
    sentences.push_back(
        fmt::format("It did not pass its tests: {}, {}", reasonName(variant.result.reason), oneLine(variant.result.detail)));
  if (variant.result.valid() && variant.result.stage == Stage::Tests)
    sentences.push_back("It passed the one test of its generation; the run did not try it on all.");
  if (const TestReport* failed = facts.failedTest())
    sentences.push_back(fmt::format("Tried anew for this export it fails the {} \"{}\": {}, {}", roleName(failed->role),
                                    oneLine(failed->arguments), reasonName(failed->result.reason), oneLine(failed->result.detail)));
  if (!facts.testsProblem.empty()) sentences.push_back("The tests could not be run anew for this export: " + oneLine(facts.testsProblem));
  if (std::string sentence = heldOutSentence(facts); !sentence.empty()) sentences.push_back(std::move(sentence));
  sentences.push_back("Inputs, launch shapes and sizes other than those listed were not tried.");
  sentences.push_back(policySentence(facts.evaluation().races));
  sentences.push_back("The recorded launches of the program were replayed; its host code did not run with the variant.");
  sentences.push_back("The original is the code that clang makes; what nvcc makes of the same source may be faster or slower.");
  if (facts.architecture != facts.subject.project->build.architecture)
    sentences.push_back(
        fmt::format("The code is for {}; the program was compiled for {}, and source that asks for the architecture stays as it was.",
                    facts.architecture, oneLine(facts.subject.project->build.architecture)));
  if (facts.assembler.empty()) sentences.push_back("The PTX was not assembled: there was no ptxas for it.");
  return sentences;
}

} // namespace gevo::report
