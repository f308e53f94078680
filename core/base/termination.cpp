#include "core/base/termination.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <vector>

namespace gevo {

namespace {

struct Paths {
  std::mutex mutex;
  std::vector<std::filesystem::path> paths;
};
/// Never destroyed: a thread may use it until the very end.
Paths& paths() {
  static auto* const all = new Paths;
  return *all;
}

/// Signals that came, to the thread that cleans up.
int pipeEnds[2] = {-1, -1};

void passOn(int signal) {
  const auto number = static_cast<unsigned char>(signal);
  // Nothing can be done if this fails.
  [[maybe_unused]] const ssize_t written = ::write(pipeEnds[1], &number, 1);
}

void removePaths() {
  // Not longer than necessary: other threads may be making files until the end.
  constexpr int attempts = 3;
  const std::lock_guard lock(paths().mutex);
  for (int i = 0; i < attempts; ++i)
    for (const std::filesystem::path& path : paths().paths) {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
}

[[noreturn]] void endBySignal(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::kill(::getpid(), signal);
  while (true) ::pause();
}

} // namespace

RemovedAtTermination::RemovedAtTermination(std::filesystem::path path) : path_(std::move(path)) {
  const std::lock_guard lock(paths().mutex);
  paths().paths.push_back(path_);
}

RemovedAtTermination::~RemovedAtTermination() {
  if (path_.empty()) return;
  const std::lock_guard lock(paths().mutex);
  std::erase(paths().paths, path_);
}

void cleanUpAtTermination(std::function<void()> first) {
  if (::pipe2(pipeEnds, O_CLOEXEC) != 0) return;
  std::thread([first = std::move(first)] {
    unsigned char signal = 0;
    while (::read(pipeEnds[0], &signal, 1) != 1) {
    }
    if (first) first();
    removePaths();
    endBySignal(signal);
  }).detach();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = passOn;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

} // namespace gevo
