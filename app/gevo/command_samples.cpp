#include "app/gevo/commands.h"
#include "core/project/samples.h"

#include <CLI/CLI.hpp>

namespace gevo {

void addSamples(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("samples", "List the bundled samples");
  command->callback([&exitCode] {
    Result<std::vector<Sample>> samples = listSamples();
    if (!samples) {
      exitCode = reportError(samples.error());
      return;
    }
    Table table({"sample", "what it computes"});
    for (const Sample& sample : *samples) table.add({sample.name, sample.summary});
    fmt::print("{}\nNext: gevo new {}.gevo --sample {}\n", table.text(), samples->front().name, samples->front().name);
  });
}

} // namespace gevo
