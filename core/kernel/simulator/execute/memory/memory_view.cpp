#include "core/kernel/simulator/execute/memory/memory_view.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

namespace {
constexpr unsigned sharedSpace = 3;
constexpr std::uint64_t sectorBytes = 32;
constexpr std::uint64_t mostKeptBytes = 4ULL << 20; ///< of allocations that are gone; their shadows take nine times as much
} // namespace

void MemoryView::open(GlobalMemory& memory, bool checkRaces) {
  launchStamp_ = ++stamp_;
  last_ = 0;
  globalBytes_ = 0;
  global_.clear();
  for (GlobalMemory::Allocation& allocation : memory.allocations_) {
    globalBytes_ += allocation.size;
    global_.push_back(regionOf(allocation, checkRaces));
  }
  forgetUnused();
}

Region MemoryView::regionOf(GlobalMemory::Allocation& allocation, bool checkRaces) {
  Kept& kept = kept_[{allocation.address, allocation.size}];
  kept.lastLaunch = launchStamp_;
  if (kept.sectors.size() == 0) kept.sectors = ZeroedArray<std::uint64_t>(allocation.size / sectorBytes + 1);
  if (checkRaces && kept.shadow.bytes() != allocation.size) kept.shadow.resize(allocation.address, allocation.size);
  return {RegionKind::Global,
          allocation.address,
          allocation.size,
          allocation.bytes.data(),
          allocation.complete ? nullptr : allocation.written.data(),
          checkRaces ? &kept.shadow : nullptr,
          kept.sectors.data()};
}

std::uint64_t MemoryView::allocate(GlobalMemory& memory, std::uint64_t bytes, bool checkRaces) {
  const std::optional<std::uint64_t> address = memory.allocateOnDevice(bytes);
  if (!address) return 0;
  const auto after = std::ranges::upper_bound(global_, *address, {}, &Region::base);
  global_.insert(after, regionOf(*memory.find(*address, bytes), checkRaces));
  return *address;
}

bool MemoryView::release(GlobalMemory& memory, std::uint64_t address) {
  const auto found = std::ranges::find(global_, address, &Region::base);
  if (address < heapBase || address >= symbolBase || found == global_.end() || !memory.free(address)) return false;
  global_.erase(found);
  return true;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> MemoryView::touched() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;
  const std::uint64_t launch = static_cast<std::uint64_t>(launchStamp_) << 32;
  for (const Region& region : global_) {
    for (std::uint64_t sector = 0; sector * sectorBytes < region.size; ++sector) {
      if (region.sectors[sector] < launch) continue;
      const std::uint64_t begin = region.base + sector * sectorBytes;
      const std::uint64_t size = std::min(sectorBytes, region.base + region.size - begin);
      if (!pieces.empty() && pieces.back().first + pieces.back().second == begin)
        pieces.back().second += size;
      else
        pieces.emplace_back(begin, size);
    }
  }
  return pieces;
}

void MemoryView::forgetUnused() {
  std::uint64_t bytes = 0;
  for (const auto& [range, kept] : kept_) bytes += range.second;
  if (bytes > globalBytes_ + mostKeptBytes)
    std::erase_if(kept_, [&](const auto& entry) { return entry.second.lastLaunch != launchStamp_; });
}

void MemoryView::openShared(std::uint64_t bytes, bool checkRaces) {
  sharedBytes_.assign(bytes, 0);
  sharedWritten_.assign(bytes, 0);
  if (checkRaces && sharedShadow_.bytes() != bytes) sharedShadow_.resize(sharedWindow, bytes);
  shared_ = {
      RegionKind::Shared, sharedWindow, bytes, sharedBytes_.data(), sharedWritten_.data(), checkRaces ? &sharedShadow_ : nullptr, nullptr};
}

MemoryView::SharedMemory MemoryView::makeShared(std::uint64_t bytes, bool checkRaces) {
  SharedMemory shared{Bytes(bytes), Bytes(bytes), {}};
  if (checkRaces) shared.shadow.resize(sharedWindow, bytes);
  return shared;
}

