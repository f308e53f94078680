#include "core/kernel/runtime/short_exit.h"

#include "core/kernel/runtime/fork_server.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace gevo::cuda {

namespace {

std::optional<int> exitStatus;

/// As the C++ library does at its own end.
template <class... Stream> void flush(Stream&... streams) {
  try {
    (streams.flush(), ...);
  } catch (...) { // NOLINT: a stream may be told to throw anything, and nobody is left to catch it
  }
}

} // namespace

void noteExitStatus() {
  if (wasForked()) ::on_exit([](int status, void*) { exitStatus = status; }, nullptr);
}

void exitShortly() {
  if (!wasForked() || !exitStatus) return;
  flush(std::cout, std::cerr, std::clog);
  flush(std::wcout, std::wcerr, std::wclog);
  std::fflush(nullptr);
  ::_exit(*exitStatus);
}

} // namespace gevo::cuda
