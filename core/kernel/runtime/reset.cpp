// cudaDeviceReset: restores the device's state before the first call.

#include "core/kernel/runtime/device.h"

#include <algorithm>

namespace gevo::cuda {

void Device::rememberSymbols() {
  for (const auto& [handle, name] : variables_) {
    const auto variable = symbol(name);
    if (!variable) continue;
    const std::uint8_t* bytes = memory_.view(variable->address, variable->size);
    if (bytes != nullptr) initialSymbols_[name] = Bytes(bytes, bytes + variable->size);
  }
}

Status Device::reset() {
  if (!simulator_) return status::success;
  if (sticky_ == status::success) synchronise();
  sticky_ = status::success;
  while (!textures_.empty())
    if (const Status destroyed = destroyTexture(textures_.begin()->first); destroyed != status::success) return destroyed;
  arrays_.clear();
  for (const std::uint64_t address : managed_.addresses()) free(address);
  while (!sizes_.empty())
    if (const Status freed = free(sizes_.begin()->first); freed != status::success) return freed;
  for (const auto& [name, initial] : initialSymbols_) {
    const auto variable = symbol(name);
    if (const Status fetched = fetch(variable->address, variable->size); fetched != status::success) return fetched;
    const std::uint8_t* now = memory_.view(variable->address, variable->size);
    // In a playback no kernel has written to it.
    if (playback_ ? !playback_->writesNext(name) : std::equal(initial.begin(), initial.end(), now)) continue;
    if (const Status written = writeSymbol(name, 0, initial.data(), initial.size()); written != status::success) return written;
  }
  return status::success;
}

Status Device::reportUnsupported(const std::string& name) {
  auto& names = capture_.unsupportedCalls;
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return status::notSupported;
}

const void* Device::kernelHandle(const std::string& name) {
  const void* const handle = &*kernelNames_.insert(name).first;
  functions_[handle] = name;
  return handle;
}

} // namespace gevo::cuda
