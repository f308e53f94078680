#pragma once

/// The device memory of a test at its recorded addresses: each allocation has its own pages and ends within 255 bytes of their end, with
/// nothing mapped behind. Tests use the same addresses, so only one is mapped at a time; the pages stay allocated.

#include "core/kernel/cuda/device/helper_kernels.h"
#include "core/kernel/trace/trace.h"

namespace gevo::cuda {

/// The address range of traces, reserved in this process before anything else uses it.
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
  /// Allocates pages for all allocations of the trace, including those it frees. Nothing is mapped yet.
  static Result<TestMemory> make(Session& session, const AddressRange& range, const program::Trace& trace);
  TestMemory(TestMemory&&) noexcept = default;
  TestMemory& operator=(TestMemory&&) = delete;
  ~TestMemory();

  Result<void> map();
  Result<void> unmap();
  bool holds(Address address, std::uint64_t bytes) const;

  /// Overlapping allocations are merged.
  struct Body {
    Address address = 0;
    std::uint64_t bytes = 0;
  };
  const std::vector<Body>& bodies() const { return bodies_; }
  /// The bodies, in order.
  std::vector<Region> bodyRegions() const;
  /// The gaps between bodies and the ends of their pages.
  const std::vector<Region>& margins() const { return margins_; }
  /// Queues filling all bodies and margins with this byte.
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
