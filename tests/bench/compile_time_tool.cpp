/// compile_time_tool --architecture sm_90 --assembler nvjitlink --batch 8 --seconds 4 FILE.ll...: prints how long the variants in the files
/// take from IR to machine code, as a line of JSON. tests/bench/compile_time.py starts one process per thread, like the workers of a run.
/// Exit codes: 0 success, 1 error, 2 invalid command line.

#include "tests/bench/compile_time.h"

#include <CLI/CLI.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  gevo::bench::CompileTimeOrder order;
  CLI::App app("Measures how long variants take from LLVM IR to machine code", "compile_time_tool");
  app.add_option("FILE", order.files, "Textual IR from gevo export --ll, used in turn")->required();
  app.add_option("--architecture", order.architecture, "Target architecture")->capture_default_str();
  app.add_option("--assembler", order.assembler, "nvjitlink, in this process, or ptxas, one process per module")
      ->check(CLI::IsMember({"nvjitlink", "ptxas"}))
      ->capture_default_str();
  app.add_option("--batch", order.batch, "Variants per module")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--seconds", order.seconds, "Minimum duration; at least one module is compiled")
      ->check(CLI::Range(0.0, 86'400.0))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const gevo::Result<gevo::bench::CompileTimes> times = gevo::bench::measureCompileTime(order);
  if (times) return std::puts(gevo::bench::compileTimesJson(*times).c_str()) < 0 ? 1 : 0;
  std::fprintf(stderr, "compile_time_tool: %s\n%s", times.error().message.c_str(), times.error().details.c_str());
  return 1;
}
