#pragma once

/// Runs the user's program as the user would, and measures its time, that of its kernels, and its output. Only for programs of trusted
/// files that were built for it (GpuBuildInputs): these report their kernels' time.

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gevo {

struct ProgramCommand {
  std::string name; ///< for messages: "variant 12"
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::filesystem::path folder; ///< that it runs in; empty: the current one
  std::chrono::milliseconds limit{std::chrono::hours(1)};
  bool timesKernels = false; ///< which makes the program slower
};

struct ProgramRun {
  double seconds = 0;            ///< from start to end
  double kernelMicroseconds = 0; ///< sum over all launches; NaN where it is not known of all of them, or was not asked for
  std::uint64_t launches = 0;    ///< of which that is
  std::string output;            ///< of stdout, the first 16 MiB
};

/// An error, with the program's stderr, if it fails, crashes or exceeds its limit. Ctrl-C ends it too.
Result<ProgramRun> runProgram(const ProgramCommand& command);

/// Medians over runs of one program.
struct ProgramFigures {
  double seconds = 0;
  double kernelMicroseconds = 0; ///< NaN where it is not known
  double kernelSpread = 0;       ///< half the range of the middle half of the runs, as a share of the median
  std::uint64_t launches = 0;    ///< of the first run
};
ProgramFigures figuresOf(std::span<const ProgramRun> runs);

struct OutputComparison {
  bool same = false;   ///< in all lines that the original itself repeats
  std::string message; ///< names the first line that differs
};
/// Compares all runs of both. Lines that change between runs of the original (times) are ignored.
OutputComparison compareOutputs(std::span<const ProgramRun> original, std::span<const ProgramRun> variant);

} // namespace gevo
