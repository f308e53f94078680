#include "core/kernel/cuda/replay/energy.h"

#include <chrono>

namespace gevo::cuda {

Result<double> energyOfRun(const Batch& batch, const std::function<Result<double>()>& counter, const EnergyWindow& window) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  Result<double> last = counter();
  if (!last) return last;
  std::size_t steps = 0;
  std::size_t batches = 0; ///< in the window
  std::size_t runs = 0;
  double first = 0;    ///< what the counter said when the window began,
  double energy = 0;   ///< and at the latest step more than that,
  std::size_t ran = 0; ///< for so many runs
  while (true) {
    GEVO_TRY_ASSIGN(const std::size_t done, batch());
    runs += done;
    ++batches;
    const Result<double> now = counter();
    if (!now) return now;
    if (*now != *last) {
      last = now;
      if (++steps == window.settling) {
        first = *now;
        batches = runs = 0;
      } else if (steps > window.settling) {
        energy = *now - first;
        ran = runs;
        if (steps >= window.settling + window.leastSteps && batches >= window.leastBatches) break;
      }
    }
    if (std::chrono::duration<double>(Clock::now() - began).count() > window.seconds) break;
  }
  if (ran == 0) return fail("the card's energy counter stood still for {:g} seconds", window.seconds);
  if (!(energy > 0)) return fail("the card's energy counter went backwards");
  return energy / static_cast<double>(ran);
}

} // namespace gevo::cuda
