#include "app/worker/restrictions.h"

#include "app/worker/report.h"
#include "core/base/termination.h"
#include "core/kernel/process/process.h"
#include "core/kernel/worker/warm_up.h"

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

void stopCommandsOnTerminate() { cleanUpAtTermination(program::stopCommands); }

} // namespace gevo
