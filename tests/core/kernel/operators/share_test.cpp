#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"

#include <rapidcheck.h>
#endif

#include <bit>
#include <numeric>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr unsigned threads = 64;

/// Threads whose bit of `who` is set load a float from where `address`, which calls it %from, says, and store it to their place in `out`.
/// The others leave early.
std::unique_ptr<BaseModule> kernelOf(const std::string& address, const std::string& load = "load float, ptr addrspace(1) %from") {
  return loadText(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %who, i32 %stride) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %own = lshr i32 %who, %lane
  %takesPart = trunc i32 %own to i1
  br i1 %takesPart, label %work, label %end
work:
  %s = mul i32 %t, %stride
)" + address +
                  "\n  %x = " + load + R"(
  %to = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %x, ptr addrspace(1) %to
  br label %end
end:
  ret void
})");
}

const std::string byIndex = "  %from = getelementptr float, ptr addrspace(1) %in, i32 %s"; // which is @6; @7 loads

struct Ran {
  std::vector<float> results;
  std::uint64_t sectors = 0; ///< of global memory, of 32 bytes
};

Ran run(const BaseModule& base, const std::string& lines, std::uint32_t who = ~0U, std::uint32_t stride = 1) {
  const auto module = applyText(base, lines).module;
  optimise(*module);
  sim::testing::Device device(valueOf(sim::Simulator::create(*module, *sim::loadModel("sim"))));
  std::vector<float> values(threads * stride);
  std::iota(values.begin(), values.end(), 0.0F);
  const std::uint64_t in = device.upload(values);
  const std::uint64_t out = device.upload(std::vector<float>(threads, -1));
  const sim::LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, in, out, who, stride);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return {device.download<float>(out, threads), report.statistics.globalSectors};
}

/// The number of the thread whose value each takes.
std::vector<float> leaders(std::uint32_t who, unsigned lanes) {
  std::vector<float> all;
  for (unsigned thread = 0; thread < threads; ++thread) {
    const unsigned first = thread % 32 & ~(lanes - 1);
    all.push_back(who >> thread % 32 & 1 ? float(thread / 32 * 32 + first + unsigned(std::countr_zero(who >> first))) : -1.0F);
  }
  return all;
}

} // namespace

class ShareTest : public QObject {
  Q_OBJECT

private slots:
  void neighboursTakeWhatTheFirstLoads_data() {
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("load");
    QTest::newRow("an index") << QString::fromStdString(byIndex) << "@7";
    QTest::newRow("an index of 64 bits, with a sign") << "  %wide = sext i32 %s to i64\n"
                                                         "  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %wide"
                                                      << "@8";
    QTest::newRow("an index and a constant") << "  %wide = zext i32 %s to i64\n"
                                                "  %row = getelementptr float, ptr addrspace(1) %in, i64 %wide\n"
                                                "  %back = getelementptr i8, ptr addrspace(1) %row, i64 4\n"
                                                "  %from = getelementptr i8, ptr addrspace(1) %back, i64 -4"
                                             << "@10";
    QTest::newRow("two indices") << "  %half = lshr i32 %s, 1\n"
                                    "  %rest = sub i32 %s, %half\n"
                                    "  %row = getelementptr float, ptr addrspace(1) %in, i32 %half\n"
                                    "  %from = getelementptr float, ptr addrspace(1) %row, i32 %rest"
                                 << "@10";
    QTest::newRow("a number of 64 bits") << "  %wide = zext i32 %s to i64\n"
                                            "  %all = shl i64 %wide, 2\n"
                                            "  %from = getelementptr i8, ptr addrspace(1) %in, i64 %all"
                                         << "@9";
    QTest::newRow("a choice") << "  %is = icmp ult i32 %t, 7\n"
                                 "  %one = getelementptr float, ptr addrspace(1) %in, i32 %t\n"
                                 "  %other = getelementptr float, ptr addrspace(1) %in, i32 %s\n"
                                 "  %from = select i1 %is, ptr addrspace(1) %one, ptr addrspace(1) %other"
                              << "@10";
  }
  void neighboursTakeWhatTheFirstLoads() {
    QFETCH(QString, address);
    QFETCH(QString, load);
    const auto base = kernelOf(address.toStdString());
    for (const unsigned lanes : {2U, 4U, 8U, 16U, 32U}) {
      const std::string line = fmt::format("share 1 {} to {}", load.toStdString(), lanes);
      QCOMPARE(active(*base, line), std::vector{true});
      QCOMPARE(run(*base, line).results, leaders(~0U, lanes));
    }
  }

