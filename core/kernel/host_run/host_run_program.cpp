#include "core/kernel/host_run/host_run_program.h"

namespace gevo::program {

Result<std::unique_ptr<LiveProgram>> LiveProgram::open(const Project& project, const EvaluationSettings& settings,
                                                       const std::filesystem::path& folder) {
  auto place = LivePlace::open();
  if (!place) return std::unexpected(place.error());
  auto built = buildHostProgram(project, folder, *place);
  if (!built) return std::unexpected(built.error());
  auto runner = LiveRunner::make(place->folder() / "run", built->program, folder, project.build.live.files);
  if (!runner) return std::unexpected(runner.error());
  LiveJudge judge(project, std::move(built->device), std::move(built->offsets), settings);
  return std::unique_ptr<LiveProgram>(new LiveProgram{std::move(*place), std::move(*runner), std::move(judge)});
}

} // namespace gevo::program
