#include "core/kernel/runtime/managed.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace gevo::cuda {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t piece = 64 * 1024; ///< granularity of host writes

std::uint8_t* hostPointer(std::uint64_t address) { return reinterpret_cast<std::uint8_t*>(address); }

struct Pages {
  std::uint64_t first;
  std::uint64_t size;
};

/// Device allocations never share a page.
Pages pagesOf(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t first = address / page * page;
  return {first, (address + size + page - 1) / page * page - first};
}

} // namespace

Result<void> Managed::add(std::uint64_t address, std::uint64_t size, Kind kind) {
  const Pages pages = pagesOf(address, size);
  void* const wanted = hostPointer(pages.first);
  const int fixed = replaces_ ? MAP_FIXED : MAP_FIXED_NOREPLACE;
  void* const mapped = mmap(wanted, pages.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
  if (mapped != wanted) return fail("host memory at {:#x} can't be mapped for memory that host and device share", pages.first);
  shared_[address] = {size, hostPointer(address), kind, kind == Kind::Managed};
  if (kind != Kind::Managed) ++asleep_;
  return {};
}

void Managed::mirror(std::uint64_t address, std::uint64_t size, void* host) {
  shared_[address] = {size, static_cast<std::uint8_t*>(host), Kind::Registered, false};
  ++asleep_;
}

void Managed::remove(std::uint64_t address) {
  const auto found = shared_.find(address);
  if (found == shared_.end()) return;
  const Pages pages = pagesOf(address, found->second.size);
  if (found->second.kind != Kind::Registered && replaces_)
    (void)mmap(hostPointer(pages.first), pages.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  else if (found->second.kind != Kind::Registered)
    munmap(hostPointer(pages.first), pages.size);
  if (!found->second.awake) --asleep_;
  shared_.erase(found);
  changed_.erase(address);
}

std::optional<Managed::Region> Managed::find(std::uint64_t address) const {
  const auto after = shared_.upper_bound(address);
  if (after == shared_.begin()) return std::nullopt;
  const auto& [first, shared] = *std::prev(after);
  if (address - first >= shared.size) return std::nullopt;
  return Region{first, shared.size, shared.kind, shared.awake};
}

std::vector<std::uint64_t> Managed::addresses() const {
  std::vector<std::uint64_t> all;
  for (const auto& [address, shared] : shared_) all.push_back(address);
  return all;
}

std::optional<std::uint64_t> Managed::deviceAddress(const void* host) const {
  const auto* wanted = static_cast<const std::uint8_t*>(host);
  for (const auto& [address, shared] : shared_)
    if (wanted >= shared.host && wanted < shared.host + shared.size) return address + static_cast<std::uint64_t>(wanted - shared.host);
  return std::nullopt;
}

void Managed::wake(std::uint64_t address) {
  Shared& shared = shared_.at(address);
  if (!shared.awake) --asleep_;
  shared.awake = true;
}

Result<void> Managed::toDevice(sim::GlobalMemory& memory, const Range& wrote) {
  for (const auto& [address, shared] : shared_) {
    if (!shared.awake) continue;
    for (std::uint64_t offset = 0; offset < shared.size; offset += piece) {
      const std::uint64_t length = std::min(piece, shared.size - offset);
      const std::uint8_t* device = memory.view(address + offset, length);
      const ByteView host(shared.host + offset, length);
      if (device != nullptr && std::memcmp(device, host.data(), length) == 0) continue;
      if (const auto written = memory.write(address + offset, host); !written) return written;
      wrote(address + offset, host);
    }
  }
  return {};
}

void Managed::toHost(const sim::GlobalMemory& memory) {
  for (const auto& [address, shared] : shared_) {
    if (!shared.awake) continue;
    const std::uint8_t* device = memory.view(address, shared.size);
    if (device == nullptr || std::memcmp(device, shared.host, shared.size) == 0) continue;
    std::memcpy(shared.host, device, shared.size);
    changed_.insert(address);
  }
}

void Managed::deliver(std::uint64_t address, ByteView bytes) {
  const Shared& shared = shared_.at(address);
  std::memcpy(shared.host, bytes.data(), std::min<std::size_t>(bytes.size(), shared.size));
}

void Managed::takeChanged(const Range& changed) {
  for (const std::uint64_t address : changed_) {
    const Shared& shared = shared_.at(address);
    changed(address, ByteView(shared.host, shared.size));
  }
  changed_.clear();
}

} // namespace gevo::cuda
