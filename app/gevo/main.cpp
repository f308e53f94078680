/// gevo: the command line of GEVO Explorer. Links neither LLVM nor CUDA nor Qt; workers do what needs LLVM.
///
/// Exit codes: 0 it worked, 1 the work failed, 2 the command line was wrong.

#include "app/gevo/build_command.h"
#include "app/gevo/command_run.h"
#include "app/gevo/commands.h"
#include "app/gevo/compiler_flags.h"
#include "app/gevo/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace gevo {

namespace {

int execute(int argc, char** argv) {
  CLI::App app("gevo: evolve the kernels of a CUDA program", "gevo");
  app.set_version_flag("--version", GEVO_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  int exitCode = 0;
  const std::vector<std::string> build = takeBuildCommand(argc, argv);
  addNew(app, exitCode, build);
  addRun(app, exitCode);
  addBatch(app, exitCode);
  addShow(app, exitCode);
  addCheck(app, exitCode);
  addAnalyze(app, exitCode);
  addExport(app, exitCode);
  addExec(app, exitCode);
  addCalibrate(app, exitCode);
  addFidelity(app, exitCode);
  addPortability(app, exitCode);
  addIdeas(app, exitCode);
  addTmbl(app, exitCode);
  addServe(app, exitCode);
  addSamples(app, exitCode);
  addDoctor(app, exitCode);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "new") {
    const auto rest = withCompilerFlags(*app.get_subcommand("new"), {arguments.begin() + 1, arguments.end()});
    if (!rest) {
      reportError(rest.error());
      return 2;
    }
    arguments.resize(1);
    arguments.insert(arguments.end(), rest->begin(), rest->end());
  }
  std::ranges::reverse(arguments); // as CLI11 takes them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exitCode;
}

} // namespace

} // namespace gevo

int main(int argc, char** argv) { return gevo::runProgram("gevo", gevo::execute, argc, argv); }
