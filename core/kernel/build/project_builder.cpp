#include "core/kernel/build/project_builder.h"

#include <algorithm>

namespace gevo::program {

Result<BuiltProject> ProjectBuilder::run() {
  for (const auto step :
       {&ProjectBuilder::checkInput, &ProjectBuilder::compileDevice, &ProjectBuilder::prepare, &ProjectBuilder::compileHost,
        &ProjectBuilder::record, &ProjectBuilder::describe, &ProjectBuilder::compareRuns, &ProjectBuilder::replayTwice,
        &ProjectBuilder::synthesise, &ProjectBuilder::scoreTests, &ProjectBuilder::runLive, &ProjectBuilder::compileOther,
        &ProjectBuilder::collectSources, &ProjectBuilder::findParameters, &ProjectBuilder::coverTests})
    GEVO_TRY((this->*step)());
  return std::move(reply_);
}

Result<void> ProjectBuilder::compileConfiguration() {
  configuredDecisions_.emplace();
  for (const auto step :
       {&ProjectBuilder::checkInput, &ProjectBuilder::compileDevice, &ProjectBuilder::prepare, &ProjectBuilder::compileHost})
    GEVO_TRY((this->*step)());
  compiled_ = reply_;
  return {};
}

Result<ConfigurationBuild> ProjectBuilder::recordConfiguration(std::vector<TestCase> tests, const std::set<std::string>& decisions,
                                                               const OwnWorkloads& own, Progress progress) {
  request_.tests = std::move(tests);
  progress_ = std::move(progress);
  configuredDecisions_ = decisions;
  ownWorkloads_ = own;
  reply_ = compiled_;
  traces_.clear();
  times_.clear();
  problems_.clear();
  replayed_.clear();
  Result<void> done;
  for (const auto step : {&ProjectBuilder::record, &ProjectBuilder::describe, &ProjectBuilder::replayOnce})
    if (done) done = (this->*step)();
  ownWorkloads_ = {}; // as large as the project's recordings
  GEVO_TRY(done);
  return ConfigurationBuild{std::move(reply_.project), std::move(traces_), std::move(replayed_), std::move(problems_)};
}

void ProjectBuilder::report(const std::string& message) const {
  if (progress_) progress_(message);
}

void ProjectBuilder::noteOnce(std::vector<std::string> notes) {
  for (std::string& note : notes) noteOnce(std::move(note));
}

void ProjectBuilder::noteOnce(std::string note) {
  if (std::ranges::find(reply_.notes, note) == reply_.notes.end()) reply_.notes.push_back(std::move(note));
}

} // namespace gevo::program
