/// Writes GENERATIONS generations into a .gevo file, unless it is killed first. Prints "ready" when it has claimed the file and then waits
/// for a line on stdin, so that tests need no sleep.
///
///     store_writer FILE GENERATIONS [half]    "half": kills itself in the middle of the last one

#include "core/values/generation.h"
#include "sample_run.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

int main(int count, char** words) {
  if (count < 3) return 2;
  auto store = gevo::Store::open(words[1], gevo::Store::Access::Write);
  if (!store) {
    std::puts(store.error().message.c_str());
    return 1;
  }
  const auto run = (*store)->beginRun({}, "simulated H200", gevo::sample::original());
  if (!run || !(*store)->setStatus(*run, {gevo::RunState::Running, {}, 0})) return 1;
  std::puts("ready");
  std::fflush(stdout);
  std::string line;
  std::getline(std::cin, line);

  const auto generations = std::uint32_t(std::atoi(words[2]));
  for (std::uint32_t number = 0; number < generations; ++number) {
    gevo::GenerationResult result = gevo::sample::generation(number);
    // A second individual of the same id breaks the transaction after the first ten rows are written.
    const bool breaks = count > 3 && number + 1 == generations;
    if (breaks) result.evaluations.push_back(result.evaluations.front());
    if (!(*store)->addGeneration(*run, result) && breaks) std::raise(SIGKILL);
  }
  std::puts("written");
  std::fflush(stdout);
  std::getline(std::cin, line);
  return 0;
}
