#include "core/kernel/simulator/execute/memory/shadow.h"

namespace gevo::sim {

namespace {

/// Copies what one slot of a granule says to those of its bytes; of two slots, a byte's first is filled first.
void spread(const ShadowSlots& from, std::uint64_t granule, const ShadowSlots& to) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint64_t cell = 4 * granule + byte;
    unsigned used = 0;
    for (unsigned slot = 0; slot < 2; ++slot) {
      to.stamps[slot][cell] = 0;
      const Stamp stamp{from.stamps[slot][granule]};
      const std::uint32_t location = from.locations[slot][granule];
      if (stamp.bits == 0 || location >> uncoveredShift >> byte & 1) continue;
      to.stamps[used][cell] = stamp.ofByte(byte).bits;
      to.locations[used][cell] = location & locationMask;
      ++used;
    }
  }
}

} // namespace

ShadowLevel::ShadowLevel(std::size_t cells, unsigned shift) : count_(cells), stamps_(3 * cells), locations_(3 * cells) {
  pointCells(shift);
}

void ShadowLevel::pointCells(unsigned shift) {
  std::uint64_t* stamps = stamps_.data();
  std::uint32_t* locations = locations_.data();
  plain_ = {stamps, locations, {{stamps + count_, stamps + 2 * count_}, {locations + count_, locations + 2 * count_}}, {}, shift};
  all_ = plain_;
  if (hasAtomics())
    all_.atomics = {{atomicStamps_.data(), atomicStamps_.data() + count_}, {atomicLocations_.data(), atomicLocations_.data() + count_}};
}

void ShadowLevel::addAtomics() {
  atomicStamps_ = ZeroedArray<std::uint64_t>(2 * count_);
  atomicLocations_ = ZeroedArray<std::uint32_t>(2 * count_);
  pointCells(plain_.shift);
}

void Shadow::resize(std::uint64_t base, std::uint64_t bytes) {
  base_ = base;
  bytes_ = bytes;
  log_.reset();
  latestAtomic_ = latestBlockScoped_ = 0;
  granules_ = ShadowLevel(granuleCount(), 2);
  split_ = {};
}

void Shadow::startAtomic(std::uint32_t epoch, bool isBlockScoped) {
  latestAtomic_ = epoch;
  if (isBlockScoped) latestBlockScoped_ = epoch;
  if (!granules_.hasAtomics()) granules_.addAtomics();
  if (!split_.empty() && !split_.hasAtomics()) split_.addAtomics();
}

void Shadow::split(std::uint64_t granule) {
  if (split_.empty()) split_ = ShadowLevel(4 * granuleCount(), 0);
  if (granules_.hasAtomics() && !split_.hasAtomics()) split_.addAtomics();
  const ShadowCells& whole = granules_.all();
  const ShadowCells& bytes = split_.all();
  const Stamp writer{whole.write[granule]};
  const std::uint32_t location = whole.writeLocations[granule];
  std::uint64_t latest = writer.bits;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const bool reached = !(location >> uncoveredShift >> byte & 1);
    bytes.write[4 * granule + byte] = reached && writer.bits != 0 ? writer.ofByte(byte).bits : 0;
    bytes.writeLocations[4 * granule + byte] = location & locationMask;
  }
  for (const auto& [from, to] : {std::pair(&whole.readers, &bytes.readers), std::pair(&whole.atomics, &bytes.atomics)}) {
    if (!from->stamps[0]) continue;
    spread(*from, granule, *to);
    for (unsigned slot = 0; slot < 2; ++slot) {
      latest = std::max(latest, from->stamps[slot][granule]);
      from->stamps[slot][granule] = 0;
    }
  }
  whole.write[granule] = splitMark;
  this->latest(granule) = latest;
}

void Shadow::join(std::uint64_t granule) {
  granules_.plain().write[granule] = 0;
  latest(granule) = 0;
}

} // namespace gevo::sim
