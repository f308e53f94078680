#include "core/kernel/simulator/machine/memory_image.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

MemoryImage::MemoryImage(const GlobalMemory& memory) : total_(memory.total_), next_(memory.next_), nextOnHeap_(memory.nextOnHeap_) {
  for (const GlobalMemory::Allocation& allocation : memory.allocations_) {
    const std::uint8_t* const written = allocation.written.data();
    saved_.push_back({allocation.address, Bytes(allocation.bytes.data(), allocation.bytes.data() + allocation.size),
                      allocation.complete ? Bytes() : Bytes(written, written + allocation.size)});
  }
}

void MemoryImage::restore(GlobalMemory& memory) const {
  std::vector<GlobalMemory::Allocation> allocations;
  for (const Saved& saved : saved_) {
    const std::size_t size = saved.bytes.size();
    GlobalMemory::Allocation& allocation =
        allocations.emplace_back(saved.address, size, ZeroedArray<std::uint8_t>(size), ZeroedArray<std::uint8_t>(), saved.written.empty());
    std::memcpy(allocation.bytes.data(), saved.bytes.data(), size);
    if (allocation.complete) continue;
    allocation.written = ZeroedArray<std::uint8_t>(size);
    std::memcpy(allocation.written.data(), saved.written.data(), size);
  }
  memory.allocations_ = std::move(allocations);
  memory.total_ = total_;
  memory.next_ = next_;
  memory.nextOnHeap_ = nextOnHeap_;
}

std::optional<std::vector<MemoryRange>> MemoryImage::differences(const GlobalMemory& memory) const {
  std::vector<MemoryRange> ranges;
  if (memory.allocations_.size() != saved_.size()) return std::nullopt;
  for (std::size_t i = 0; i < saved_.size(); ++i) {
    const GlobalMemory::Allocation& now = memory.allocations_[i];
    const Bytes& before = saved_[i].bytes;
    if (now.address != saved_[i].address || now.size != before.size()) return std::nullopt;
    if (std::memcmp(now.bytes.data(), before.data(), before.size()) == 0) continue;
    for (std::size_t byte = 0; byte < before.size(); ++byte)
      if (now.bytes[byte] != before[byte]) addByte(ranges, now.address + byte);
  }
  return ranges;
}

void addByte(std::vector<MemoryRange>& ranges, std::uint64_t address) {
  if (!ranges.empty() && ranges.back().address + ranges.back().size == address)
    ++ranges.back().size;
  else
    ranges.push_back({address, 1});
}

std::vector<MemoryRange> without(const std::vector<MemoryRange>& ranges, const std::vector<MemoryRange>& others) {
  std::vector<MemoryRange> left;
  auto other = others.begin();
  for (const MemoryRange& range : ranges) {
    std::uint64_t begin = range.address;
    const std::uint64_t end = range.address + range.size;
    while (other != others.end() && other->address + other->size <= begin) ++other;
    for (auto hole = other; hole != others.end() && hole->address < end; ++hole) {
      if (hole->address > begin) left.push_back({begin, hole->address - begin});
      begin = std::max(begin, hole->address + hole->size);
    }
    if (begin < end) left.push_back({begin, end - begin});
  }
  return left;
}

} // namespace gevo::sim
