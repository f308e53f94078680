#include "core/kernel/simulator/decode/intrinsics/texture_places.h"

#include "core/kernel/simulator/decode/decoder_parts.h"

namespace gevo::sim {

unsigned readPlace(DecoderParts& parts, const llvm::CallInst& call, TexturePlace& place, llvm::SmallVectorImpl<Slot>& read) {
  unsigned next = 1;
  if (place.isLayered) read.push_back(place.layer = parts.values.slotOf(call.getArgOperand(next++)));
  for (unsigned i = 0; i < place.dimensions; ++i) read.push_back(place.position[i] = parts.values.slotOf(call.getArgOperand(next++)));
  return next;
}

} // namespace gevo::sim
