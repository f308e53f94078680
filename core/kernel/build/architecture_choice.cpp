#include "core/kernel/build/architecture_choice.h"

#include "core/build_commands/build_flags.h"
#include "core/values/device_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gevo::program {

namespace {

/// {9, 0} of "sm_90a"; {0, 0} of an invalid architecture, which clang reports.
std::pair<unsigned, unsigned> capabilityOf(const std::string& architecture) {
  const unsigned number = architectureNumber(architecture);
  return {number / 10, number % 10};
}

} // namespace

ChosenArchitecture chooseArchitecture(const std::string& asked, const std::vector<std::string>& named, const std::string& seen,
                                      const std::string& device) {
  ChosenArchitecture chosen{asked, {}};
  if (asked.empty()) {
    chosen.architecture = architectureFor(named, seen);
    const bool isNamed = std::ranges::count(named, chosen.architecture) > 0;
    const auto old = std::ranges::find_if(named, [](const std::string& one) { return architectureNumber(one) > 0; });
    if (!isNamed && old != named.end())
      chosen.notes.push_back(
          fmt::format("today's CUDA compiles no code for {}, so the code is compiled for the device's {}", *old, chosen.architecture));
  }
  if (capabilityOf(chosen.architecture) > capabilityOf(seen))
    chosen.notes.push_back(fmt::format("the code is compiled for {}, which is newer than the GPU that the program sees ({}, {}); "
                                       "leave the architecture out, or choose another device",
                                       chosen.architecture, device, seen));
  return chosen;
}

} // namespace gevo::program
