/// gpu_trial_tool [GPU]: checks that everything that runs rely on works on a GPU of this machine. Exit codes: 0 it does, 1 it does not,
/// 2 invalid command line.

#include "tests/bench/gpu_trial.h"

#include <CLI/CLI.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  int gpu = 0;
  CLI::App app("Checks that everything that runs rely on works on a GPU, and prints a line for each step", "gpu_trial_tool");
  app.add_option("GPU", gpu, "Number of the GPU, from 0")->check(CLI::Range(0, 1023))->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const gevo::Result<void> passed = gevo::bench::runGpuTrial(gpu, [](const std::string& line) { std::printf("%s\n", line.c_str()); });
  if (passed) return 0;
  std::fprintf(stderr, "gpu_trial_tool: %s\n%s", passed.error().message.c_str(), passed.error().details.c_str());
  return 1;
}
