#pragma once

#include "core/inspection/variant_worker.h"
#include "core/report/facts.h"

#include <span>

namespace gevo::report {

/// What became of the variant on held-out tests.
Result<std::vector<HeldOutResult>> heldOutResults(const Subject& subject);

/// Launches of the tests that the variant passes: of those that were tried anew, and of the held-out ones that judged it.
Result<std::vector<TestLaunches>> validatedLaunches(const Subject& subject, VariantWorker& worker, std::span<const TestReport> tried);

/// Per edit, see Facts; runs the tests without each. `tried`: with all of them.
std::vector<double> sharesOf(const Individual& variant, VariantWorker& worker, std::span<const TestReport> tried);

} // namespace gevo::report
