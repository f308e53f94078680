#include "app/mpi/cores.h"

#include <algorithm>
#include <sched.h>
#include <vector>

namespace gevo {

void takeCores(unsigned rankHere, unsigned sizeHere) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &cores);
  // The kernel leaves out those that there are not, or that the scheduler keeps for others.
  if (::sched_setaffinity(0, sizeof cores, &cores) != 0 || ::sched_getaffinity(0, sizeof cores, &cores) != 0) return;
  std::vector<std::size_t> allowed;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &cores)) allowed.push_back(core);
  if (sizeHere <= 1 || allowed.empty()) return;
  const std::size_t each = std::max<std::size_t>(1, allowed.size() / sizeHere);
  const std::size_t first = rankHere * each % allowed.size();
  CPU_ZERO(&cores);
  for (std::size_t i = first; i < std::min(first + each, allowed.size()); ++i) CPU_SET(allowed[i], &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

} // namespace gevo
