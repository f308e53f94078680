#pragma once

#include "core/inspection/variant_worker.h"
#include "core/report/report_content.h"

#include <span>

namespace gevo::report {

/// Results of the variant on held-out tests.
Result<std::vector<HeldOutResult>> heldOutResults(const Subject& subject);

/// Launches of the tests that the variant passes, and of the held-out ones that it was validated on. `again`: the tests run again; of a
/// run on a GPU, or of a live program, what it passed there counts instead.
Result<std::vector<TestLaunches>> validatedLaunches(const Subject& subject, VariantWorker& worker, const Result<ValidationReport>& again);

/// Per edit, see ReportContent::shares; runs the tests without each edit. `testReports`: with all edits.
std::vector<double> sharesOf(const Individual& variant, VariantWorker& worker, std::span<const TestReport> testReports);

/// From the file; nothing where the edits were not analysed.
std::optional<AnalysedEdits> knownInteractionsOf(const Subject& subject);

} // namespace gevo::report
