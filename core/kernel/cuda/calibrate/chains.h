#pragma once

/// The timed chains of instructions and what each measures.

#include "core/kernel/cuda/calibrate/probe_code.h"

namespace gevo::cuda {

struct ChainProbe {
  Chain chain;
  std::string_view key;    ///< of the model's [instructions]; empty: used otherwise
  unsigned links = 32;     ///< of the shorter chain; the longer has three times as many
  unsigned operations = 1; ///< measured ones in a link
  unsigned others = 0;     ///< simple integer operations in a link, not counted
  std::uint32_t a = 0;     ///< as the type has it: bits of a float, upper half of a wide integer
  std::uint32_t b = 0;
};

/// The chains of the model's instruction classes; the mean counts if two have the same key.
const std::vector<ChainProbe>& instructionProbes();

namespace probes {
extern const Chain shared;       ///< each lane's word of shared memory, a words apart, holds its own address
extern const Chain cached;       ///< each lane's 8 bytes of global memory hold their own address
extern const Chain globalAtomic; ///< all lanes add to one word and use its old value
extern const Chain sharedAtomic;
extern const Chain barrier;
extern const Chain divergence; ///< lanes below a go another way than the others, `divergentOperations` long
inline constexpr unsigned divergentOperations = 16;
} // namespace probes

} // namespace gevo::cuda
