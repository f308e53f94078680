#include "core/kernel/host_run/host_run_program.h"

namespace gevo::program {

Result<std::unique_ptr<HostRunProgram>> HostRunProgram::open(const Project& project, const EvaluationSettings& settings,
                                                             const std::filesystem::path& folder) {
  auto place = Workspace::open();
  if (!place) return std::unexpected(place.error());
  auto built = buildHostProgram(project, folder, *place);
  if (!built) return std::unexpected(built.error());
  auto runner = HostRunner::make(place->folder() / "run", built->program, folder, project.build.hostRun.files);
  if (!runner) return std::unexpected(runner.error());
  HostRunEvaluator judge(project, std::move(built->device), std::move(built->offsets), settings);
  return std::unique_ptr<HostRunProgram>(new HostRunProgram{std::move(*place), std::move(*runner), std::move(judge)});
}

} // namespace gevo::program
