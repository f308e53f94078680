/// Service's tolerant runs: how fast a variant would be, and what it does wrong.

#include "core/kernel/worker/service_state.h"

namespace gevo::worker {

Result<TolerantRun> Service::tolerate(const TolerateRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  if (!state_->tolerant) {
    GEVO_TRY_ASSIGN(const std::vector<TestCase> tests, state_->tests(*own_));
    GEVO_TRY_ASSIGN(TolerantTests opened, TolerantTests::open(state_->project, state_->settings, tests, *optimised(*state_->base, {})));
    state_->tolerant.emplace(std::move(opened));
  }
  return state_->tolerant->run(*optimised(*state_->base, state_->numbered(request.edits)));
}

} // namespace gevo::worker
