#pragma once

/// Workloads on the simulated GPU: sampled runs at full size.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/record.h"

namespace gevo::program {

/// Kernels and their code, ready to run.
struct OriginalKernels {
  sim::Simulator& simulator;
  const sim::Model& model;
};

/// Runs the program once in full, and once more with the samples alone: where that tells the same time, the run is steady.
Result<Recording> recordWorkload(RecordRequest request, const std::string& arguments, OriginalKernels kernels);

/// In another configuration. `own`: the trace of the program's own, and `ownKernels` its kernels. A steady run runs its samples only.
Result<Recording> recordWorkload(RecordRequest request, const std::string& arguments, OriginalKernels kernels, const Trace& own,
                                 OriginalKernels ownKernels);

/// Microseconds of the whole run.
Result<double> timeOfWorkload(const Trace& sampled);

/// What a run of it takes, and how much of it variants run; empty where nothing is known.
std::string noteOfSamples(const Trace& sampled, const std::string& arguments);

} // namespace gevo::program
