#include "core/kernel/build/build.h"

#include "core/kernel/build/project_builder.h"
#include "core/kernel/build/statistical_runs.h"

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

BuildInputs numbered(BuildInputs request) {
  numberRuns(request.tests, request.settings.statisticalRuns);
  return request;
}

/// Valid while `scratch` is.
Result<CompilerSetup> setupOf(const BuildInputs& request, const ScratchFolder& scratch) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(request.workingFolder.empty() ? fs::path(".") : fs::path(request.workingFolder), ignored);
  // A missing file is the more useful error than a missing compiler.
  GEVO_TRY(sortFiles(request.settings, folder));
  GEVO_TRY_ASSIGN(auto clang, locateClang());
  GEVO_TRY_ASSIGN(auto cuda, locateCuda());
  return CompilerSetup{std::move(clang), std::move(cuda), request.settings, folder, scratch.path()};
}

} // namespace

Result<BuiltProject> build(const BuildInputs& request, const Progress& progress, const FindGpu& findGpu) {
  GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
  GEVO_TRY_ASSIGN(CompilerSetup setup, setupOf(request, scratch));
  if (request.warnings) setup.warnings = std::make_shared<std::string>();
  return ProjectBuilder(numbered(request), progress, findGpu, std::move(setup)).run();
}

struct ConfigurationBuilder::Kept {
  Hash128 key;
  ScratchFolder scratch;
  ProjectBuilder builder;
};

ConfigurationBuilder::ConfigurationBuilder(FindGpu findGpu) : findGpu_(std::move(findGpu)) {}
ConfigurationBuilder::~ConfigurationBuilder() = default;

Result<ConfigurationBuild> ConfigurationBuilder::build(const Hash128& key, const BuildInputs& request,
                                                       const std::map<fs::path, std::string>& changedFiles,
                                                       const std::set<std::string>& decisions, const OwnWorkloads& own,
                                                       const Progress& progress) {
  BuildInputs inputs = numbered(request);
  std::vector<TestCase> tests = inputs.tests;
  if (!kept_ || kept_->key != key) {
    kept_.reset();
    GEVO_TRY_ASSIGN(ScratchFolder scratch, ScratchFolder::make());
    GEVO_TRY_ASSIGN(CompilerSetup setup, setupOf(request, scratch));
    setup.changedFiles = changedFiles;
    std::unique_ptr<Kept> made(new Kept{key, std::move(scratch), ProjectBuilder(std::move(inputs), progress, findGpu_, std::move(setup))});
    GEVO_TRY(made->builder.compileConfiguration());
    kept_ = std::move(made);
  }
  return kept_->builder.recordConfiguration(std::move(tests), decisions, own, progress);
}

} // namespace gevo::program
