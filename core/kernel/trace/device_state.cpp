#include "core/kernel/trace/device_state.h"

namespace gevo::program {

Result<void> DeviceState::apply(const Event& event) {
  switch (event.kind) {
  case EventKind::Allocate:
    return memory_.allocateAt(event.address, event.size);
  case EventKind::Free:
    return memory_.free(event.address);
  case EventKind::CopyToDevice:
    return memory_.write(event.address, event.data);
  case EventKind::CopyOnDevice:
    return memory_.copy(event.address, event.source, event.size);
  case EventKind::Memset:
    return memory_.fill(event.address, static_cast<std::uint8_t>(event.value), event.size);
  case EventKind::WriteSymbol: {
    GEVO_TRY_ASSIGN(const std::uint64_t address, symbolAddress(event));
    return memory_.write(address, event.data);
  }
  case EventKind::CreateTexture:
    return createTexture(event);
  case EventKind::DestroyTexture:
    textures_.erase(event.address);
    return {};
  case EventKind::TolerateUndefined:
    undefinedByte_ = chosen_.value_or(static_cast<std::uint8_t>(event.value));
    return {};
  case EventKind::Sample:
  case EventKind::Launch:
  case EventKind::CopyToHost:
  case EventKind::ReadSymbol:
    return {};
  }
  return fail("it contains an event that this version does not know");
}

sim::LaunchReport DeviceState::launch(const Event& event, const sim::Limits& limits, const sim::BlockSample* sample) {
  sim::Limits own = limits;
  own.undefinedByte = undefinedByte_;
  return simulator_.launch({event.name, event.grid, event.block, event.dynamicShared, event.data, &textures_, isCooperative(event), sample},
                           memory_, own);
}

Result<std::uint64_t> DeviceState::sourceOf(const Event& copy) const {
  if (copy.kind == EventKind::ReadSymbol) return symbolAddress(copy);
  return copy.address;
}

Result<void> DeviceState::createTexture(const Event& event) {
  GEVO_TRY_ASSIGN(textures_[event.address], sim::decodeTexture(event.data));
  return {};
}

Result<std::uint64_t> DeviceState::symbolAddress(const Event& event) const {
  const auto symbol = simulator_.symbol(event.name);
  if (!symbol) return fail("the variable {} is no longer in the module", event.name);
  return symbol->address + event.address;
}

} // namespace gevo::program
