#include "core/kernel/cuda/calibrate/calibration.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace gevo::cuda {

namespace {

constexpr std::uint64_t lineBytes = 128;
constexpr unsigned loadsOfRound = 16; ///< of gevo_probe_chase_*
constexpr std::uint32_t timedRounds = 64;
constexpr std::uint64_t mebibyte = 1 << 20;
constexpr unsigned shortLinks = 8;
constexpr unsigned manyChains = 4;
constexpr unsigned fullThreads = 1024;
constexpr std::uint32_t never = 0xffffffff;

/// A ring of addresses through every cache line of the memory, in an order that no prefetcher predicts.
struct Ring {
  std::vector<std::uint64_t> memory; ///< words, as at `base`
  std::vector<std::uint32_t> order;  ///< of lines
};

Ring makeRing(Address base, std::uint64_t bytes) {
  Ring ring;
  ring.memory.resize(bytes / sizeof(std::uint64_t));
  ring.order.resize(bytes / lineBytes);
  std::iota(ring.order.begin(), ring.order.end(), 0U);
  std::minstd_rand numbers(1);
  for (std::size_t i = ring.order.size() - 1; i > 0; --i) std::swap(ring.order[i], ring.order[numbers() % (i + 1)]);
  for (std::size_t i = 0; i < ring.order.size(); ++i)
    ring.memory[ring.order[i] * (lineBytes / sizeof(std::uint64_t))] = base + ring.order[(i + 1) % ring.order.size()] * lineBytes;
  return ring;
}

} // namespace

/// As much free memory as is sensible, in whole MiB.
Result<std::uint64_t> Calibration::roomFor(std::uint64_t wanted) {
  GEVO_TRY_ASSIGN(const std::size_t free, runner_.session().freeBytes());
  const std::uint64_t room = std::min<std::uint64_t>(wanted, free / 4) / mebibyte * mebibyte;
  if (room < mebibyte) return fail("the GPU has no free memory for measurements; end other programs on it");
  return room;
}

Result<Repeats> Calibration::chase(const std::string& kernel, std::uint64_t bytes, bool cold) {
  Session& session = runner_.session();
  const Driver& driver = session.driver();
  GEVO_TRY_ASSIGN(const Buffer buffer, Buffer::make(session, bytes));
  const std::uint64_t flushBytes = 2 * std::max<std::uint64_t>(session.gpu().l2Bytes, mebibyte);
  GEVO_TRY_ASSIGN(const Buffer flush, cold ? Buffer::make(session, flushBytes) : Buffer());
  const Ring ring = makeRing(buffer.address(), bytes);
  Result<void> done = session.check(driver.copyToDevice(buffer.address(), ring.memory.data(), bytes, session.stream()), "copying a ring");
  if (done) done = session.wait("copying a ring");
  const std::uint64_t timedLoads = timedRounds * loadsOfRound;
  const auto warmRounds = static_cast<std::uint32_t>(cold ? 0 : (ring.order.size() + loadsOfRound - 1) / loadsOfRound);
  std::vector<double> values;
  for (unsigned i = 0; done && i <= repeats_; ++i) {
    if (cold)
      done = session.check(driver.fill(flush.address(), static_cast<unsigned char>(i), flushBytes, session.stream()), "clearing caches");
    if (!done) break;
    const std::uint64_t line = ring.order[i * timedLoads % ring.order.size()];
    ProbeLaunch launch{.threads = 1, .data = buffer.address(), .count = timedRounds};
    launch.a = static_cast<std::uint32_t>(line * lineBytes);
    // Memory larger than the L1 cache stays in the L2 cache between repeats.
    launch.b = i == 0 || bytes <= mebibyte ? warmRounds : 0;
    GEVO_TRY_ASSIGN(const ProbeTimes times, runner_.run(kernel, launch));
    if (i > 0) values.push_back(times.cycles / static_cast<double>(timedLoads));
  }
  GEVO_TRY(done);
  return summarise(std::move(values));
}

Result<void> Calibration::measureCaches() {
  GEVO_TRY_ASSIGN(const Repeats nearest, chase("gevo_probe_chase_near", 16 << 10, false));
  put("memory.cache_latency", nearest, "16 KiB");
  GEVO_TRY_ASSIGN(const Repeats second, chase("gevo_probe_chase_far", 512 << 10, false));
  put("memory.level_two_latency", second, "512 KiB");
  GEVO_TRY_ASSIGN(const Repeats further, chase("gevo_probe_chase_far", 16 * mebibyte, false));
  put("memory.level_two_far", further, "16 MiB");
  // One load in ten that misses the L1 cache is noticeable.
  const double limit = nearest.median + (second.median - nearest.median) / 10;
  std::uint64_t largest = 0;
  for (std::uint64_t kibibytes = 32; kibibytes <= 256; kibibytes += 16) {
    GEVO_TRY_ASSIGN(const Repeats latency, chase("gevo_probe_chase_near", kibibytes << 10, false));
    if (latency.median > limit) break;
    largest = kibibytes << 10;
  }
  put("memory.cache_bytes", static_cast<double>(largest), 0, "largest footprint that stays in the L1 cache, in steps of 16 KiB");
  return {};
}

