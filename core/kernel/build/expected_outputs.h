#pragma once

/// What a test of another configuration has to deliver: the project's own outputs.

#include "core/base/result.h"
#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

namespace gevo::program {

/// Gives the trace `made`, whose copies know their outputs by `outputs`, the numbers of the project's outputs, and puts what `own` delivers
/// in place of its own results. Copies that the host decides by are the configuration's affair. Where an output is copied more or less
/// often than by the project, its last copy counts. Returns how the results differ, one sentence; empty: they are equal. Fails where they
/// can't be compared.
Result<std::string> expectOutputs(Trace& made, const std::vector<OutputInfo>& outputs, const Trace& own,
                                  const std::vector<OutputInfo>& known);

} // namespace gevo::program
