/// Runs or resumes a session on the fake workers, to be killed by a test.
///
///     session_runner FILE GENERATIONS SECONDS_TO_LIVE     kills itself after that time; 0: lives to the end
///
/// Prints the process ids of its workers on one line before it begins.

#include "core/session/run_session.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/time.h>

int main(int count, char** arguments) {
  if (count != 4) return 2;
  // The clock ends the process wherever it is: in SQLite, in a callback, while workers start.
  const double life = std::atof(arguments[3]);
  ::signal(SIGALRM, [](int) { ::raise(SIGKILL); });
  const itimerval timer{{0, 0}, {long(life), long((life - double(long(life))) * 1e6)}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);

  gevo::RunSession::Options options;
  options.workerProgram = GEVO_FAKE_WORKER;
  options.settings.workers = 2;
  options.settings.search.seed = 11;
  options.settings.search.population = 24;
  options.settings.search.generations = std::uint32_t(std::atoi(arguments[2]));
  {
    const auto store = gevo::Store::open(arguments[1], gevo::Store::Access::Read);
    if (!store) return 1;
    options.resume = !(*store)->runs().value().empty();
  }
  const auto session = gevo::RunSession::open(arguments[1], options);
  if (!session) {
    std::puts(session.error().message.c_str());
    return 1;
  }
  for (const int process : (*session)->workerProcessIds()) std::printf("%d ", process);
  std::puts("");
  std::fflush(stdout);
  return (*session)->run({}) ? 0 : 1;
}
