#include "core/kernel/runtime/allocation_sites.h"

#include <execinfo.h>

namespace gevo::cuda {

std::uint32_t AllocationSites::current() {
  constexpr int mostCalls = 32;
  std::vector<void*> calls(mostCalls);
  calls.resize(static_cast<std::size_t>(backtrace(calls.data(), mostCalls)));
  return numbers_.try_emplace(std::move(calls), static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
}

} // namespace gevo::cuda
