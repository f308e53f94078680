#pragma once

/// How much data a test moves, which limits what a file can hold.

#include "core/base/result.h"
#include "core/kernel/trace/trace.h"
#include "core/values/built_project.h"

#include <vector>

namespace gevo::program {

/// Without the time of an evaluation.
RecordedTest summaryOf(const Trace& trace);

/// An error if the recorded data is too large for a message between processes.
Result<void> checkRecordedSize(const std::vector<RecordedTest>& tests);

} // namespace gevo::program
