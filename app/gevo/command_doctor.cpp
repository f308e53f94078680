#include "app/gevo/commands.h"
#include "core/devices/examine.h"
#include "core/values/machine.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

Result<void> examine() {
  GEVO_TRY_ASSIGN(const MachineReport reply, examineMachine());
  Table table({"", "what", "found"});
  for (const Finding& finding : reply.findings) table.add({finding.found ? "ok" : "--", finding.name, finding.text});
  fmt::print("{}", table.text());
  return {};
}

} // namespace

void addDoctor(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("doctor", "Show what was found on this machine and what is missing");
  command->callback([&exitCode] {
    if (Result<void> done = examine(); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
