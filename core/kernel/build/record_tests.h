#pragma once

/// Records further tests for an existing project: builds its host program again from unchanged sources and runs it with the project's
/// kernels.

#include "core/kernel/build/build.h"
#include "core/protocol/build.h"

namespace gevo::program {

/// Fails when a source has changed or the program does not build; and when it does not run, or delivers an output that the project does not
/// have, unless such tests are to be left out. Records on the device of the project's other tests.
Result<RecordTestsReply> recordTests(const RecordTestsRequest& request, const Progress& progress, const FindGpu& findGpu = {});

} // namespace gevo::program
