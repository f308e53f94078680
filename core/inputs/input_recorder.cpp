#include "core/inputs/input_recorder.h"

#include "core/inputs/recording_worker.h"

namespace gevo {

namespace {

/// Instructions of the original, of all inputs together, that are simulated in a few seconds: no further ones are looked for after that.
constexpr std::uint64_t mostWork = 50'000'000;

} // namespace

InputRecorder::InputRecorder(const Store& store, JobOptions settings)
    : store_(store), settings_(std::move(settings)),
      worker_(settings_.recordingWorker ? settings_.recordingWorker : std::make_shared<RecordingWorker>()) {}

Result<std::vector<TestCase>> InputRecorder::record(TestRole role, const std::vector<std::string>& lines) const {
  GEVO_TRY_ASSIGN(RecordTestsReply reply, ask(role, lines, {}));
  return std::move(reply.tests);
}

Result<RecordTestsReply> InputRecorder::recordUsable(TestRole role, const std::vector<std::string>& lines) const {
  RecordTestsRequest request;
  request.leavesOut = true;
  return ask(role, lines, std::move(request));
}

Result<std::vector<FuzzInput>> InputRecorder::recordFuzzInputs(const std::vector<std::string>& lines, std::size_t enough,
                                                               const Coverage& reached) const {
  RecordTestsRequest request;
  request.leavesOut = request.replays = true;
  request.enough = std::uint32_t(enough);
  request.reached = reached;
  request.mostWork = mostWork;
  GEVO_TRY_ASSIGN(RecordTestsReply reply, ask(TestRole::Fuzz, lines, std::move(request)));
  std::vector<FuzzInput> inputs;
  for (std::size_t i = 0; i < reply.tests.size(); ++i)
    inputs.push_back({std::move(reply.tests[i]), reply.work[i], std::move(reply.reached[i])});
  return inputs;
}

Result<RecordTestsReply> InputRecorder::ask(TestRole role, const std::vector<std::string>& lines, RecordTestsRequest request) const {
  GEVO_TRY_ASSIGN(const bool trusted, store_.trusted());
  if (!trusted) return fail("{} was made elsewhere, and its program is not run", store_.path().string());
  GEVO_TRY_ASSIGN(const std::filesystem::path folder, store_.programFolder());
  if (folder.empty()) return fail("the folder of the program of {} is not known", store_.path().string());
  GEVO_TRY_ASSIGN(Project project, store_.project());
  for (const std::string& line : lines) request.tests.push_back({role, line, {}});
  request.workingFolder = folder.string();
  request.project = std::move(project);
  request.project.tests.clear();

  const std::string doing = fmt::format("recording {} {}{}", roleName(role), lines.front(), lines.size() > 1 ? " and others" : "");
  return worker_->record(request, settings_, doing);
}

Result<std::vector<std::string>> recordedLines(const Store& store) {
  std::vector<std::string> lines;
  GEVO_TRY_ASSIGN(const Project project, store.project());
  for (const TestCase& test : project.tests) lines.push_back(test.arguments);
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store.heldOutSets());
  for (const HeldOutSet& set : sets) lines.insert(lines.end(), set.arguments.begin(), set.arguments.end());
  GEVO_TRY_ASSIGN(const std::vector<std::string> fuzz, store.fuzzLines());
  lines.insert(lines.end(), fuzz.begin(), fuzz.end());
  return lines;
}

} // namespace gevo
