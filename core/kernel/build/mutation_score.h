#pragma once

/// What the tests of a project would notice: each kernel is replaced by one that does nothing, and each store is left out, one at a time,
/// as in mutation testing (DeMillo et al. 1978, "Hints on test data selection"). A search finds whatever the tests don't notice, and calls
/// it faster.

#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

#include <functional>
#include <map>

namespace gevo::ir {
class BaseModule;
}
namespace gevo::sim {
struct Model;
}

namespace gevo::program {

struct MutationScore {
  std::size_t kernels = 0;                   ///< that were left out
  std::vector<std::string> unnoticedKernels; ///< names in the module; launched by the tests, which pass without them
  std::size_t stores = 0;                    ///< that were left out
  std::size_t noticed = 0;
  std::size_t untriedKernels = 0; ///< for want of time
  std::size_t untriedStores = 0;
  std::vector<std::string> unnoticedLines; ///< "tile.cu:31", in order, each once; of other kernels than those above
};

struct ScoreOptions {
  double seconds = 20; ///< of processor time, after which nothing more is left out
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// `tests`: traces that variants are evaluated on. Empty where the original can't be replayed.
MutationScore mutationScore(const ir::BaseModule& base, const std::vector<const Trace*>& tests, const sim::Model& model,
                            const std::vector<OutputInfo>& outputs, const ScoreOptions& options = {});

/// As notes for users. `shownNames`: of kernels.
std::vector<std::string> notesOf(const MutationScore& score, const std::map<std::string, std::string>& shownNames);

} // namespace gevo::program
