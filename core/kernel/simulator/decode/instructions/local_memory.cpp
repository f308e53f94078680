#include "core/kernel/simulator/decode/instructions/local_memory.h"

#include "core/kernel/simulator/decode/decoder_parts.h"

#include <algorithm>

namespace gevo::sim {

namespace {

constexpr std::uint32_t mostLocalBytes = 512 << 10;

} // namespace

std::uint32_t reserveLocal(DecoderParts& parts, std::uint64_t bytes, std::uint64_t wanted) {
  const auto alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, 256));
  std::uint32_t& end = parts.function.code.localBytes;
  const std::uint32_t offset = (end + alignment - 1) / alignment * alignment;
  end = offset + static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, mostLocalBytes));
  if (end > mostLocalBytes) parts.function.unsupported(*parts.function.current, "more than 512 KiB of local memory per thread");
  return offset;
}

void decodeAlloca(DecoderParts& parts, const llvm::AllocaInst& instruction) {
  parts.emitter.countInstruction();
  const auto size = instruction.getAllocationSize(parts.function.layout);
  if (!size || size->isScalable() || size->getFixedValue() > mostLocalBytes)
    return parts.function.unsupported(instruction, "local memory of unknown size, or above 512 KiB per thread");
  const std::uint32_t offset = reserveLocal(parts, size->getFixedValue(), instruction.getAlign().value());
  const Slot base = parts.frame.special(SpecialRegister::LocalBase);
  const Slot result = parts.values.define(instruction).front();
  parts.emitter.emit(LaneFamily::AddressOffset, 0, wideType, result, {base}, parts.costs.free).extra = offset;
}

} // namespace gevo::sim
