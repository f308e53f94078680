#include "app/gevo/commands.h"
#include "app/gevo/tmbl_commands.h"
#include "core/values/device_name.h"

#include <CLI/CLI.hpp>

namespace gevo {

Result<int> parseGpuNumber(const std::string& device) {
  if (const std::optional<int> number = gpuNumber(device)) return *number;
  return fail("'{}' is not a GPU that populations run on; give cuda:0, or leave --device out for this machine's processors", device);
}

void addTmbl(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("tmbl", "Evolve small programs from scratch, for a table of numbers");
  command->require_subcommand(1);
  addTmblFit(*command, exitCode);
  addTmblBench(*command, exitCode);
}

} // namespace gevo
