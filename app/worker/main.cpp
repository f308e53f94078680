/// gevo-worker: everything that touches llvm::Module or a device happens in this process, which may crash or be killed.
///
/// Not started by users: gevo and gevo-explorer start it in one of its modes and stop it by closing its stdin. The modes that serve a run
/// or a view read requests from stdin and write replies to stdout (core/protocol).
///
/// Exit codes: 0 it was asked to end, 1 the work failed, 2 the command line was wrong.

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"

#include <array>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace gevo {

namespace {

constexpr std::array modes{addSim, addLive, addBuild, addCalibrate, addGpus, addGpu, addCuda, addTmbl, addLease};

/// The exit code where there is nothing more to do.
std::optional<int> readCommandLine(int argc, char** argv, Task& task) try {
  CLI::App app("gevo-worker: does what needs LLVM or a GPU for gevo and gevo-explorer, which start it", "gevo-worker");
  app.formatter(std::make_shared<ModeFormatter>());
  app.failure_message(describeBadUsage);
  app.group("Modes");
  app.require_subcommand(1);
  for (const auto addMode : modes) addMode(app, task);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return std::nullopt;
} catch (const std::exception& error) {
  return reportFailure({error.what()});
}

/// Moves stdout to stderr, so that other output (of LLVM, of a program being built) does not get among the replies. Returns the descriptor
/// for replies, below 0 if that fails.
int separateReplies() {
  const int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  return replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? -1 : replies;
}

} // namespace

} // namespace gevo

int main(int argc, char** argv) {
  gevo::Task task;
  if (const std::optional<int> exitCode = gevo::readCommandLine(argc, argv, task)) return *exitCode;
  const int replies = gevo::separateReplies();
  return replies < 0 ? 1 : task(replies);
}
