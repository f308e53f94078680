// A program that poses as a fork server and breaks the rules as its first argument says.

#include "core/kernel/process/fork_channel.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <linux/sched.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace gevo::program;

namespace {

/// Of the server, or of its parent.
bool isNewProcess(bool sibling) { return ::syscall(SYS_clone, (sibling ? CLONE_PARENT : 0UL) | SIGCHLD, 0, 0, 0, 0) == 0; }

void start(int channel, std::string_view what) {
  if (what == "names a process") {
    constexpr std::array<std::int32_t, 2> hostile{1, 5}; // were it believed, the process would be killed
    ::send(channel, hostile.data(), sizeof hostile, 0);
  } else if (what != "child starts" || isNewProcess(false)) {
    sendReply(channel, 0);
  }
}

void answer(int channel, std::string_view what) {
  if (what == "child answers" && !isNewProcess(false)) return;
  if ((what == "fork stays" || what == "fork ends") && !isNewProcess(true)) return;
  if (what == "fork ends") ::_exit(0);
  sendReply(channel, 0);
}

} // namespace

int main(int count, char** arguments) {
  const char* const offer = std::getenv(forkServerVariable);
  if (offer == nullptr || count < 2) return 7;
  const int channel = std::atoi(offer);
  start(channel, arguments[1]);
  ForkRequest request;
  PassedDescriptors passed;
  if (receiveRequest(channel, request, passed)) answer(channel, arguments[1]);
  ::pause();
}