  void whoeverTakesPart() {
    const auto base = kernelOf(byIndex);
    QVERIFY(rc::check([&] {
      const auto who = *rc::gen::arbitrary<std::uint32_t>();
      const auto lanes = *rc::gen::element(2U, 4U, 8U, 16U, 32U);
      RC_ASSERT(run(*base, fmt::format("share 1 @7 to {}", lanes), who).results == leaders(who, lanes));
    }));
  }

  void lessMemoryIsTouched() {
    const auto base = kernelOf(byIndex);
    const std::uint64_t stored = threads * sizeof(float) / 32;
    QCOMPARE(run(*base, "", ~0U, 64).sectors, threads + stored); // one for each thread
    QCOMPARE(run(*base, "share 1 @7 to 2", ~0U, 64).sectors, threads / 2 + stored);
    QCOMPARE(run(*base, "share 1 @7 to 32", ~0U, 64).sectors, threads / 32 + stored);
  }

  /// Whose own memory space is known still.
  void itIsAShuffleOfTheIndex() {
    const auto base = kernelOf(byIndex);
    const auto module = applyText(*base, "share 1 @7 to 4").module;
    optimise(*module);
    const QString ptx = QString::fromStdString(emitPtx(*module, "sm_90").value());
    QCOMPARE(ptx.count("shfl.sync.idx"), 1);
    QCOMPARE(ptx.count("activemask"), 1);
    QCOMPARE(ptx.count("ld.global"), 1);
  }

  void otherLoadsStay_data() {
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("load");
    const QString index = QString::fromStdString(byIndex);
    QTest::newRow("volatile") << index << "load volatile float, ptr addrspace(1) %from";
    QTest::newRow("atomic") << index << "load atomic float, ptr addrspace(1) %from syncscope(\"device\") monotonic, align 4";
    QTest::newRow("one place for all") << "  %from = getelementptr i8, ptr addrspace(1) %in, i64 16"
                                       << "load float, ptr addrspace(1) %from";
    QTest::newRow("a thread's own memory") << "  %from = alloca [4 x float]"
                                           << "load float, ptr %from";
    QTest::newRow("a pointer from memory") << "  %from = load ptr addrspace(1), ptr addrspace(1) %in"
                                           << "load float, ptr addrspace(1) %from";
  }
  void otherLoadsStay() {
    QFETCH(QString, address);
    QFETCH(QString, load);
    QCOMPARE(active(*kernelOf(address.toStdString(), load.toStdString()), "share 1 @7 to 2"), std::vector{false});
  }

  /// Its callers may pass other arrays to other threads.
  void loadsOfFunctionsStay() {
    const auto base = loadText("define float @called(ptr addrspace(1) %in, i32 %i) {\n"
                               "  %from = getelementptr float, ptr addrspace(1) %in, i32 %i\n"
                               "  %x = load float, ptr addrspace(1) %from\n"
                               "  ret float %x\n}\n"
                               "define ptx_kernel void @kernel(ptr addrspace(1) %in, i32 %i) {\n"
                               "  %x = call float @called(ptr addrspace(1) %in, i32 %i)\n"
                               "  store float %x, ptr addrspace(1) %in\n"
                               "  ret void\n}\n");
    QCOMPARE(active(*base, "share 1 @1 to 2"), std::vector{false});
  }

  void theLastWordCounts() {
    const auto base = kernelOf(byIndex);
    QCOMPARE(active(*base, "share 1 @7 to 2\nshare 2 @7 to 2"), (std::vector{true, false}));
    QCOMPARE(active(*base, "share 1 @7 to 2\nshare 2 @7 to 16"), (std::vector{true, true}));
    QCOMPARE(run(*base, "share 1 @7 to 2\nshare 2 @7 to 16").results, leaders(~0U, 16));
    for (const char* value : {"1", "3", "64", "02", "warp"})
      QCOMPARE(active(*base, std::string("share 1 @7 to ") + value), std::vector{false});
  }
};

QTEST_GUILESS_MAIN(ShareTest)
#include "share_test.moc"
