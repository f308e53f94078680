#include "core/kernel/simulator/machine/memory.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

namespace {
constexpr std::uint64_t pageBytes = 2ULL << 20;
constexpr std::uint64_t alignment = 256;
constexpr std::uint64_t largestAllocation = mostMemory;

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

bool startsAfter(std::uint64_t address, const GlobalMemory::Allocation& allocation) { return address < allocation.address; }
} // namespace

Result<std::uint64_t> GlobalMemory::reserve(std::uint64_t bytes) {
  if (bytes == 0 || bytes > largestAllocation)
    return fail("cannot allocate {} bytes of device memory: allocations have 1 byte to 64 GiB", bytes);
  // The allocation ends at the end of its pages, so that an overrun hits the gap.
  const std::uint64_t end = next_ + roundUp(bytes + 2 * margin_, pageBytes);
  std::uint64_t address = end - margin_ - roundUp(bytes, alignment);
  if (address % pageBytes < margin_) address -= margin_; // there is another page before it
  next_ = end + pageBytes;
  return address;
}

Result<std::uint64_t> GlobalMemory::allocate(std::uint64_t bytes) {
  const Result<std::uint64_t> address = reserve(bytes);
  if (!address) return address;
  GEVO_TRY(allocateAt(*address, bytes));
  return address;
}

Result<void> GlobalMemory::allocateAt(std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0 || bytes > largestAllocation || address % alignment != 0)
    return fail("cannot place {} bytes at {:#x}: allocations have 1 byte to 64 GiB and start at multiples of 256", bytes, address);
  const auto after = std::upper_bound(allocations_.begin(), allocations_.end(), address, startsAfter);
  const bool hitsNext = after != allocations_.end() && after->address - address < bytes;
  const bool hitsPrevious = after != allocations_.begin() && address - (after - 1)->address < (after - 1)->size;
  if (hitsNext || hitsPrevious) return fail("cannot place {} bytes at {:#x}: another allocation is there; free it first", bytes, address);
  if (bytes > mostMemory - total_)
    return fail("cannot place {} bytes in addition to {} allocated ones: the simulated GPU has {} GiB", bytes, total_, mostMemory >> 30);
  allocations_.insert(after, {address, bytes, ZeroedArray<std::uint8_t>(bytes), ZeroedArray<std::uint8_t>(bytes), false});
  total_ += bytes;
  if (address >= deviceBase && address < heapBase) next_ = std::max(next_, roundUp(address + bytes, pageBytes) + pageBytes);
  return {};
}

std::optional<std::uint64_t> GlobalMemory::allocateOnDevice(std::uint64_t bytes) {
  std::uint64_t taken = 0;
  for (const Allocation& allocation : allocations_)
    if (allocation.address >= heapBase && allocation.address < symbolBase) taken += allocation.size;
  if (bytes == 0 || bytes > heapBytes - taken) return std::nullopt;
  const std::uint64_t address = nextOnHeap_;
  if (!allocateAt(address, bytes)) return std::nullopt;
  nextOnHeap_ = address + roundUp(bytes, alignment) + alignment;
  return address;
}

Result<void> GlobalMemory::free(std::uint64_t address) {
  const auto found =
      std::find_if(allocations_.begin(), allocations_.end(), [&](const Allocation& allocation) { return allocation.address == address; });
  if (found == allocations_.end()) return fail("cannot free {:#x}: no allocation starts there", address);
  total_ -= found->size;
  allocations_.erase(found);
  return {};
}

void GlobalMemory::clear() {
  allocations_.clear();
  total_ = 0;
  next_ = deviceBase;
  nextOnHeap_ = heapBase;
}

const GlobalMemory::Allocation* GlobalMemory::find(std::uint64_t address, std::uint64_t size) const {
  const auto after = std::upper_bound(allocations_.begin(), allocations_.end(), address, startsAfter);
  if (after == allocations_.begin()) return nullptr;
  const Allocation& candidate = *(after - 1);
  const std::uint64_t offset = address - candidate.address;
  return offset <= candidate.size && size <= candidate.size - offset ? &candidate : nullptr;
}

