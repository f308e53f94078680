#include "core/kernel/worker/screening.h"

#include "core/values/device_name.h"

#include <algorithm>

namespace gevo::worker {

Screening screeningOf(const Project& project, const EvaluationSettings& settings) {
  if (!settings.screen) return {};
  const bool hasScreen = std::ranges::any_of(project.tests, [](const TestCase& test) { return test.role == TestRole::Screen; });
  if (hasScreen || !isGpu(project.build.device)) return {true, {}};
  return {false,
          "The tests were recorded on a GPU, so variants go there unscreened; a small test given to gevo new with --screen is run on "
          "the simulated GPU first."};
}

} // namespace gevo::worker
