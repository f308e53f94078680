#include "core/kernel/cuda/device/test_memory.h"

#include "core/kernel/simulator/machine/memory.h"

#include <algorithm>

namespace gevo::cuda {

namespace {

constexpr std::uint64_t mostReserved = 1ULL << 40;
constexpr std::uint64_t leastReserved = 64ULL << 30;

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

MemoryProperties propertiesOn(const Session& session) {
  MemoryProperties properties;
  properties.location.id = session.gpu().device;
  return properties;
}

} // namespace

Result<AddressRange> AddressRange::reserve(Session& session) {
  AddressRange range;
  range.begin_ = sim::deviceBase;
  const Driver& driver = session.driver();
  const MemoryProperties properties = propertiesOn(session);
  GEVO_TRY(session.check(driver.memGetAllocationGranularity(&range.granularity_, &properties, 0), "asking for the size of pages"));
  for (range.bytes_ = mostReserved; range.bytes_ >= leastReserved; range.bytes_ /= 2) {
    Address got = 0;
    if (driver.memAddressReserve(&got, range.bytes_, 0, range.begin_, 0) != Status::Success) continue;
    if (got == range.begin_) return range;
    (void)driver.memAddressFree(got, range.bytes_);
  }
  return fail("GPU {} ({}) can't reserve addresses at {:#x}, where tests are recorded; use the simulated GPU", session.gpu().number,
              session.gpu().name, range.begin_);
}

Result<TestMemory> TestMemory::make(Session& session, const AddressRange& range, const program::Trace& trace) {
  TestMemory memory(session);
  for (const program::Event& event : trace.events)
    if (event.kind == program::EventKind::Allocate && !range.holds(event.address, event.size))
      return fail("the test has {} bytes at {:#x}, outside of the addresses that are reserved on the GPU; record it again", event.size,
                  event.address);
  memory.lay(trace, range.granularity());
  std::uint64_t total = 0;
  const MemoryProperties properties = propertiesOn(session);
  for (Span& span : memory.spans_) {
    total += span.end - span.begin;
    const Status status = session.driver().memCreate(&span.handle, span.end - span.begin, &properties, 0);
    if (status == Status::OutOfMemory)
      return fail("GPU {} has no room for the {} MiB of this test; free memory, or use smaller inputs", session.gpu().number, total >> 20);
    GEVO_TRY(session.check(status, "allocating memory of a test"));
    span.created = true;
  }
  return memory;
}

void TestMemory::lay(const program::Trace& trace, std::size_t granularity) {
  for (const program::Event& event : trace.events)
    if (event.kind == program::EventKind::Allocate && event.size > 0) bodies_.push_back({event.address, event.size});
  std::ranges::sort(bodies_, {}, &Body::address);
  std::vector<Body> joined;
  for (const Body& body : bodies_) {
    if (!joined.empty() && body.address < joined.back().address + joined.back().bytes)
      joined.back().bytes = std::max(joined.back().bytes, body.address + body.bytes - joined.back().address);
    else
      joined.push_back(body);
  }
  bodies_ = std::move(joined);
  const auto addMargin = [&](Address from, Address to) {
    if (from < to) margins_.push_back({from, (to - from) / sizeof(std::uint32_t)});
  };
  for (const Body& body : bodies_) {
    const Address begin = body.address / granularity * granularity;
    const Address end = roundUp(body.address + body.bytes, granularity);
    const bool continues = !spans_.empty() && begin <= spans_.back().end;
    const Address free = continues ? roundUp((&body - 1)->address + (&body - 1)->bytes, sizeof(std::uint32_t)) : begin;
    if (!continues) spans_.push_back({begin, end});
    if (continues) margins_.pop_back(); // after the previous body, which this one continues
    spans_.back().end = std::max(spans_.back().end, end);
    addMargin(free, body.address);
    // Kept even if empty, so that a continuing body can remove it.
    margins_.push_back({roundUp(body.address + body.bytes, sizeof(std::uint32_t)),
                        (end - roundUp(body.address + body.bytes, sizeof(std::uint32_t))) / sizeof(std::uint32_t)});
  }
  std::erase_if(margins_, [](const Region& margin) { return margin.words == 0; });
}

TestMemory::~TestMemory() {
  (void)unmap();
  for (const Span& span : spans_)
    if (span.created) (void)session_->driver().memRelease(span.handle);
}

Result<void> TestMemory::map() {
  const Driver& driver = session_->driver();
  MemoryAccess access;
  access.location.id = session_->gpu().device;
  for (Span& span : spans_) {
    if (span.mapped) continue;
    const std::uint64_t bytes = span.end - span.begin;
    const std::string doing = fmt::format("mapping {} bytes at {:#x}", bytes, span.begin);
    GEVO_TRY(session_->check(driver.memMap(span.begin, bytes, 0, span.handle, 0), doing));
    span.mapped = true;
    GEVO_TRY(session_->check(driver.memSetAccess(span.begin, bytes, &access, 1), doing));
  }
  return {};
}

Result<void> TestMemory::unmap() {
  for (Span& span : spans_) {
    if (!span.mapped) continue;
    const Result<void> unmapped =
        session_->check(session_->driver().memUnmap(span.begin, span.end - span.begin), "unmapping memory of a test");
    if (!unmapped) return unmapped;
    span.mapped = false;
  }
  return {};
}

bool TestMemory::holds(Address address, std::uint64_t bytes) const {
  const auto after = std::ranges::upper_bound(bodies_, address, {}, &Body::address);
  if (after == bodies_.begin()) return false;
  const Body& body = *(after - 1);
  return address - body.address <= body.bytes && bytes <= body.bytes - (address - body.address);
}

std::vector<Region> TestMemory::bodyRegions() const {
  std::vector<Region> regions;
  for (const Body& body : bodies_) regions.push_back({body.address, roundUp(body.bytes, sizeof(std::uint32_t)) / sizeof(std::uint32_t)});
  return regions;
}

Result<void> TestMemory::fill(std::uint8_t byte) {
  for (const Span& span : spans_)
    if (const Result<void> filled = session_->check(session_->driver().fill(span.begin, byte, span.end - span.begin, session_->stream()),
                                                    "filling memory of a test");
        !filled)
      return filled;
  return {};
}

} // namespace gevo::cuda
