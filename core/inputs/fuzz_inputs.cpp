#include "core/inputs/fuzz_inputs.h"

#include "core/inputs/input_choice.h"
#include "core/inputs/input_line.h"
#include "core/inputs/input_recorder.h"

#include <algorithm>

namespace gevo {

namespace {

/// Enough to find what is wrong at sizes that are not those of the tests; few enough to be recorded in seconds.
constexpr std::size_t inputsOfFile = 16;
/// Of them, those that are drawn from the held-out lines, where others are given for fuzzing: of the size that people run.
constexpr std::size_t inputsOfHeldOutLines = 2;
/// So many times those that a file keeps are drawn, for what they may reach of the original that the tests don't.
constexpr std::size_t drawsOfInput = 3;

/// Neither has a command line that is there already. Those that are drawn for what they may reach come after the others.
Result<std::vector<std::string>> drawFor(const Store& store, const BuildSettings& build) {
  GEVO_TRY_ASSIGN(std::vector<std::string> used, recordedLines(store));
  std::vector<std::string> heldOut;
  if (!build.fuzz.empty()) std::ranges::copy_if(build.heldOut, std::back_inserter(heldOut), takesValues);
  std::vector<std::string> drawn = drawInputLines(heldOut, used, heldOut.empty() ? 0 : inputsOfHeldOutLines);
  used.insert(used.end(), drawn.begin(), drawn.end());
  const std::vector<std::string> lines = fuzzLines(build);
  for (const std::size_t count : {inputsOfFile - drawn.size(), (drawsOfInput - 1) * inputsOfFile}) {
    std::vector<std::string> some = drawInputLines(lines, used, count);
    used.insert(used.end(), some.begin(), some.end());
    std::ranges::move(some, std::back_inserter(drawn));
  }
  return drawn;
}

} // namespace

std::vector<std::string> fuzzLines(const BuildSettings& build) {
  std::vector<std::string> lines;
  if (build.statisticalRuns > 0) return lines; // one run tells nothing of a program that varies
  std::ranges::copy_if(build.fuzz.empty() ? build.heldOut : build.fuzz, std::back_inserter(lines), takesValues);
  return lines;
}

std::vector<std::string> drawInputLines(const std::vector<std::string>& lines, std::vector<std::string> used, std::size_t count) {
  std::vector<std::string> drawn;
  std::size_t exhausted = 0; // in a row
  for (std::size_t i = 0; drawn.size() < count && exhausted < lines.size(); ++i) {
    std::vector<std::string> fresh = freshInputLines({lines[i % lines.size()]}, used, InputDraw::Edges);
    exhausted = fresh.empty() ? exhausted + 1 : 0;
    used.insert(used.end(), fresh.begin(), fresh.end());
    std::ranges::move(fresh, std::back_inserter(drawn));
  }
  return drawn;
}

Result<std::vector<FuzzInput>> fuzzInputsOf(Store& store, const BuildSettings& build, const ProgramCoverage& coverage,
                                            const JobOptions& job) {
  GEVO_TRY_ASSIGN(std::vector<FuzzInput> known, store.fuzzInputs());
  const std::vector<std::string> lines = fuzzLines(build);
  if (!known.empty() || lines.empty()) return known;
  GEVO_TRY_ASSIGN(const std::vector<std::string> drawn, drawFor(store, build));
  if (drawn.empty()) return known;
  const Coverage reached = coverage.isMeasured() ? reachedByTests(coverage) : Coverage();
  GEVO_TRY_ASSIGN(std::vector<FuzzInput> usable, InputRecorder(store, job).recordFuzzInputs(drawn, inputsOfFile, reached));
  std::vector<FuzzInput> inputs = chooseInputs(std::move(usable), reached, inputsOfFile);
  sortByCost(inputs);
  GEVO_TRY(store.addFuzzInputs(inputs));
  return inputs;
}

} // namespace gevo
