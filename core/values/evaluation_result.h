#pragma once

/// The result of one evaluation: the stage of the cascade that it reached, why it ended there, and the fitness if it passed.

#include "core/base/hash.h"
#include "core/values/code_metrics.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace gevo {

/// The stages of the cascade, cheapest first.
enum class Stage : std::uint8_t { Propose, Apply, Screen, Optimise, Tests, HeldOut, Done };

/// Why a variant was rejected. `None` means it is valid.
enum class Reason : std::uint8_t {
  None,
  NoEdit, ///< the operator found nothing to propose
  NoOp,   ///< no edit was active: the code is the original's
  Verify, ///< LLVM's verifier rejected the module
  OutOfBounds,
  Misaligned,
  Uninitialised, ///< a read of memory that was never written
  Race,
  BarrierDivergence,
  Budget,     ///< more instructions than the budget allows
  NoProgress, ///< lanes wait for each other for ever
  Trap,
  Unsupported,   ///< the simulated GPU can't run it
  NotFinite,     ///< NaN or infinity where the original has none
  Decision,      ///< a value that the host program decides on differs
  WrongOutput,   ///< error above the tolerance
  Crash,         ///< two workers died on it, or the host program crashed
  Timeout,       ///< processor time, or idle for too long; not reproducible
  Undefined,     ///< an undefined value reaches memory, a branch, an address or a barrier
  ExitCode,      ///< the host program reported a failure
  Configuration, ///< the program can't be built, or not run, with these parameters
  Slower         ///< than the original, on an input that takes longer than the tests
};
inline constexpr std::size_t reasonCount = 22;

const char* stageName(Stage stage);
/// "out of bounds", "wrong output", ...: short, lower case, for tables and plots.
const char* reasonName(Reason reason);

/// Of an energy.
inline constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

struct Fitness {
  double runtime = 0;          ///< microseconds (simulated, or measured on CUDA), mean over the tests
  double error = 0;            ///< by the run's metric, largest over the tests and screens
  double energy = notMeasured; ///< millijoules of the whole card while a test runs once, mean over the tests
  bool hasEnergy() const { return energy == energy; }
  bool operator==(const Fitness& other) const {
    return runtime == other.runtime && error == other.error && (energy == other.energy || (!hasEnergy() && !other.hasEnergy()));
  }
};

struct EvaluationResult {
  Stage stage = Stage::Propose; ///< the last stage reached
  Reason reason = Reason::NoEdit;
  std::string message;                              ///< one sentence: kernel, source line, block and thread of a fault; what differs
  Fitness fitness;                                  ///< meaningful when valid(); with wrong output it has what is known, else 0
  Hash128 code;                                     ///< of the stripped, cleaned-up code; null when it never got there
  std::array<std::uint32_t, 7> stageMicroseconds{}; ///< wall clock by Stage; never part of what must be reproducible
  bool reused = false;                              ///< fitness taken from an equal code evaluated before
  CodeMetrics metrics;                              ///< of valid ones, on a device that has machine code; else empty
  bool valid() const { return reason == Reason::None; }
};

constexpr std::uint32_t enumerators(Stage) { return std::uint32_t(Stage::Done) + 1; }
constexpr std::uint32_t enumerators(Reason) { return reasonCount; }

template <class Archive> void fields(Archive& archive, Hash128& hash) { archive(hash.high, hash.low); }
template <class Archive> void fields(Archive& archive, Fitness& fitness) { archive(fitness.runtime, fitness.error, fitness.energy); }
template <class Archive> void fields(Archive& archive, EvaluationResult& result) {
  archive(result.stage, result.reason, result.message, result.fitness, result.code, result.stageMicroseconds, result.reused,
          result.metrics);
}

} // namespace gevo
