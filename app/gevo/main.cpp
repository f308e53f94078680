/// gevo: the command line of GEVO Explorer. Links neither LLVM nor CUDA nor Qt; workers do what needs LLVM.
///
/// Exit codes: 0 it worked, 1 the work failed, 2 the command line was wrong.

#include "app/gevo/commands.h"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  CLI::App app("gevo: evolve the kernels of a CUDA program", "gevo");
  app.set_version_flag("--version", GEVO_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  int exitCode = 0;
  gevo::addNew(app, exitCode);
  gevo::addRun(app, exitCode);
  gevo::addShow(app, exitCode);
  gevo::addCheck(app, exitCode);
  gevo::addExport(app, exitCode);
  gevo::addSamples(app, exitCode);
  gevo::addDoctor(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    return gevo::reportError({fmt::format("unexpected failure: {}", error.what())});
  }
  return exitCode;
}
