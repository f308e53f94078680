#pragma once

/// Starts worker processes from a thread of its own. Linux ends a process with PR_SET_PDEATHSIG when the *thread* that
/// forked it ends, so workers forked by the thread that happens to call the pool would die with it.

#include "core/base/background_queue.h"
#include "core/base/result.h"

#include <cstdint>
#include <future>
#include <string>
#include <vector>

namespace gevo {

/// The parent's ends; both are non-blocking and close-on-exec.
struct ChildProcess {
  int id = -1;
  int channel = -1; ///< the child's stdin and stdout: a socket, so that writing to a dead child raises no signal
  int errors = -1;  ///< the child's stderr
};

struct ChildCommand {
  std::vector<std::string> arguments; ///< program path first; no search in PATH
  std::uint64_t memoryBytes = 0;      ///< RLIMIT_DATA; 0: no limit. Without effect under sanitizers, which reserve terabytes
  bool cleansUp = false;              ///< ends by SIGTERM instead of SIGKILL if this process dies, as it removes what it made
};

class Spawner {
public:
  Spawner();

  /// An error names the program and why it can't be started. The child leads a process group of its own, ends with this
  /// process and leaves no core file.
  Result<ChildProcess> start(const ChildCommand& command);

private:
  struct Request {
    const ChildCommand* command;
    std::promise<Result<ChildProcess>> reply;
  };
  BackgroundQueue<Request> queue_;
};

} // namespace gevo
