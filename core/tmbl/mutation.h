#pragma once

/// Tweaking mutations. TMBL's hypothesis: long-term growth of fitness depends on how easily mutations change behaviour without ruining
/// what is there already (Lewis and Magoulas 2011, section 2). So each change here touches one instruction, most touch one operand of it,
/// and constants move by small steps. TMBL has no crossover, and neither has this.

#include "core/tmbl/random_program.h"

namespace gevo::tmbl {

/// The rate by instruction at which that share of programs of `length` instructions has a change; Lewis and Magoulas (section 5) use 0.95,
/// which is 1.487 % at 200 instructions.
double mutationRate(std::size_t length, double changedShare = 0.95);

struct Tweaks {
  ProgramShape shape;
  std::size_t mostInstructions = tmbl::mostInstructions; ///< programs of so many get no insertions
};

/// One change to an instruction, chosen at random. Programs stay valid.
void tweak(Program& program, const Tweaks& tweaks, RandomStream& stream);
/// Changes each instruction with probability `rate`, and one at least.
void mutate(Program& program, const Tweaks& tweaks, double rate, RandomStream& stream);

} // namespace gevo::tmbl
