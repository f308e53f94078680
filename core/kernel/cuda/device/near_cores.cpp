#include "core/kernel/cuda/device/near_cores.h"

#include "core/base/file.h"

#include <charconv>
#include <sched.h>

namespace gevo::cuda {

namespace {

/// "0-3,8" as Linux writes lists of cores; empty if it is none.
std::vector<int> coresIn(std::string_view list) {
  std::vector<int> cores;
  const auto number = [&](int& value) {
    const auto [end, problem] = std::from_chars(list.data(), list.data() + list.size(), value);
    list.remove_prefix(static_cast<std::size_t>(end - list.data()));
    return problem == std::errc() && value >= 0 && value < CPU_SETSIZE;
  };
  const auto skip = [&](char c) {
    const bool has = list.starts_with(c);
    if (has) list.remove_prefix(1);
    return has;
  };
  do {
    int first = 0;
    if (!number(first)) return {};
    int last = first;
    if (skip('-') && !number(last)) return {};
    for (int core = first; core <= last; ++core) cores.push_back(core);
  } while (skip(','));
  return list.empty() || list == "\n" ? cores : std::vector<int>();
}

} // namespace

std::vector<int> coresNear(const std::string& pci, const std::filesystem::path& system) {
  const Result<std::string> list = readFile((system / "bus/pci/devices" / pci / "local_cpulist").string());
  return list ? coresIn(*list) : std::vector<int>();
}

void stayOn(const std::vector<int>& cores) {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return; // more cores than the set has
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const int core : cores)
    if (CPU_ISSET(static_cast<std::size_t>(core), &allowed)) CPU_SET(static_cast<std::size_t>(core), &wanted);
  if (CPU_COUNT(&wanted) > 0) ::sched_setaffinity(0, sizeof wanted, &wanted);
}

} // namespace gevo::cuda
