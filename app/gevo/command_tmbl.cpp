#include "app/gevo/commands.h"
#include "app/gevo/tmbl_commands.h"

#include <CLI/CLI.hpp>

namespace gevo {

void addTmbl(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("tmbl", "Evolve small programs from scratch, for a table of numbers");
  command->require_subcommand(1);
  addTmblFit(*command, exitCode);
  addTmblBench(*command, exitCode);
}

} // namespace gevo