Result<void> Calibration::measureMemory() {
  const std::uint64_t levelTwo = std::max<std::uint64_t>(runner_.session().gpu().l2Bytes, mebibyte);
  for (const auto& [figure, wanted] :
       {std::pair{"memory.memory_latency", levelTwo * 3 / 2}, std::pair{"memory.memory_far", 256 * mebibyte}}) {
    GEVO_TRY_ASSIGN(const std::uint64_t bytes, roomFor(wanted));
    GEVO_TRY_ASSIGN(const Repeats latency, chase("gevo_probe_chase_far", bytes, true));
    put(figure, latency, fmt::format("{} MiB, caches cleared", bytes / mebibyte));
  }
  return {};
}

/// Bytes per cycle of the whole device, behind the L2 cache.
Result<Repeats> Calibration::readBandwidth(Address data, std::uint64_t bytes, bool copies) {
  ProbeLaunch launch{.blocks = 2 * runner_.session().gpu().multiprocessors, .threads = fullThreads, .data = data};
  const std::uint64_t perTurn = std::uint64_t(launch.blocks) * launch.threads * 64;
  launch.count = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (copies ? bytes / 2 : bytes) / perTurn));
  launch.a = never;
  launch.b = static_cast<std::uint32_t>(bytes / 2 / mebibyte);
  if (perTurn * launch.count > (copies ? bytes / 2 : bytes))
    return fail("the GPU has too little free memory to measure its bandwidth; end other programs on it");
  Result<Repeats> time = microseconds(copies ? "gevo_probe_copy" : "gevo_probe_read", launch);
  if (time) time->median = perCycle(static_cast<double>(perTurn * launch.count) * (copies ? 2 : 1), time->median);
  return time;
}

Result<void> Calibration::measureThroughput() {
  Session& session = runner_.session();
  GEVO_TRY_ASSIGN(const std::uint64_t bytes, roomFor(1024 * mebibyte));
  GEVO_TRY_ASSIGN(const Buffer buffer, Buffer::make(session, bytes));
  if (Result<void> cleared = session.check(session.driver().fill(buffer.address(), 0, bytes, session.stream()), "clearing memory");
      !cleared)
    return cleared;
  const double multiprocessors = session.gpu().multiprocessors;

  GEVO_TRY_ASSIGN(const Repeats near,
                  cyclesOfLink(probes::cached, {shortLinks, manyChains, {.threads = fullThreads, .data = buffer.address()}}));
  put("throughput.cache_sectors", fullThreads / 32.0 * manyChains * 8 / near.median, near.spread, "32 warps, 64-bit loads side by side");

  ProbeLaunch often{.blocks = 2 * session.gpu().multiprocessors, .threads = fullThreads, .data = buffer.address(), .count = 256, .a = 1};
  // At most half of the L2 cache.
  while (std::uint64_t(often.blocks) * often.threads * 128 > session.gpu().l2Bytes && often.threads > 128) often.threads /= 2;
  GEVO_TRY_ASSIGN(const Repeats second, microseconds("gevo_probe_read", often));
  const double read = double(often.blocks) * often.threads * 64 * often.count;
  put("throughput.level_two_sectors", perCycle(read / 32, second.median) / multiprocessors, second.spread,
      fmt::format("{:.1f} MiB read again and again by all multiprocessors", read / often.count / mebibyte));

  GEVO_TRY_ASSIGN(const Repeats copied, readBandwidth(buffer.address(), bytes, true));
  GEVO_TRY_ASSIGN(const Repeats onlyRead, readBandwidth(buffer.address(), bytes, false));
  put("throughput.memory_bytes", copied,
      fmt::format("whole device, copying: {:.0f} GB/s; reading only: {:.0f} GB/s", copied.median * clockGhz_, onlyRead.median * clockGhz_));

  std::string strides;
  for (const std::uint32_t stride : {1U, 2U, 4U, 8U, 16U, 32U}) {
    ProbeLaunch launch{.blocks = 2 * session.gpu().multiprocessors, .threads = fullThreads, .data = buffer.address(), .a = stride};
    const std::uint64_t perTurn = std::uint64_t(launch.blocks) * launch.threads * 16 * stride;
    if (perTurn > bytes) break;
    launch.count = static_cast<std::uint32_t>(bytes / perTurn);
    GEVO_TRY_ASSIGN(const Repeats time, microseconds("gevo_probe_stride", launch));
    const double words = double(launch.blocks) * launch.threads * 4 * launch.count;
    strides += fmt::format("{}{:.0f}", strides.empty() ? "" : ", ", words * 4 / time.median * 1e-3);
  }
  notes_.push_back(fmt::format("Words read that lie 1, 2, 4, 8, 16, 32 words apart: {} GB/s.", strides));
  return {};
}

