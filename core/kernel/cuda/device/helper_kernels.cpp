#include "core/kernel/cuda/device/helper_kernels.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace gevo::cuda {

namespace {

// gevo_scrub: each thread of a block overwrites every so manyth word of the block's dynamic shared memory.
// gevo_scrub_local: each thread overwrites a KiB of its local memory and reads it back, so that the assembler keeps the writes.
// gevo_hold: ends after so many nanoseconds, or, should the timer stand still, after cycles that take longer on every GPU.
// gevo_checksum: row y of the grid sums word[i] * (2 i + 1) over region y of a table of (address, words) into sums[y].
constexpr const char* ptx = R"(.version 6.0
.target sm_52
.address_size 64

.extern .shared .align 16 .b8 gevo_shared[];

.visible .entry gevo_scrub(.param .u32 bytes, .param .u32 pattern)
{
  .reg .pred %p<2>;
  .reg .b32 %r<7>;
  ld.param.u32 %r1, [bytes];
  ld.param.u32 %r2, [pattern];
  mov.u32 %r3, %tid.x;
  shl.b32 %r3, %r3, 2;
  mov.u32 %r4, %ntid.x;
  shl.b32 %r4, %r4, 2;
  mov.u32 %r5, gevo_shared;
next:
  setp.ge.u32 %p1, %r3, %r1;
  @%p1 bra done;
  add.u32 %r6, %r5, %r3;
  st.shared.u32 [%r6], %r2;
  add.u32 %r3, %r3, %r4;
  bra next;
done:
  ret;
}

.visible .entry gevo_scrub_local(.param .u32 pattern, .param .u64 never)
{
  .local .align 16 .b8 frame[1024];
  .reg .pred %p<3>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<2>;
  ld.param.u32 %r1, [pattern];
  mov.u32 %r2, frame;
  mov.u32 %r3, 0;
fill:
  add.u32 %r4, %r2, %r3;
  st.local.u32 [%r4], %r1;
  add.u32 %r3, %r3, 4;
  setp.lt.u32 %p1, %r3, 1024;
  @%p1 bra fill;
  mov.u32 %r5, 0;
look:
  sub.u32 %r3, %r3, 4;
  add.u32 %r4, %r2, %r3;
  ld.local.u32 %r6, [%r4];
  or.b32 %r5, %r5, %r6;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra look;
  setp.eq.u32 %p2, %r5, %r1;
  @%p2 bra done;
  ld.param.u64 %rd1, [never];
  cvta.to.global.u64 %rd1, %rd1;
  st.global.u32 [%rd1], %r5;
done:
  ret;
}

.visible .entry gevo_hold(.param .u64 nanoseconds)
{
  .reg .pred %p<3>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [nanoseconds];
  shl.b64 %rd2, %rd1, 2;
  mov.u64 %rd3, %globaltimer;
  mov.u64 %rd4, %clock64;
again:
  mov.u64 %rd5, %globaltimer;
  sub.u64 %rd5, %rd5, %rd3;
  setp.ge.u64 %p1, %rd5, %rd1;
  mov.u64 %rd6, %clock64;
  sub.u64 %rd6, %rd6, %rd4;
  setp.ge.u64 %p2, %rd6, %rd2;
  or.pred %p1, %p1, %p2;
  @!%p1 bra again;
  ret;
}

.visible .entry gevo_checksum(.param .u64 regions, .param .u64 sums)
{
  .reg .pred %p<3>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<16>;
  mov.u32 %r1, %ctaid.y;
  ld.param.u64 %rd1, [regions];
  ld.param.u64 %rd2, [sums];
  cvta.to.global.u64 %rd1, %rd1;
  mul.wide.u32 %rd3, %r1, 16;
  add.u64 %rd1, %rd1, %rd3;
  mul.wide.u32 %rd3, %r1, 8;
  add.u64 %rd2, %rd2, %rd3;
  ld.global.u64 %rd4, [%rd1];
  ld.global.u64 %rd5, [%rd1+8];
  cvta.to.global.u64 %rd4, %rd4;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mov.u32 %r5, %nctaid.x;
  mul.wide.u32 %rd6, %r2, %r3;
  cvt.u64.u32 %rd7, %r4;
  add.u64 %rd6, %rd6, %rd7;
  mul.wide.u32 %rd7, %r5, %r3;
  mov.u64 %rd8, 0;
next:
  setp.ge.u64 %p1, %rd6, %rd5;
  @%p1 bra done;
  shl.b64 %rd9, %rd6, 2;
  add.u64 %rd9, %rd4, %rd9;
  ld.global.u32 %r6, [%rd9];
  cvt.u64.u32 %rd10, %r6;
  shl.b64 %rd11, %rd6, 1;
  add.u64 %rd11, %rd11, 1;
  mul.lo.u64 %rd10, %rd10, %rd11;
  add.u64 %rd8, %rd8, %rd10;
  add.u64 %rd6, %rd6, %rd7;
  bra next;
done:
  setp.eq.u64 %p2, %rd8, 0;
  @%p2 bra end;
  cvta.to.global.u64 %rd2, %rd2;
  red.global.add.u64 [%rd2], %rd8;
end:
  ret;
}
)";

