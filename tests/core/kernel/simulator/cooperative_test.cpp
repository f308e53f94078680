// Launches whose blocks wait for each other, as cooperative groups' this_grid().sync() has them do it.

#include "device.h"

#include <QTest>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

/// `rounds` times: each thread adds its left neighbour's number, in the whole grid, to its own. `barrier`: between reading and writing.
std::string kernel(bool hasBarriers, const std::string& start = {}) {
  const std::string sync = hasBarriers ? "call void @gridSync()\n" : "";
  return R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg1()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg2()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
@tile = internal addrspace(3) global [64 x i32] undef
define internal void @gridSync() {
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %master = icmp eq i32 %t, 0
  br i1 %master, label %arrive, label %end
arrive:
  %high = call i32 @llvm.nvvm.read.ptx.sreg.envreg1()
  %low = call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
  %h = zext i32 %high to i64
  %l = zext i32 %low to i64
  %hs = shl i64 %h, 32
  %a = or i64 %hs, %l
  %w = inttoptr i64 %a to ptr
  %bar = getelementptr i8, ptr %w, i64 4
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = icmp eq i32 %b, 0
  %others = sub i32 %n, 1
  %top = sub i32 -2147483648, %others
  %nb = select i1 %first, i32 %top, i32 1
  fence syncscope("device") release
  %old = atomicrmw add ptr %bar, i32 %nb syncscope("device") monotonic
  br label %wait
wait:
  %now = load atomic i32, ptr %bar syncscope("device") acquire, align 4
  %x = xor i32 %now, %old
  %flipped = icmp slt i32 %x, 0
  br i1 %flipped, label %end, label %wait
end:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}
define ptx_kernel void @k(ptr %p, i32 %rounds) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %bd = mul i32 %b, %d
  %i = add i32 %bd, %t
  %all = mul i32 %g, %d
  %less = add i32 %all, -1
  %il = add i32 %i, %less
  %left = urem i32 %il, %all
  %own = getelementptr i32, ptr %p, i32 %i
  %near = getelementptr i32, ptr %p, i32 %left
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %t
)" + start +
         R"(
  br label %loop
loop:
  %r = phi i32 [ 0, %entry ], [ %r1, %loop ]
  %n = load i32, ptr %near, align 4
  store i32 %n, ptr addrspace(3) %mine, align 4
)" + sync +
         R"(
  %kept = load i32, ptr addrspace(3) %mine, align 4
  %o = load i32, ptr %own, align 4
  %s = add i32 %o, %kept
  store i32 %s, ptr %own, align 4
)" + sync +
         R"(
  %r1 = add i32 %r, 1
  %more = icmp ult i32 %r1, %rounds
  br i1 %more, label %loop, label %end
end:
  ret void
}
)";
}

Device cooperative(const std::string& text) {
  Device device(valueOf(simulatorOfText(text)));
  device.isCooperative = true;
  return device;
}

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<std::uint32_t>(i * i + 1);
  return result;
}

std::vector<std::uint32_t> expected(std::vector<std::uint32_t> values, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const std::vector<std::uint32_t> before = values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += before[(i + values.size() - 1) % values.size()];
  }
  return values;
}

} // namespace

