#include "app/worker/report.h"

#include <cstdio>

namespace gevo {

int reportFailure(const Error& error) {
  std::fprintf(stderr, "gevo-worker: %s\n%s", error.message.c_str(), error.details.c_str());
  return 1;
}

void printStep(const std::string& step) { std::fprintf(stderr, "%s\n", step.c_str()); }

} // namespace gevo
