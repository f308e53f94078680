#include "core/kernel/host_run/host_run_program.h"

namespace gevo::program {

Result<std::unique_ptr<HostRunProgram>> HostRunProgram::open(const Project& project, const EvaluationSettings& settings,
                                                             const std::filesystem::path& folder) {
  GEVO_TRY_ASSIGN(auto workspace, Workspace::open());
  GEVO_TRY_ASSIGN(auto built, buildHostProgram(project, folder, workspace));
  GEVO_TRY_ASSIGN(auto runner, HostRunner::make(workspace.folder() / "run", built.program, folder, project.build.hostRun.files));
  HostRunEvaluator evaluator(project, std::move(built.device), std::move(built.offsets), settings);
  return std::make_unique<HostRunProgram>(std::move(workspace), std::move(runner), std::move(evaluator));
}

} // namespace gevo::program
