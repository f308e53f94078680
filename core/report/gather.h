#pragma once

#include "core/report/facts.h"
#include "core/report/worker_link.h"

#include <span>

namespace gevo::report {

/// Runs the variant's tests anew, those that are not held out.
Result<ValidationReport> tryAnew(const Subject& subject, const AskWorker& ask);

/// What became of the variant on held-out tests.
Result<std::vector<HeldOutResult>> heldOutResults(const Subject& subject);

/// Launches of the tests that the variant passes: of those that were tried anew, and of the held-out ones that judged it.
Result<std::vector<TestLaunches>> validatedLaunches(const Subject& subject, const AskWorker& ask, std::span<const TestReport> tried);

/// Per edit, see Facts; runs the tests without each. `tried`: with all of them.
std::vector<double> sharesOf(const Individual& variant, const AskWorker& ask, std::span<const TestReport> tried);

} // namespace gevo::report
