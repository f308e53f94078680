#include "core/inputs/input_choice.h"

#include <algorithm>

namespace gevo {

namespace {

/// Traces decide where work is equal, or not known.
std::pair<std::uint64_t, std::size_t> costOf(const FuzzInput& input) { return {input.work, input.test.trace.size()}; }

} // namespace

std::vector<FuzzInput> chooseInputs(std::vector<FuzzInput> candidates, Coverage reached, std::size_t count) {
  std::vector<FuzzInput> chosen;
  while (reached.isMeasured() && chosen.size() < count) {
    std::size_t most = 0;
    auto best = candidates.end();
    for (auto candidate = candidates.begin(); candidate != candidates.end(); ++candidate) {
      const std::size_t beyond = countBeyond(candidate->reached, reached);
      if (beyond == 0 || beyond < most || (beyond == most && costOf(*candidate) >= costOf(*best))) continue;
      most = beyond;
      best = candidate;
    }
    if (best == candidates.end()) break;
    addTo(reached, best->reached);
    chosen.push_back(std::move(*best));
    candidates.erase(best);
  }
  const std::size_t others = std::min(candidates.size(), count - chosen.size());
  std::move(candidates.begin(), candidates.begin() + std::ptrdiff_t(others), std::back_inserter(chosen));
  return chosen;
}

void sortByCost(std::vector<FuzzInput>& inputs) { std::ranges::stable_sort(inputs, {}, costOf); }

} // namespace gevo
