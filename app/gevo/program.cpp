#include "app/gevo/program.h"

#include "core/base/termination.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace gevo {

int runProgram(const char* name, int (*execute)(int argc, char** argv), int argc, char** argv) {
  // A file that may grow no larger (ulimit -f) is an error to report like a full disk, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  cleanUpAtTermination();
  try {
    return execute(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: unexpected failure: %s\n", name, error.what());
    return 1;
  }
}

} // namespace gevo
