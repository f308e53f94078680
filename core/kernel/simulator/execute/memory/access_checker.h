#pragma once

/// Finds the memory that an access reaches, and faults where it may not: out of bounds, misaligned, not written yet, read-only.

#include "core/kernel/simulator/execute/launch_reporter.h"
#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/memory/region_access.h"

namespace gevo::sim {

class AccessChecker {
public:
  AccessChecker(MemoryView& memory, LaunchReporter& reporter) : memory_(memory), reporter_(reporter) {}

  /// The lanes of `remaining` that reach the same region as the first of them. `what` names the access in a fault's message.
  bool nextRegion(const Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, const char* what,
                  std::uint32_t location, RegionAccess& part);
  /// Every byte that the lanes load has been written, or that is tolerated and `part` says for which lanes it is not so.
  bool checkWritten(const Warp& warp, RegionAccess& part, std::uint32_t bytes, std::uint32_t location);
  /// Of lanes of which checkWritten() says so, gives the bytes that nobody has written the value that they have for this replay. They stay
  /// unwritten.
  void fillUndefined(const RegionAccess& part, std::uint32_t bytes) const;
  bool checkWritable(const Warp& warp, const Region& region, Mask mask, std::uint32_t location, const char* what);
  /// A GPU's atomic operations reach global and shared memory only (cudaErrorInvalidAddressSpace).
  bool checkShareable(const Warp& warp, const Region& region, Mask mask, std::uint32_t location);

  /// Bytes that one lane reaches.
  struct Range {
    Region* region = nullptr;
    std::uint64_t offset = 0; ///< in the region's bytes
    std::uint8_t* data() const { return region->bytes + offset; }
  };
  bool locate(const Warp& warp, std::uint64_t address, std::uint64_t bytes, unsigned lane, const char* what, std::uint32_t location,
              Range& range);
  std::uint8_t undefinedByte() const { return reporter_.undefinedByte(); }

private:
  bool accessBeside(const Warp& warp, const Access& access, std::uint64_t given, unsigned lane, const std::string& message,
                    std::uint32_t location, RegionAccess& part);
  bool checkAligned(const Warp& warp, const Access& access, const std::uint64_t* addresses, const RegionAccess& part, const char* what,
                    std::uint32_t location);

  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
