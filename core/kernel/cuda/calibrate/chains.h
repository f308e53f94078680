#pragma once

/// The chains of instructions that are timed, and what each is for.

#include "core/kernel/cuda/calibrate/probe_code.h"

namespace gevo::cuda {

struct ChainProbe {
  Chain chain;
  std::string_view key;    ///< of the model's [instructions]; empty: used otherwise
  unsigned links = 32;     ///< of the shorter chain; the longer has three times as many
  unsigned operations = 1; ///< of the kind in question, in a link
  unsigned others = 0;     ///< simple integer operations in a link, which are not counted
  std::uint32_t a = 0;     ///< as the type has it: bits of a float, upper half of a wide integer
  std::uint32_t b = 0;
};

/// Of the model's instruction classes: where two have the same key, their mean counts.
const std::vector<ChainProbe>& instructionProbes();

namespace probes {
extern const Chain shared;       ///< each lane's word of shared memory, a words apart, holds its own address
extern const Chain cached;       ///< each lane's 8 bytes of global memory hold their own address
extern const Chain globalAtomic; ///< all lanes add to one word and take what was there
extern const Chain sharedAtomic;
extern const Chain barrier;
extern const Chain divergence; ///< lanes below a go another way than the others, `divergentOperations` long
inline constexpr unsigned divergentOperations = 16;
} // namespace probes

} // namespace gevo::cuda
