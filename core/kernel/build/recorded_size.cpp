#include "core/kernel/build/recorded_size.h"

#include "core/protocol/frames.h"

#include <algorithm>

namespace gevo::program {

namespace {

/// Room for what is stored beside the tests: sources, code.
constexpr std::uint64_t besidesTests = 64ULL << 20;

} // namespace

RecordedTest summaryOf(const Trace& trace) {
  RecordedTest test;
  for (const Event& event : trace.events) {
    if (event.kind == EventKind::Launch) ++test.launches;
    if (copiesToDevice(event)) test.bytesToDevice += copiedBytes(event);
    if (copiesToHost(event)) test.bytesToHost += copiedBytes(event);
  }
  return test;
}

Result<void> checkRecordedSize(const std::vector<RecordedTest>& tests) {
  std::uint64_t bytes = 0;
  std::uint64_t outputs = 0; // a GPU's results for one test are sent beside it
  for (const RecordedTest& test : tests) {
    bytes += test.bytesToDevice + test.bytesToHost;
    outputs = std::max(outputs, test.bytesToHost);
  }
  constexpr std::uint64_t most = largestFrameBytes - besidesTests;
  if (bytes + outputs <= most) return {};
  return fail("the tests copy {} MiB to the device and back, and {} MiB is the most that a file holds; give fewer or smaller ones",
              (bytes + outputs) >> 20, most >> 20);
}

} // namespace gevo::program