void MemoryView::exchangeShared(SharedMemory& other) {
  std::swap(sharedBytes_, other.bytes);
  std::swap(sharedWritten_, other.written);
  std::swap(sharedShadow_, other.shadow);
  shared_.bytes = sharedBytes_.data();
  shared_.written = sharedWritten_.data();
}

void MemoryView::openParameters(ByteView parameters) {
  parameterBytes_.assign(parameters.begin(), parameters.end());
  parameters_ = {RegionKind::Parameter, parameterWindow, parameterBytes_.size(), parameterBytes_.data(), nullptr, nullptr, nullptr};
}

void MemoryView::openLocal(LocalMemory& memory) {
  local_ = {RegionKind::Local, localWindow, memory.bytesPerLane(), memory.bytes(), memory.written(), nullptr, nullptr};
}

void MemoryView::clearShared() {
  // The bytes themselves may stay: reading one before it is written is a fault.
  if (!sharedWritten_.empty()) std::memset(sharedWritten_.data(), 0, sharedWritten_.size());
}

Region* MemoryView::findElsewhere(std::uint64_t address, unsigned space) {
  if (address < windowBytes && space == sharedSpace) address += sharedWindow;
  Region* region = nullptr;
  if (address - sharedWindow < windowBytes)
    region = &shared_;
  else if (address - localWindow < windowBytes)
    region = &local_;
  else if (address - parameterWindow < windowBytes)
    region = &parameters_;
  if (!region) {
    const auto after = std::upper_bound(global_.begin(), global_.end(), address,
                                        [](std::uint64_t a, const Region& candidate) { return a < candidate.base; });
    if (after == global_.begin()) return nullptr;
    last_ = static_cast<std::size_t>(after - global_.begin()) - 1;
    region = &global_[last_];
  }
  return address - region->base < region->size ? region : nullptr;
}

Region* MemoryView::beside(std::uint64_t address, unsigned space, std::uint64_t reach) {
  if (address < windowBytes && space == sharedSpace) address += sharedWindow;
  if (address - sharedWindow < windowBytes)
    return shared_.size > 0 && address - sharedWindow < shared_.size + undefinedReach ? &shared_ : nullptr;
  if (address - localWindow < windowBytes || address - parameterWindow < windowBytes) return nullptr;
  const auto after = std::ranges::upper_bound(global_, address, {}, &Region::base);
  const auto reaches = [address, reach](const Region& region) {
    return address >= region.base ? address - region.base < region.size + reach : region.base - address <= reach;
  };
  if (after != global_.begin() && reaches(*(after - 1))) return &*(after - 1);
  return after != global_.end() && reaches(*after) ? &*after : nullptr;
}

std::string MemoryView::nearest(std::uint64_t address, unsigned space) const {
  if (address < windowBytes && space == sharedSpace) address += sharedWindow;
  if (address - sharedWindow < windowBytes)
    return fmt::format("at byte {} of the block's {} bytes of shared memory", address - sharedWindow, shared_.size);
  if (address - localWindow < windowBytes) return fmt::format("outside the thread's {} bytes of local memory", local_.size);
  if (address - parameterWindow < windowBytes) return fmt::format("outside the kernel's {} bytes of parameters", parameters_.size);
  constexpr std::uint64_t farthest = 1ULL << 32;
  const auto after = std::ranges::upper_bound(global_, address, {}, &Region::base);
  const Region* const below = after != global_.begin() ? &*(after - 1) : nullptr;
  const std::uint64_t past = below ? address - (below->base + below->size) : farthest;
  const std::uint64_t before = after != global_.end() ? after->base - address : farthest;
  if (past <= before && past < farthest)
    return fmt::format("{} byte{} past the end of a {}-byte allocation", past, past == 1 ? "" : "s", below->size);
  if (before < farthest)
    return fmt::format("{} byte{} before the start of a {}-byte allocation", before, before == 1 ? "" : "s", after->size);
  return "in no allocation";
}

} // namespace gevo::sim
