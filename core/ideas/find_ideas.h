#pragma once

/// The ideas of a .gevo file: the edits that its best variants gain by.

#include "core/devices/job_options.h"
#include "core/ideas/archive.h"
#include "core/store/store.h"

namespace gevo {

/// An edit counts whose variant takes at least this much longer without it.
inline constexpr double leastGain = 1.005;

struct FoundIdeas {
  PaidProgram program;
  std::vector<std::string> notes; ///< why a run has none; one message each
};

/// Of each run's fastest exact variant that passed held-out tests, without edits that do nothing. What each of the others is worth comes
/// from the file where the variant was analysed, else the variant is evaluated without it. Blocks while it evaluates.
Result<FoundIdeas> findIdeas(const Store& store, const JobOptions& settings);

} // namespace gevo
