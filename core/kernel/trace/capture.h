#pragma once

/// What one run of the user's program on libgevocudart left behind.

#include "core/kernel/trace/trace.h"

#include <string>
#include <vector>

namespace gevo::program {

/// Environment variables through which `build` steers libgevocudart.
inline constexpr const char* captureVariable = "GEVO_CAPTURE";         ///< file for the wire-encoded Capture; unset: nothing is recorded
inline constexpr const char* outlineVariable = "GEVO_CAPTURE_OUTLINE"; ///< "1": of each copy only its size and `outlinedWords` are recorded
/// "all" or "samples": the run is sampled (workload_capture.h), with all of its launches or the samples only; unset: it is not.
inline constexpr const char* samplingVariable = "GEVO_SAMPLING";
/// A number: which run of a test that is run several times (scheduleOfRun in replay.h); unset: 0.
inline constexpr const char* runVariable = "GEVO_RUN";
inline constexpr const char* baseVariable = "GEVO_BASE";     ///< prepared base to execute; unset: prepared from the program's own bitcode
inline constexpr const char* deviceVariable = "GEVO_DEVICE"; ///< "sim", "sim:MODEL" or "cuda:N"; unset: "sim"
inline constexpr const char* tolerateVariable = "GEVO_TOLERATE_UNDEFINED"; ///< "1": loads of undefined bytes give zero
inline constexpr const char* gpuCodeVariable = "GEVO_GPU_CODE";            ///< where the device is a real GPU: file with the kernels' PTX
inline constexpr const char* registersVariable = "GEVO_REGISTERS";         ///< of the kernels, see registers.h; unset: not known

/// Words sampled from all over each copy: they serve to guess an output's type without debug information (program_outputs.cpp).
inline constexpr std::size_t outlinedWords = 1024;

/// Written when the program ends, or as soon as something failed on the device, which ends the program.
struct Capture {
  std::string fault;                         ///< error message; empty when all went well
  std::vector<std::string> unsupportedCalls; ///< calls that the program made and we lack, each once, in the order of first calls
  std::vector<std::string> refusedLaunches;  ///< "a launch of kernel sum with an empty grid of 0 x 1 x 1 blocks", likewise
  std::vector<double> launchMicroseconds;    ///< kernel time, per launch of the trace
  Trace trace;
};

template <class Archive> void fields(Archive& a, Capture& c) {
  a(c.fault, c.unsupportedCalls, c.refusedLaunches, c.launchMicroseconds, c.trace);
}

} // namespace gevo::program