class CooperativeTest : public QObject {
  Q_OBJECT
private slots:
  void blocksMeet_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("blocks");
    for (const int blocks : {1, 2, 40}) {
      QTest::addRow("%d ascending", blocks) << static_cast<int>(Schedule::Order::Ascending) << blocks;
      QTest::addRow("%d descending", blocks) << static_cast<int>(Schedule::Order::Descending) << blocks;
      QTest::addRow("%d shuffled", blocks) << static_cast<int>(Schedule::Order::Shuffled) << blocks;
      QTest::addRow("%d interleaved", blocks) << static_cast<int>(Schedule::Order::Interleaved) << blocks;
    }
  }
  void blocksMeet() {
    QFETCH(int, order);
    QFETCH(int, blocks);
    Device device = cooperative(kernel(true));
    device.limits.schedule = {static_cast<Schedule::Order>(order), 7};
    const auto count = static_cast<std::size_t>(blocks) * 64;
    const auto p = device.upload(numbers(count));
    const LaunchReport report = device.launch("k", {static_cast<std::uint32_t>(blocks), 1, 1}, {64, 1, 1}, p, 3);
    QCOMPARE(QString::fromStdString(faultMessage(report)), QString());
    QVERIFY(report.races.empty());
    QVERIFY(!report.isSameInAllSchedules); // atomics may hand out tickets in any order
    QCOMPARE(device.download<std::uint32_t>(p, count), expected(numbers(count), 3));
    QVERIFY2(device.memory.allocations().size() == 1, "the workspace is gone");
  }

  void withoutTheBarrierTheyRace() {
    Device device = cooperative(kernel(false, "call void @gridSync()"));
    const auto p = device.upload(numbers(256));
    const LaunchReport report = device.launch("k", {4, 1, 1}, {64, 1, 1}, p, 3);
    QCOMPARE(QString::fromStdString(faultMessage(report)), QString());
    QVERIFY(!report.races.empty());
    QVERIFY(std::ranges::any_of(report.races, [](const Race& race) { return !race.shared; }));
  }

  void whoArrivesBeforeItsBlockRaces() {
    std::string text = kernel(true);
    const std::string meet = "  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)\n";
    text.erase(text.find(meet), meet.size());
    Device device = cooperative(text);
    const auto p = device.upload(numbers(256));
    const LaunchReport report = device.launch("k", {4, 1, 1}, {64, 1, 1}, p, 1);
    QCOMPARE(QString::fromStdString(faultMessage(report)), QString());
    QVERIFY(std::ranges::any_of(report.races, [](const Race& race) { return !race.shared; }));
  }

  void aBarrierThatLacksAPartOrdersNothing_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("instead");
    QTest::newRow("arrival without a release") << "fence syncscope(\"device\") release"
                                               << "";
    QTest::newRow("release for the block only") << "fence syncscope(\"device\") release"
                                                << "fence syncscope(\"block\") release";
    QTest::newRow("wait without an acquire") << "syncscope(\"device\") acquire"
                                             << "syncscope(\"device\") monotonic";
    QTest::newRow("no wait") << "br i1 %flipped, label %end, label %wait"
                             << "br label %end";
    QTest::newRow("the block does not meet after the wait") << "end:\n  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)\n"
                                                            << "end:\n";
    QTest::newRow("another thread arrives") << "%master = icmp eq i32 %t, 0"
                                            << "%master = icmp eq i32 %t, 33";
  }
  void aBarrierThatLacksAPartOrdersNothing() {
    QFETCH(QString, part);
    QFETCH(QString, instead);
    QString text = QString::fromStdString(kernel(true));
    QVERIFY(text.contains(part));
    Device device = cooperative(text.replace(part, instead).toStdString());
    const auto p = device.upload(numbers(256));
    const LaunchReport report = device.launch("k", {4, 1, 1}, {64, 1, 1}, p, 2);
    QVERIFY(report.fault.has_value() || std::ranges::any_of(report.races, [](const Race& race) { return !race.shared; }));
  }

  /// Its threads go on in another turn, after others' blocks.
  void racesInSharedMemoryAcrossTheBarrierAreFound() {
    // The first thread reads, after the wait, what another has stored while it waited.
    std::string text = kernel(true);
    const std::string met = "end:\n  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)\n";
    const std::string late = R"(end:
  %slot = getelementptr i32, ptr addrspace(3) @tile, i32 5
  %second = icmp eq i32 %t, 40
  br i1 %second, label %put, label %next
put:
  store i32 7, ptr addrspace(3) %slot, align 4
  br label %next
next:
  br i1 %master, label %get, label %met
get:
  store i32 9, ptr addrspace(3) %slot, align 4
  br label %met
met:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
)";
    text.replace(text.find(met), met.size(), late);
    Device device = cooperative(text);
    const auto p = device.upload(numbers(256));
    const LaunchReport report = device.launch("k", {4, 1, 1}, {64, 1, 1}, p, 1);
    QCOMPARE(QString::fromStdString(faultMessage(report)), QString());
    QVERIFY(std::ranges::any_of(report.races, [](const Race& race) { return race.shared; }));
  }

  void inAnotherLaunchThereIsNoBarrier() {
    Device device = cooperative(kernel(true));
    device.isCooperative = false;
    const auto p = device.upload(numbers(64));
    const LaunchReport report = device.launch("k", {2, 1, 1}, {32, 1, 1}, p, 1);
    QVERIFY(report.fault.has_value());
    QVERIFY(report.fault->kind == FaultKind::OutOfBounds);
  }

  void moreThanFitAreRefused() {
    Device device = cooperative(kernel(true));
    const auto p = device.upload(numbers(64));
    const LaunchReport report = device.launch("k", {100000, 1, 1}, {64, 1, 1}, p, 1);
    QVERIFY(report.fault.has_value());
    QVERIFY(report.fault->kind == FaultKind::BadLaunch);
    QVERIFY2(faultMessage(report).find("resident") != std::string::npos, faultMessage(report).c_str());
  }

  void whoNeverComesEndsWithTheBudget() {
    // Block 1 leaves before the barrier.
    const std::string leave = "%first = icmp eq i32 %b, 1\nbr i1 %first, label %end, label %stay\nstay:\n";
    std::string text = kernel(true, leave);
    for (std::size_t at = text.find("[ 0, %entry ]"); at != std::string::npos; at = text.find("[ 0, %entry ]"))
      text.replace(at, 13, "[ 0, %stay ]");
    Device device = cooperative(text);
    device.limits.warpInstructions = 100'000;
    const auto p = device.upload(numbers(256));
    const LaunchReport report = device.launch("k", {4, 1, 1}, {64, 1, 1}, p, 1);
    QVERIFY(report.fault.has_value());
    QVERIFY(report.fault->kind == FaultKind::Budget);
  }

  void barriersTakeTime() {
    const auto cycles = [](int rounds) {
      Device device = cooperative(kernel(true));
      const auto p = device.upload(numbers(512));
      return device.launch("k", {8, 1, 1}, {64, 1, 1}, p, rounds).statistics.cycles;
    };
    const double one = cycles(2) - cycles(1);
    QVERIFY2(one > 1000 && one < 20000, qPrintable(QString::number(one)));
    QVERIFY(std::abs(cycles(3) - cycles(2) - one) < one / 2);
  }
};

QTEST_GUILESS_MAIN(CooperativeTest)
#include "cooperative_test.moc"
