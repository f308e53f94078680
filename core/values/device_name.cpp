#include "core/values/device_name.h"

#include <charconv>

namespace gevo {

std::optional<int> gpuNumber(std::string_view device) {
  constexpr std::string_view prefix = "cuda";
  if (!device.starts_with(prefix)) return std::nullopt;
  device.remove_prefix(prefix.size());
  if (device.empty()) return 0;
  if (device.front() != ':') return std::nullopt;
  device.remove_prefix(1);
  int number = 0;
  const auto [end, problem] = std::from_chars(device.data(), device.data() + device.size(), number);
  if (problem != std::errc() || end != device.data() + device.size() || number < 0) return std::nullopt;
  return number;
}

unsigned architectureNumber(std::string_view architecture) {
  constexpr std::string_view prefix = "sm_";
  if (!architecture.starts_with(prefix)) return 0;
  unsigned number = 0;
  std::from_chars(architecture.data() + prefix.size(), architecture.data() + architecture.size(), number);
  return number;
}

bool isEveryGpu(std::string_view device) { return device == "cuda:all"; }
bool isGpu(std::string_view device) { return isEveryGpu(device) || gpuNumber(device); }

std::string screeningDevice(const std::string& device) { return isGpu(device) ? "sim" : device; }

} // namespace gevo