GlobalMemory::Allocation* GlobalMemory::find(std::uint64_t address, std::uint64_t size) {
  return const_cast<Allocation*>(std::as_const(*this).find(address, size));
}

std::string GlobalMemory::missing(std::uint64_t address, std::uint64_t size) const {
  const auto distance = [&](const Allocation& allocation) {
    return allocation.address > address ? allocation.address - address : address - std::min(address, allocation.address + allocation.size);
  };
  const auto nearest = std::ranges::min_element(allocations_, {}, distance);
  if (nearest == allocations_.end())
    return fmt::format("{} bytes at {:#x} of device memory are not inside an allocation, and there is none", size, address);
  return fmt::format("{} bytes at {:#x} of device memory are not inside an allocation; the nearest has {} bytes at {:#x}", size, address,
                     nearest->size, nearest->address);
}

void GlobalMemory::markWritten(Allocation& allocation, std::uint64_t offset, std::uint64_t size) {
  if (allocation.complete) return;
  if (size == allocation.size) {
    allocation.complete = true;
    allocation.written.reset();
    return;
  }
  std::memset(allocation.written.data() + offset, 1, size);
}

void GlobalMemory::markOld() {
  for (Allocation& allocation : allocations_) {
    if (allocation.complete) allocation.written = ZeroedArray<std::uint8_t>(allocation.size);
    for (std::uint64_t byte = 0; byte < allocation.size; ++byte)
      if (allocation.complete || allocation.written[byte] != 0) allocation.written[byte] = 2;
    allocation.complete = false;
  }
}

Result<void> GlobalMemory::write(std::uint64_t address, ByteView bytes) {
  if (bytes.empty()) return {};
  Allocation* target = find(address, bytes.size());
  if (!target) return fail("{}", missing(address, bytes.size()));
  std::memcpy(target->bytes.data() + (address - target->address), bytes.data(), bytes.size());
  markWritten(*target, address - target->address, bytes.size());
  return {};
}

void GlobalMemory::overwrite(std::uint64_t address, ByteView bytes) {
  if (Allocation* target = find(address, bytes.size()); target != nullptr)
    std::memcpy(target->bytes.data() + (address - target->address), bytes.data(), bytes.size());
}

Result<void> GlobalMemory::fill(std::uint64_t address, std::uint8_t value, std::uint64_t size) {
  if (size == 0) return {};
  Allocation* target = find(address, size);
  if (!target) return fail("{}", missing(address, size));
  std::memset(target->bytes.data() + (address - target->address), value, size);
  markWritten(*target, address - target->address, size);
  return {};
}

Result<void> GlobalMemory::copy(std::uint64_t destination, std::uint64_t source, std::uint64_t size) {
  if (size == 0) return {};
  const Allocation* from = find(source, size);
  Allocation* to = find(destination, size);
  if (!from || !to) return fail("{}", missing(from ? destination : source, size));
  const std::uint64_t fromOffset = source - from->address;
  const std::uint64_t toOffset = destination - to->address;
  std::memmove(to->bytes.data() + toOffset, from->bytes.data() + fromOffset, size);
  if (from->complete) {
    markWritten(*to, toOffset, size);
    return {};
  }
  if (to->complete) {
    to->written = ZeroedArray<std::uint8_t>(to->size);
    std::memset(to->written.data(), 1, to->size);
    to->complete = false;
  }
  std::memmove(to->written.data() + toOffset, from->written.data() + fromOffset, size);
  return {};
}

Result<Bytes> GlobalMemory::read(std::uint64_t address, std::uint64_t size) const {
  if (size == 0) return Bytes{};
  const std::uint8_t* bytes = view(address, size);
  if (!bytes) return fail("{}", missing(address, size));
  return Bytes(bytes, bytes + size);
}

const std::uint8_t* GlobalMemory::view(std::uint64_t address, std::uint64_t size) const {
  const Allocation* allocation = find(address, size);
  return allocation ? allocation->bytes.data() + (address - allocation->address) : nullptr;
}

const std::uint8_t* GlobalMemory::written(std::uint64_t address, std::uint64_t size) const {
  const Allocation* allocation = find(address, size);
  return allocation && !allocation->complete ? allocation->written.data() + (address - allocation->address) : nullptr;
}

} // namespace gevo::sim
