#pragma once

/// A piece of memory that a kernel can reach: an allocation, or a block's or thread's own.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

class Shadow;

/// Global memory moves in sectors of 32 bytes.
inline constexpr unsigned sectorShift = 5;

enum class RegionKind : std::uint8_t { Global, Shared, Local, Parameter };

struct Region {
  RegionKind kind = RegionKind::Global;
  std::uint64_t base = 0;
  std::uint64_t size = 0; ///< bytes that one thread can reach
  std::uint8_t* bytes = nullptr;
  std::uint8_t* written = nullptr;  ///< per byte; null: every byte has been written
  Shadow* shadow = nullptr;         ///< null: races are not looked for
  std::uint64_t* sectors = nullptr; ///< per 32 bytes: stamp of the last block that touched it, and below it a number of the access

  bool isShared() const { return kind == RegionKind::Shared; }
  bool isGlobal() const { return kind == RegionKind::Global; }
};

/// An address of an address space as a generic one: only to shared memory there are short ones.
inline std::uint64_t genericAddress(std::uint64_t address, unsigned space) {
  constexpr unsigned sharedSpace = 3;
  return address < windowBytes && space == sharedSpace ? address + sharedWindow : address;
}

} // namespace gevo::sim
