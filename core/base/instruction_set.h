#pragma once

/// Which of the instruction sets that vector code is compiled for this machine runs.

#include <cstdint>

namespace gevo {

enum class InstructionSet : std::uint8_t { Baseline, Avx2, Avx512 };

/// Avx2: with FMA and BMI2. Avx512: with its parts F, DQ, VL and BW.
bool runs(InstructionSet set);
/// The fastest that this machine runs, or the one that GEVO_LANES names, if it runs that: baseline, avx2 or avx512. So a machine can test
/// what others run.
InstructionSet chosenInstructionSet();

} // namespace gevo
