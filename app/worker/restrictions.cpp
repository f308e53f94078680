#include "app/worker/restrictions.h"

#include "app/worker/report.h"
#include "core/kernel/process/process.h"
#include "core/kernel/worker/warm_up.h"

#include <csignal>

namespace gevo {

void enterSandbox(sandbox::Work work) {
  sandbox::giveUpPrivileges();
  worker::warmUp();
  if (const Result<void> locked = sandbox::lockDown(work); !locked) reportFailure(locked.error());
}

void denyNetwork() {
  sandbox::giveUpPrivileges();
  if (const Result<void> denied = sandbox::denyNetwork(); !denied) reportFailure(denied.error());
}

void stopCommandsOnTerminate() {
  struct sigaction action {};
  action.sa_handler = [](int) { program::stopCommands(); };
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace gevo
