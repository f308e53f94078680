#include "core/kernel/program/runtime/managed.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace gevo::cuda {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t piece = 64 * 1024; ///< granularity of what counts as written by the host

std::uint8_t* hostPointer(std::uint64_t address) { return reinterpret_cast<std::uint8_t*>(address); }

} // namespace

Result<void> Managed::add(std::uint64_t address, std::uint64_t size) {
  std::uint64_t first = address / page * page;
  std::uint64_t end = (address + size + page - 1) / page * page;
  if (mappedEdges_.contains(first)) first += page;
  if (end > first && mappedEdges_.contains(end - page)) end -= page;
  if (end > first) {
    void* place = mmap(hostPointer(first), end - first, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (place != hostPointer(first)) return fail("host memory at {:#x} can't be mapped for managed memory", first);
    mappedEdges_.insert(first);
    mappedEdges_.insert(end - page);
  }
  std::memset(hostPointer(address), 0, size);
  sizes_[address] = size;
  return {};
}

bool Managed::contains(std::uint64_t address) const {
  const auto after = sizes_.upper_bound(address);
  return after != sizes_.begin() && address - std::prev(after)->first < std::prev(after)->second;
}

Result<void> Managed::toDevice(sim::GlobalMemory& memory, const Range& wrote) {
  for (const auto& [address, size] : sizes_) {
    for (std::uint64_t offset = 0; offset < size; offset += piece) {
      const std::uint64_t length = std::min(piece, size - offset);
      const std::uint8_t* device = memory.view(address + offset, length);
      const ByteView host(hostPointer(address + offset), length);
      if (device != nullptr && std::memcmp(device, host.data(), length) == 0) continue;
      if (const auto written = memory.write(address + offset, host); !written) return written;
      wrote(address + offset, host);
    }
  }
  return {};
}

void Managed::toHost(const sim::GlobalMemory& memory) {
  for (const auto& [address, size] : sizes_) {
    const std::uint8_t* device = memory.view(address, size);
    if (device == nullptr || std::memcmp(device, hostPointer(address), size) == 0) continue;
    std::memcpy(hostPointer(address), device, size);
    changed_.insert(address);
  }
}

void Managed::takeChanged(const Range& changed) {
  for (const std::uint64_t address : changed_) changed(address, ByteView(hostPointer(address), sizes_[address]));
  changed_.clear();
}

} // namespace gevo::cuda