constexpr std::uint32_t scrubPattern = 0xffc0dead; // NaN as a float
constexpr unsigned threads = 256;
constexpr unsigned widthOfChecksum = 64; ///< blocks to a region

template <class... T> Bytes layOut(const T&... values) {
  Bytes bytes;
  const auto add = [&](const auto& value) {
    bytes.resize((bytes.size() + sizeof value - 1) / sizeof value * sizeof value);
    const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  };
  (add(values), ...);
  return bytes;
}

} // namespace

Result<HelperKernels> HelperKernels::load(Session& session) {
  const Driver& driver = session.driver();
  HelperKernels helpers(session);
  Module module = nullptr; // as long as the context
  Result<void> loaded = session.check(driver.moduleLoadData(&module, ptx), "loading the helper kernels");
  if (loaded) loaded = session.check(driver.moduleGetFunction(&helpers.scrub_, module, "gevo_scrub"), "finding gevo_scrub");
  if (loaded)
    loaded = session.check(driver.moduleGetFunction(&helpers.scrubLocal_, module, "gevo_scrub_local"), "finding gevo_scrub_local");
  if (loaded) loaded = session.check(driver.moduleGetFunction(&helpers.hold_, module, "gevo_hold"), "finding gevo_hold");
  if (loaded) loaded = session.check(driver.moduleGetFunction(&helpers.checksum_, module, "gevo_checksum"), "finding gevo_checksum");
  if (loaded)
    loaded = session.check(
        driver.functionSetAttribute(helpers.scrub_, function_attribute::maxDynamicShared, static_cast<int>(session.gpu().sharedBytes)),
        "asking for all shared memory");
  GEVO_TRY(loaded);
  return helpers;
}

Result<void> HelperKernels::launch(Function function, std::array<unsigned, 2> grid, unsigned block, std::uint32_t shared,
                                   ByteView parameters) {
  std::size_t bytes = parameters.size();
  std::array<void*, 5> extra{reinterpret_cast<void*>(launch_extra::buffer), const_cast<std::uint8_t*>(parameters.data()),
                             reinterpret_cast<void*>(launch_extra::bufferBytes), &bytes, reinterpret_cast<void*>(launch_extra::end)};
  return session_->check(
      session_->driver().launchKernel(function, grid[0], grid[1], 1, block, 1, 1, shared, session_->stream(), nullptr, extra.data()),
      "launching a helper kernel");
}

Result<void> HelperKernels::scrubShared() {
  // A block fills a multiprocessor, so as many blocks as multiprocessors reach nearly all of them; twice as many make it surer.
  const std::uint32_t bytes = session_->gpu().sharedBytes;
  return launch(scrub_, {2 * session_->gpu().multiprocessors, 1}, 1024, bytes, layOut(bytes, scrubPattern));
}

Result<void> HelperKernels::scrubLocal() {
  // More blocks than fit at a time, so that every thread slot gets one.
  constexpr unsigned blocksPerMultiprocessor = 16;
  return launch(scrubLocal_, {blocksPerMultiprocessor * session_->gpu().multiprocessors, 1}, threads, 0,
                layOut(scrubPattern, std::uint64_t(0)));
}

Result<void> HelperKernels::hold(double seconds) {
  return launch(hold_, {1, 1}, 1, 0, layOut(static_cast<std::uint64_t>(std::max(seconds, 0.0) * 1e9)));
}

Result<std::vector<std::uint64_t>> HelperKernels::checksums(const std::vector<Region>& regions) {
  std::vector<std::uint64_t> sums(regions.size());
  if (regions.empty()) return sums;
  const Driver& driver = session_->driver();
  const std::size_t tableBytes = regions.size() * sizeof(Region);
  const std::size_t sumBytes = sums.size() * sizeof sums[0];
  GEVO_TRY_ASSIGN(const Buffer buffer, Buffer::make(*session_, tableBytes + sumBytes));
  const Address table = buffer.address();
  const Address totals = table + tableBytes;
  Result<void> done = session_->check(driver.copyToDevice(table, regions.data(), tableBytes, session_->stream()), "copying a table");
  if (done) done = session_->check(driver.fill(totals, 0, sumBytes, session_->stream()), "clearing sums");
  // The grid has 65,535 rows at most.
  constexpr std::size_t step = 65535;
  for (std::size_t first = 0; done && first < regions.size(); first += step) {
    const auto rows = static_cast<unsigned>(std::min(step, regions.size() - first));
    done = launch(checksum_, {widthOfChecksum, rows}, threads, 0,
                  layOut(Address(table + first * sizeof(Region)), Address(totals + first * sizeof sums[0])));
  }
  if (done) done = session_->check(driver.copyToHost(sums.data(), totals, sumBytes, session_->stream()), "reading sums");
  if (done) done = session_->wait("summing up memory");
  GEVO_TRY(done);
  return sums;
}

} // namespace gevo::cuda
