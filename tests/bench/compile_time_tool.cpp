/// compile_time_tool --architecture sm_90 --assembler nvjitlink --batch 8 --seconds 4 FILE.ll...: prints how long the variants in the files
/// take from IR to machine code, as a line of JSON. tests/bench/compile_time.py starts one for each thread that it asks about, as runs
/// start workers. Exit codes: 0 it was measured, 1 it was not, 2 the command line was wrong.

#include "tests/bench/compile_time.h"

#include <CLI/CLI.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  gevo::bench::CompileTimeOrder order;
  CLI::App app("Measures how long variants take from LLVM IR to machine code", "compile_time_tool");
  app.add_option("FILE", order.files, "IR as text, as gevo export --ll writes it; taken in turn")->required();
  app.add_option("--architecture", order.architecture, "To make machine code for")->capture_default_str();
  app.add_option("--assembler", order.assembler, "nvjitlink, in this process, or ptxas, a process for each module")
      ->check(CLI::IsMember({"nvjitlink", "ptxas"}))
      ->capture_default_str();
  app.add_option("--batch", order.batch, "Variants to a module")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--seconds", order.seconds, "To go on for, and for one module at least")
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
