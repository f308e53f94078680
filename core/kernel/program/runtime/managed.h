#pragma once

/// Memory that host and device share (cudaMallocManaged, mapped host memory): host pages at the simulated device's own
/// addresses, copied over when the device is asked for something and back when a kernel has run.

#include "core/base/result.h"
#include "core/kernel/sim/memory.h"

#include <functional>
#include <map>
#include <set>

namespace gevo::cuda {

class Managed {
public:
  /// Maps host memory at an allocation of the device.
  Result<void> add(std::uint64_t address, std::uint64_t size);
  void remove(std::uint64_t address) { sizes_.erase(address), changed_.erase(address); }
  bool contains(std::uint64_t address) const;
  bool empty() const { return sizes_.empty(); }

  using Range = std::function<void(std::uint64_t address, ByteView bytes)>;
  /// Brings what the host wrote since the last exchange to the device; tells each piece.
  Result<void> toDevice(sim::GlobalMemory& memory, const Range& wrote);
  /// Brings what the device wrote to the host and remembers it as changed.
  void toHost(const sim::GlobalMemory& memory);
  /// Allocations that the device changed since this was asked last.
  void takeChanged(const Range& changed);

private:
  std::map<std::uint64_t, std::uint64_t> sizes_;
  std::set<std::uint64_t> changed_;
  std::set<std::uint64_t> mappedEdges_; ///< first and last page of each mapping, which neighbours may share
};

} // namespace gevo::cuda
