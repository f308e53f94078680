// Warps that run in lockstep do what they do one after the other: the same values, the same counts.

#include "device.h"
#include "walk_kernel.h"

#include <QTest>

#include <cmath>
#include <rapidcheck.h>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

/// One kernel has memory of each thread, the other reads where such memory would be.
const std::string stranger = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @own(ptr %out) {
  %memory = alloca [16 x i32]
  %place = getelementptr [16 x i32], ptr %memory, i32 0, i32 3
  store volatile i32 7, ptr %place
  %v = load volatile i32, ptr %place
  store i32 %v, ptr %out
  ret void
}
define ptx_kernel void @wild(ptr %out) {
  %place = inttoptr i64 138538465099788 to ptr
  %v = load i32, ptr %place
  store i32 %v, ptr %out
  ret void
}
)";

struct Run {
  LaunchReport report;
  std::vector<std::uint32_t> words;
  std::vector<std::uint8_t> bytes;
};

Run run(const std::vector<std::uint32_t>& data, const std::vector<std::uint32_t>& table, unsigned blocks, unsigned threads,
        std::uint32_t rounds, bool inLockstep, bool checkRaces) {
  Device device(valueOf(simulatorOfText(walk)));
  device.limits.warpsInLockstep = inLockstep;
  device.limits.checkRaces = checkRaces;
  const std::size_t count = data.size();
  const auto given = device.upload(data);
  const auto known = device.upload(table);
  const auto out = device.upload(std::vector<std::uint32_t>(count));
  const auto bytes = device.upload(std::vector<std::uint8_t>(count));
  Run made;
  made.report = device.launch("walk", {blocks, 1, 1}, {threads, 1, 1}, given, known, out, bytes, rounds);
  made.words = device.download<std::uint32_t>(out, count);
  made.bytes = device.download<std::uint8_t>(bytes, count);
  return made;
}

/// In plain C++, all threads of a block round by round.
std::vector<std::uint32_t> expected(const std::vector<std::uint32_t>& data, const std::vector<std::uint32_t>& table, unsigned threads,
                                    std::uint32_t rounds) {
  std::vector<std::uint32_t> out(data.size());
  for (std::size_t first = 0; first < data.size(); first += threads) {
    std::vector<std::uint32_t> v(data.begin() + static_cast<std::ptrdiff_t>(first),
                                 data.begin() + static_cast<std::ptrdiff_t>(first + threads));
    std::vector<std::uint32_t> tile = v;
    std::vector<bool> left(threads);
    for (unsigned t = 0; t < threads; ++t) left[t] = (v[t] & 60) == 60;
    for (std::uint32_t i = 0; i < rounds; ++i) {
      for (unsigned t = 0; t < threads; ++t) {
        if (left[t]) continue;
        const std::uint32_t was = v[t];
        switch (was >> 2 * i & 3) {
        case 0:
          v[t] = was + t;
          break;
        case 1:
          for (std::uint32_t j = 0; j == 0 || j < (was & 7); ++j) v[t] = v[t] * 3 + j;
          break;
        case 2: {
          const std::uint32_t found = table[was & 63];
          const std::uint32_t product = found * 2654435769U;
          v[t] = found & 1 ? product ^ product >> 15 : was ^ found;
          break;
        }
        default:
          v[t] = was - i;
        }
      }
      std::vector<std::uint32_t> next = tile;
      std::vector<std::uint32_t> sum = v;
      for (unsigned t = 0; t < threads; ++t) {
        if (left[t]) continue;
        const unsigned other = (t ^ 1) < threads ? t ^ 1 : t;
        next[t] = v[t];
        sum[t] = v[t] + tile[other];
      }
      tile = next;
      v = sum;
    }
    std::copy(v.begin(), v.end(), out.begin() + static_cast<std::ptrdiff_t>(first)); // who left first has what it began with
  }
  return out;
}

} // namespace

class WarpGroupTest : public QObject {
  Q_OBJECT
private slots:
  void warpsInLockstepDoWhatTheyDoAlone();
  void theMemoryOfAnEarlierKernelsThreadsIsGone();
};

void WarpGroupTest::warpsInLockstepDoWhatTheyDoAlone() {
  const bool good = rc::check("in lockstep and alone", [] {
    const unsigned blocks = *rc::gen::inRange(1U, 4U);
    const unsigned threads = *rc::gen::inRange(1U, 600U);
    const std::uint32_t rounds = *rc::gen::inRange(1U, 7U);
    const bool checkRaces = *rc::gen::arbitrary<bool>();
    // Few different numbers, so that whole warps often go the same way.
    const auto kinds = *rc::gen::container<std::vector<std::uint32_t>>(6, rc::gen::inRange(0U, 1U << 16));
    const unsigned group = *rc::gen::element(1U, 16U, 32U, 64U);
    std::vector<std::uint32_t> data(static_cast<std::size_t>(blocks) * threads);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = kinds[i / group * 7 % kinds.size()] + (i % 3 == 0 && group == 1 ? 1U : 0U);
    const auto table = *rc::gen::container<std::vector<std::uint32_t>>(64, rc::gen::arbitrary<std::uint32_t>());
    const Run together = run(data, table, blocks, threads, rounds, true, checkRaces);
    const Run alone = run(data, table, blocks, threads, rounds, false, checkRaces);
    RC_ASSERT(faultMessage(together.report) == "");
    RC_ASSERT(faultMessage(alone.report) == "");
    RC_ASSERT(together.words == expected(data, table, threads, rounds));
    RC_ASSERT(together.words == alone.words);
    RC_ASSERT(together.bytes == alone.bytes);
    RC_ASSERT(together.report.races.empty() && alone.report.races.empty());
    const auto& a = together.report.statistics;
    const auto& b = alone.report.statistics;
    RC_ASSERT(a.warpInstructions == b.warpInstructions);
    RC_ASSERT(a.divergentBranches == b.divergentBranches);
    RC_ASSERT(a.barriers == b.barriers);
    RC_ASSERT(a.sharedConflicts == b.sharedConflicts);
    RC_ASSERT(a.globalSectors == b.globalSectors);
    // Which warp is the first to touch memory that the cache then holds, and waits for it, may be another.
    RC_ASSERT(std::abs(a.cycles / b.cycles - 1) < 0.25);
  });
  QVERIFY(good);
}

void WarpGroupTest::theMemoryOfAnEarlierKernelsThreadsIsGone() {
  Device device(valueOf(simulatorOfText(stranger)));
  const auto out = device.upload(std::vector<std::uint32_t>(1));
  QCOMPARE(faultMessage(device.launch("own", {1, 1, 1}, {128, 1, 1}, out)), std::string());
  const LaunchReport report = device.launch("wild", {1, 1, 1}, {128, 1, 1}, out);
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
}

QTEST_APPLESS_MAIN(WarpGroupTest)
#include "warp_group_test.moc"
