#include "core/devices/gpu_choice.h"

#include "core/values/device_name.h"

#include <algorithm>

namespace gevo {

Result<DeviceChoice> firstGpu(const MachineReport& machine) {
  const auto gpu = std::ranges::find_if(machine.devices, [](const DeviceChoice& device) { return !device.architecture.empty(); });
  if (gpu != machine.devices.end()) return *gpu;
  std::string why = "gevo doctor says what is missing";
  for (const char* const what : {"NVIDIA GPU", "NVIDIA driver"}) // the last that is missing is the reason
    for (const Finding& finding : machine.findings)
      if (finding.name == what && !finding.found) why = finding.text;
  return fail(
      "the program runs on a real GPU, and there is none here ({}); --program PATH writes the program, to be run where there is one", why);
}

std::string ptxArchitecture(const std::string& project, const std::string& gpu) {
  return !gpu.empty() && architectureNumber(gpu) < architectureNumber(project) ? gpu : project;
}

} // namespace gevo
