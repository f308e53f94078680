#pragma once

/// One run of the user's program, on the simulated GPU or a real one.

#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/registers.h"
#include "core/kernel/trace/trace.h"

#include <map>

namespace gevo::program {

/// Of a run on the simulated GPU (workload_capture.h). All: every launch runs as a whole too; Samples: nothing else does.
enum class Sampling : std::uint8_t { None, All, Samples };

struct RecordRequest {
  std::filesystem::path program;
  std::filesystem::path base;    ///< file with the prepared base
  std::filesystem::path folder;  ///< working folder of the run
  std::filesystem::path scratch; ///< for the capture
  std::string device = "sim";
  sim::KernelRegisters registers;
  bool outline = false; ///< of each copy only its size and some words (capture.h): the run may copy more than memory holds
  Sampling sampling = Sampling::None;
  std::uint32_t run = 0;           ///< as TestCase::run
  bool toleratesUndefined = false; ///< see BuildSettings
  /// By kernel: per byte of a launch's parameters, whether its code may read it (ir/parameter_reads.h). Kernels that are not there: it may.
  std::map<std::string, std::vector<bool>> parameterReads;
  std::filesystem::path gpuCode; ///< the kernels' PTX, where the device is a real GPU (gpu_recording.h)
  WorkLimit limit{std::chrono::hours(1)};
};

/// How long a run took.
struct RunTimes {
  std::vector<double> launchMicroseconds; ///< kernel time, per launch
  std::chrono::milliseconds whole{};
};

struct Recording {
  Trace trace;
  std::vector<std::string> unsupportedCalls; ///< CUDA functions that the program called and libgevocudart lacks
  std::vector<std::string> refusedLaunches;  ///< as in Capture
  RunTimes times;
};

/// What a program on libgevocudart needs in its environment, whatever it does there.
std::vector<std::string> runtimeEnvironment();

/// The same, and what it needs to run as it was or will be recorded.
std::vector<std::string> deviceEnvironment(const RecordRequest& request);

/// Fails (details: what the program printed) when the program does not end with 0, when nothing was launched or copied back, or when a
/// kernel faults or can't be run, which ends the program.
Result<Recording> recordTrace(const RecordRequest& request, const std::string& arguments);

} // namespace gevo::program
