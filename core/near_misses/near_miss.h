#pragma once

/// Rejected edits that would make the best variant of a run faster: what they do wrong, and what a person could do about it. None of them
/// is a result: each is wrong as it is.

#include "core/edit/configuration.h"
#include "core/values/tolerant_run.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <string>
#include <vector>

namespace gevo {

/// The change in CUDA whose code is that of the edits, instruction by instruction.
struct ExactCuda {
  std::string diff;                 ///< unified, against the original; empty: none was found
  std::vector<std::string> changes; ///< one phrase each
};

struct NearMiss {
  EditList edits;                     ///< as few as show it
  std::vector<EditDescription> words; ///< per edit; empty: they could not be described
  CodeLine at;                        ///< that the first of them changes; without a file: not known
  Reason reason = Reason::None;       ///< why an evaluation rejects the base with them
  std::string message;                ///< its sentence
  Hash128 code;                       ///< of the base with them
  TolerantRun run;                    ///< of the base with them
  double gain = 0;                    ///< share of the base's time that they save in `run`: an estimate
  std::optional<double> ofOriginal;   ///< likewise of the original's, with them alone; nothing: they do something else there
  std::vector<std::int64_t> variants; ///< rejected evaluations that have them, in order; never empty
  std::string advice;                 ///< what happens, and what could be done
  ExactCuda cuda;                     ///< of the original with them alone
};

/// Of one reason at one line.
struct NearMissGroup {
  Reason reason = Reason::None;
  CodeLine at;
  std::vector<NearMiss> misses; ///< the largest gain first; never empty
  std::size_t rejected = 0;     ///< evaluations that have one of them
  double gain() const { return misses.front().gain; }
};

/// A variant that passed all tests, was faster than the base, and is wrong on other inputs.
struct LateFailure {
  std::int64_t variant = 0;
  double gain = 0;     ///< as above, but of runtimes as they were evaluated
  std::string message; ///< what it does there
  bool heldOut = true; ///< on held-out tests; false: on an input that the run drew
};

struct NearMisses {
  std::int64_t base = 0;             ///< what is made faster: the best exact variant, or the original
  Configuration configuration;       ///< of that; the original is in the same where edits are applied to it alone
  std::vector<NearMissGroup> groups; ///< the largest gain first
  std::vector<LateFailure> late;     ///< likewise
  std::string noCuda;                ///< why none could be written in CUDA; empty: that was tried
  std::uint64_t rejected = 0;        ///< evaluations for reasons that tell something
  std::uint64_t untimed = 0;         ///< of them those that end in a way that leaves no time to tell: a barrier that not all reach, ...
  std::uint64_t candidates = 0;      ///< different edits that the others come from
  std::uint64_t tried = 0;           ///< of these
};

/// Reasons that the simulated GPU can go on past, and wrong results.
bool canBeNear(Reason reason);
/// Reasons that end a launch.
bool leavesNoTime(Reason reason);

/// By reason and line. Edits that make the same code of the base are one; at most `most` are kept of a group.
std::vector<NearMissGroup> grouped(std::vector<NearMiss> misses, std::size_t most);

} // namespace gevo
