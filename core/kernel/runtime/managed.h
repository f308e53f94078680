#pragma once

/// Memory that host and device share: managed memory (cudaMallocManaged), and pinned memory (cudaMallocHost, cudaHostRegister) once a
/// kernel could reach it. The host's writes are copied before each request to the device, a kernel's after it has run.
/// Managed and pinned memory are host pages at the simulated device's own addresses; registered memory has a separate host address.

#include "core/base/result.h"
#include "core/kernel/simulator/machine/memory.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace gevo::cuda {

class Managed {
public:
  enum class Kind : std::uint8_t { Managed, Pinned, Registered };

  Managed() = default;
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;

  /// From now on host memory replaces existing mappings at its addresses, which a GPU's driver has reserved.
  void replaceMappings() { replaces_ = true; }
  /// Maps host memory at the address. Managed memory is awake at once.
  Result<void> add(std::uint64_t address, std::uint64_t size, Kind kind);
  /// The program's own memory, which the device sees at `address`.
  void mirror(std::uint64_t address, std::uint64_t size, void* host);
  /// Unmaps what `add` mapped.
  void remove(std::uint64_t address);

  struct Region {
    std::uint64_t address = 0; ///< device address of its start
    std::uint64_t size = 0;
    Kind kind = Kind::Managed;
    bool awake = false;
  };
  /// The shared memory that contains a device address, if any.
  std::optional<Region> find(std::uint64_t address) const;
  std::vector<std::uint64_t> addresses() const;
  /// The device's address of registered host memory.
  std::optional<std::uint64_t> deviceAddress(const void* host) const;

  /// Most pinned memory is only copied from and to. The rest sleeps, without memory of the device, until an address of it reaches the
  /// device: in a kernel's parameters or in what is copied there.
  bool anyAsleep() const { return asleep_ > 0; }
  void wake(std::uint64_t address);

  using Range = std::function<void(std::uint64_t address, ByteView bytes)>;
  /// Copies what the host wrote since the last exchange to the device, and reports each piece.
  Result<void> toDevice(sim::GlobalMemory& memory, const Range& wrote);
  /// Copies what the device wrote to the host, and marks it as changed.
  void toHost(const sim::GlobalMemory& memory);
  /// The host sees these bytes in an allocation from now on.
  void deliver(std::uint64_t address, ByteView bytes);
  /// Allocations that the device changed since the last call.
  void takeChanged(const Range& changed);

private:
  struct Shared {
    std::uint64_t size = 0;
    std::uint8_t* host = nullptr;
    Kind kind = Kind::Managed;
    bool awake = false;
  };

  std::map<std::uint64_t, Shared> shared_; ///< by device address
  std::set<std::uint64_t> changed_;
  std::size_t asleep_ = 0;
  bool replaces_ = false;
};

} // namespace gevo::cuda
