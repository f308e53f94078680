#include "tests/app/nvidia_programs.h"

#include "tests/core/kernel/toolkit_without_programs.h"

#include <optional>

namespace {

std::optional<gevo::program::ToolkitWithoutPrograms> toolkit;

} // namespace

void withoutNvidiaPrograms() {
  qputenv("GEVO_NVJITLINK", "/nowhere");
  toolkit.emplace();
}

void withNvidiaPrograms() {
  qunsetenv("GEVO_NVJITLINK");
  toolkit.reset();
}
