#include "app/gevo/commands.h"
#include "core/mirror/serve_mirror.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

namespace gevo {

namespace {

struct ServeOptions {
  std::string file;
  bool stdio = false;
};

} // namespace

void addServe(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("serve", "Let GEVO Explorer on another machine follow a file: gevo-explorer ssh://HOST/PATH/FILE");
  auto options = std::make_shared<ServeOptions>();
  command->add_option("file", options->file, "The .gevo file; it is only read")->required();
  command->add_flag("--stdio", options->stdio, "Over standard input and output, as ssh connects them")->required();
  command->callback([options, &exitCode] {
    if (::isatty(STDOUT_FILENO) != 0) {
      exitCode =
          reportError({"gevo serve talks to GEVO Explorer, not to a terminal; run gevo-explorer ssh://HOST/PATH/FILE elsewhere", {}});
      return;
    }
    const Result<void> served = serveMirror(options->file, STDIN_FILENO, STDOUT_FILENO);
    if (!served) exitCode = reportError(served.error());
  });
}

} // namespace gevo
