#pragma once

/// Further tests for a project that exists: its host program built again from unchanged sources, run on the project's own
/// kernels. What `gevo new` does (build.h), less what the project has already.

#include "core/kernel/build/build.h"
#include "core/protocol/build.h"

namespace gevo::program {

/// Fails when a source is not what the project was made from, when the program does not build or run, or when it delivers an
/// output that the project does not know.
/// On the device that the project's other tests were recorded on.
Result<RecordTestsReply> recordTests(const RecordTestsRequest& request, const Progress& progress, const FindGpu& findGpu = {});

} // namespace gevo::program
