#pragma once

/// Runs independent work on threads of this process.

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace gevo {

/// work(0) to work(count - 1), each once, in any order; returns when all are done. `work` does not throw. `threads`: 0 is one for each
/// processor; the calling thread is one of them.
template <class Work> void inParallel(std::size_t count, unsigned threads, const Work& work) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) others.emplace_back(take);
  take();
}

} // namespace gevo