Result<void> Calibration::measureAtomics() {
  Session& session = runner_.session();
  const std::uint64_t bytes = 4 * mebibyte;
  GEVO_TRY_ASSIGN(const Buffer buffer, Buffer::make(session, bytes));
  GEVO_TRY_ASSIGN(const Repeats global, cyclesOfLink(probes::globalAtomic, {shortLinks, 1, {.threads = 1, .data = buffer.address()}}));
  put("memory.atomic_latency", global, "one lane, with its result");
  GEVO_TRY_ASSIGN(const Repeats shared, cyclesOfLink(probes::sharedAtomic, {shortLinks, 1, {.threads = 1, .shared = 1024}}));
  put("memory.shared_atomic_latency", shared, "one lane, with its result");
  ProbeLaunch launch{.blocks = 2 * session.gpu().multiprocessors, .threads = fullThreads, .data = buffer.address(), .count = 64};
  const double lanes = double(launch.blocks) * launch.threads * launch.count;
  GEVO_TRY_ASSIGN(const Repeats one, microseconds("gevo_probe_add", launch));
  launch.a = 4;
  GEVO_TRY_ASSIGN(const Repeats many, microseconds("gevo_probe_add", launch));
  // The model adds up the atomics of all addresses, so the figure of one word would be far too slow for others.
  put("throughput.atomics", perCycle(lanes, many.median), many.spread,
      fmt::format("whole device, 1024 words side by side; {:.3g} to one word", perCycle(lanes, one.median)));
  return {};
}

Result<void> Calibration::measureLaunches() {
  Session& session = runner_.session();
  GEVO_TRY_ASSIGN(const Repeats alone, microseconds("gevo_probe_nothing", {}));
  constexpr unsigned row = 200;
  GEVO_TRY_ASSIGN(const double together, runner_.row("gevo_probe_nothing", {}, row));
  put("launch.cycles", alone.median * 1e3 * clockGhz_, alone.spread,
      fmt::format("an empty kernel between two events: {:.3g} us; in a row of {}: {:.3g} us each", alone.median, row, together / row));

  // Empty blocks never fill the device: what takes the time is handing them out.
  constexpr unsigned some = 1 << 16;
  constexpr unsigned many = 1 << 18;
  GEVO_TRY_ASSIGN(const Repeats timeOfSome, microseconds("gevo_probe_nothing", {.blocks = some, .threads = 32}));
  GEVO_TRY_ASSIGN(const Repeats timeOfMany, microseconds("gevo_probe_nothing", {.blocks = many, .threads = 32}));
  if (const double difference = timeOfMany.median - timeOfSome.median; difference > 0)
    put("launch.dispatch_cycles", difference * 1e3 * clockGhz_ / (many - some),
        (timeOfSome.spread * timeOfSome.median + timeOfMany.spread * timeOfMany.median) / difference,
        fmt::format("{} and {} empty blocks: {:.4g} and {:.4g} us", some, many, timeOfSome.median, timeOfMany.median));
  else
    doubts_["launch.dispatch_cycles"] = "more blocks took no longer";

  ProbeLaunch launch{.blocks = 4 * session.gpu().multiprocessors, .threads = 32, .shared = session.gpu().sharedBytes, .count = 4000};
  GEVO_TRY_ASSIGN(const Buffer ids, Buffer::make(session, launch.blocks * sizeof(std::uint32_t)));
  launch.data = ids.address();
  std::vector<double> values;
  for (unsigned i = 0; i <= repeats_; ++i) {
    GEVO_TRY_ASSIGN(const ProbeTimes times, runner_.run("gevo_probe_blocks", launch));
    std::vector<std::uint32_t> multiprocessor(launch.blocks);
    Result<void> read = session.check(
        session.driver().copyToHost(multiprocessor.data(), ids.address(), launch.blocks * sizeof(std::uint32_t), session.stream()),
        "reading the multiprocessors of blocks");
    if (read) read = session.wait("reading the multiprocessors of blocks");
    if (!read) return read;
    std::map<std::uint32_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>> blocks;
    for (unsigned block = 0; block < launch.blocks && 2 * block + 1 < times.clocks.size(); ++block)
      blocks[multiprocessor[block]].emplace_back(times.clocks[2 * block], times.clocks[2 * block + 1]);
    std::vector<double> gaps;
    for (auto& [number, spans] : blocks) {
      std::ranges::sort(spans);
      for (std::size_t k = 1; k < spans.size(); ++k)
        gaps.push_back(static_cast<double>(spans[k].first) - static_cast<double>(spans[k - 1].second));
    }
    if (i > 0 && !gaps.empty()) values.push_back(summarise(std::move(gaps)).median);
  }
  if (values.empty())
    doubts_["launch.block_cycles"] = "no block followed another";
  else
    put("launch.block_cycles", summarise(std::move(values)), "from one block's last to the next one's first clock");
  return {};
}

} // namespace gevo::cuda
