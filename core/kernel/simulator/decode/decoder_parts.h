#pragma once

/// The parts of the decoder of one function. Each has its own state; functions that decode an instruction get them all.

#include "core/kernel/simulator/decode/address_cache.h"
#include "core/kernel/simulator/decode/block_order.h"
#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/folded_extensions.h"
#include "core/kernel/simulator/decode/folded_sums.h"
#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/hoisting.h"
#include "core/kernel/simulator/decode/liveness.h"
#include "core/kernel/simulator/decode/scalar_types.h"
#include "core/kernel/simulator/decode/undefined/undefined_masks.h"
#include "core/kernel/simulator/decode/value_slots.h"

namespace gevo::sim {

struct DecoderParts {
  DecoderParts(KernelContext& kernel, const llvm::Function& decoded)
      : function(kernel, decoded), costs(kernel.model.costs), types(function.layout), frame(function.code), order(decoded),
        extensions(order), sums(decoded), liveness(order, extensions), values(function, types, frame, liveness), emitter(function, frame),
        undefined(function, types, frame, values, emitter), hoisting(function), addressCache(function, hoisting, emitter) {}
  DecoderParts(const DecoderParts&) = delete;
  DecoderParts& operator=(const DecoderParts&) = delete;

  FunctionContext function; ///< what is decoded, the code being written, the first error
  const CostTable& costs;
  ScalarTypes types;           ///< the scalars that types consist of
  FrameSlots frame;            ///< free and used slots of the register frame, constants, special registers
  BlockOrder order;            ///< of the basic blocks, their numbers in the code, reconvergence
  FoldedExtensions extensions; ///< index extensions that address computations do themselves
  FoldedSums sums;             ///< additions that the next one does itself
  Liveness liveness;           ///< how long values are needed
  ValueSlots values;           ///< which slots hold which values
  Emitter emitter;             ///< the block being filled, and its timing
  UndefinedMasks undefined;    ///< masks of the lanes in which values are undefined
  Hoisting hoisting;           ///< which values are computed before a block of threads runs
  AddressCache addressCache;   ///< addresses that the executor caches
};

} // namespace gevo::sim
