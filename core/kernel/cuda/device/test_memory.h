#pragma once

/// The device memory of a test, where its trace recorded it: pages of their own for each allocation, which ends, to within 255 bytes, where
/// its pages end, with nothing mapped behind. Tests lie at the same addresses, so one at a time is mapped; the pages themselves stay.

#include "core/kernel/cuda/device/helper_kernels.h"
#include "core/kernel/trace/trace.h"

namespace gevo::cuda {

/// The addresses that traces use, reserved in this process before anything else takes them.
class AddressRange {
public:
  static Result<AddressRange> reserve(Session& session);
  bool holds(Address address, std::uint64_t bytes) const {
    return address >= begin_ && address <= begin_ + bytes_ && bytes <= begin_ + bytes_ - address;
  }
  std::size_t granularity() const { return granularity_; }

private:
  Address begin_ = 0;
  std::uint64_t bytes_ = 0;
  std::size_t granularity_ = 0;
};

class TestMemory {
public:
  /// Takes memory for all allocations of the trace; those that it frees stay to its end. Nothing is mapped yet.
  static Result<TestMemory> make(Session& session, const AddressRange& range, const program::Trace& trace);
  TestMemory(TestMemory&&) noexcept = default;
  TestMemory& operator=(TestMemory&&) = delete;
  ~TestMemory();

  Result<void> map();
  Result<void> unmap();
  bool holds(Address address, std::uint64_t bytes) const;

  /// Allocations that overlap in the trace's time are one.
  struct Body {
    Address address = 0;
    std::uint64_t bytes = 0;
  };
  const std::vector<Body>& bodies() const { return bodies_; }
  /// The bodies, in order.
  std::vector<Region> bodyRegions() const;
  /// What lies between pages' ends and bodies: nothing of the program's.
  const std::vector<Region>& margins() const { return margins_; }
  /// Queues that all of it, bodies and margins, holds this byte.
  Result<void> fill(std::uint8_t byte);

private:
  explicit TestMemory(Session& session) : session_(&session) {}
  struct Span {
    Address begin = 0;
    Address end = 0;
    MemoryHandle handle = 0;
    bool created = false;
    bool mapped = false;
  };
  void lay(const program::Trace& trace, std::size_t granularity);

  Session* session_;
  std::vector<Span> spans_;
  std::vector<Body> bodies_;
  std::vector<Region> margins_;
};

} // namespace gevo::cuda
