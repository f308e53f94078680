#pragma once

#include "core/inspection/variant_worker.h"
#include "core/report/report_content.h"

#include <span>

namespace gevo::report {

/// Results of the variant on held-out tests.
Result<std::vector<HeldOutResult>> heldOutResults(const Subject& subject);

/// Launches of the tests that the variant passes: those in `testReports`, and the held-out tests that it was validated on.
Result<std::vector<TestLaunches>> validatedLaunches(const Subject& subject, VariantWorker& worker, std::span<const TestReport> testReports);

/// Per edit, see ReportContent::shares; runs the tests without each edit. `testReports`: with all edits.
std::vector<double> sharesOf(const Individual& variant, VariantWorker& worker, std::span<const TestReport> testReports);

} // namespace gevo::report
