// Warps and lanes that wait for each other: which make progress, and which never can.

#include "device.h"

#include <QTest>
#include <span>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

const std::string head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
)";

/// Every lane takes a lock, adds one to a counter that is not atomic, and gives the lock back.
const std::string lock = head + R"(
define ptx_kernel void @kernel(ptr %lock, ptr %counter) {
entry:
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %inside, label %try
inside:
  %old = load volatile i32, ptr %counter
  %new = add i32 %old, 1
  store volatile i32 %new, ptr %counter
  %free = atomicrmw xchg ptr %lock, i32 0 release
  ret void
}
)";

/// Each warp waits for the one after it; the last begins.
const std::string relay = head + R"(
define ptx_kernel void @kernel(ptr %flag, ptr %order) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %t, 5
  br label %wait
wait:
  %now = load volatile i32, ptr %flag
  %mine = icmp eq i32 %now, %warp
  br i1 %mine, label %go, label %wait
go:
  %lane = and i32 %t, 31
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %pass, label %end
pass:
  %next = sub i32 %warp, 1
  store volatile i32 %next, ptr %flag
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
)";

/// Polls for more than a turn; beside it, lanes that stay in a loop for different times and never look at memory.
const std::string pollOrCount = head + R"(
define ptx_kernel void @poll(ptr %flag) {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %now = load volatile i32, ptr %flag
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, 300
  br i1 %more, label %again, label %end
end:
  ret void
}
define ptx_kernel void @count(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rounds = mul i32 %t, 40
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %rounds
  br i1 %more, label %loop, label %end
end:
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %i, ptr %place
  ret void
}
)";

std::string syncIn(const std::string& members, const std::string& condition) {
  return head + R"(
define ptx_kernel void @kernel(ptr %data, ptr %other) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %some = )" +
         condition + R"(
  br i1 %some, label %in, label %end
in:
  call void @llvm.nvvm.bar.warp.sync(i32 )" +
         members + R"()
  br label %end
end:
  store i32 1, ptr %data
  ret void
}
)";
}

/// A kernel of 64 threads, %t, each with a place of its own, %own, and that of a thread of the other warp, %other. `memory` is zero.
std::string withTwoWarps(const std::string& body) {
  return head + R"(
define ptx_kernel void @kernel(ptr %memory, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %partner = xor i32 %t, 32
  %own = getelementptr i32, ptr %memory, i32 %t
  %other = getelementptr i32, ptr %memory, i32 %partner
  %result = getelementptr i32, ptr %out, i32 %t
)" + body +
         R"(
  ret void
}
)";
}

constexpr Schedule otherSchedules[] = {{Schedule::Order::Descending, 0}, {Schedule::Order::Shuffled, 1}, {Schedule::Order::Shuffled, 2}};

} // namespace

class SchedulingTest : public QObject {
  Q_OBJECT

  LaunchReport run(const std::string& text, unsigned threads, int first, int& result) {
    Device device(valueOf(simulatorOfText(text)));
    device.limits.warpInstructions = 5'000'000;
    const auto a = device.upload(std::vector<int>{first});
    const auto b = device.upload(std::vector<int>{0});
    LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, a, b);
    result = device.download<int>(b, 1)[0];
    return report;
  }

private slots:
  void lanesOfAWarpShareALock() {
    int count = 0;
    const LaunchReport report = run(lock, 64, 0, count);
    QCOMPARE(faultMessage(report), std::string());
    QCOMPARE(count, 64);
  }

  void spinningWarpYieldsToOthers() {
    int ignored = 0;
    QCOMPARE(faultMessage(run(relay, 128, 3, ignored)), std::string());
  }

  void endlessWaitExceedsTheBudget() {
    int ignored = 0;
    const LaunchReport report = run(relay, 128, 77, ignored);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::Budget);
  }

  void schedulingIsDeterministic() {
    int count = 0;
    const LaunchReport one = run(lock, 64, 0, count);
    const LaunchReport two = run(lock, 64, 0, count);
    QCOMPARE(two.statistics.cycles, one.statistics.cycles);
    QCOMPARE(two.statistics.warpInstructions, one.statistics.warpInstructions);
  }

  void schedulingIsIndependentOfEarlierLaunches() {
    const auto counted = [](bool pollsBefore) {
      Device device(valueOf(simulatorOfText(pollOrCount)));
      const auto memory = device.upload(std::vector<int>(32));
      if (pollsBefore) device.launch("poll", {1, 1, 1}, {32, 1, 1}, memory);
      return device.launch("count", {1, 1, 1}, {32, 1, 1}, memory).statistics;
    };
    const LaunchStatistics after = counted(true);
    const LaunchStatistics alone = counted(false);
    QCOMPARE(after.cycles, alone.cycles);
    QCOMPARE(after.warpInstructions, alone.warpInstructions);
  }

  void launchWhoseAccessesBarriersOrderIsTheSameInAllSchedules_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isSame");
    const auto row = [](const char* name, bool isSame, const char* body) { QTest::newRow(name) << QString(body) << isSame; };
    const char* const barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
    const std::string exchange = std::string("store i32 %t, ptr %own\n") + barrier + "%v = load i32, ptr %other\nstore i32 %v, ptr %result";
    row("barrier between", true, exchange.c_str());
    row("own places only", true, "store i32 %t, ptr %result");
    row("reads of one place", true, "%v = load i32, ptr %memory\nstore i32 %v, ptr %result");
    row("race", false, "store i32 %t, ptr %own\n%v = load i32, ptr %other\nstore i32 %v, ptr %result");
    row("written as it was, after others read it", false, "%v = load i32, ptr %other\nstore i32 0, ptr %own\nstore i32 %v, ptr %result");
    row("equal values at one place", false, "store i32 7, ptr %memory");
    row("atomic operation", false, "%v = atomicrmw add ptr %memory, i32 1 monotonic\nstore i32 %v, ptr %result");
    row("volatile access", false, "store volatile i32 %t, ptr %own");
    row("clock", false, "%v = call i32 @llvm.nvvm.read.ptx.sreg.clock()\nstore i32 %v, ptr %result");
    row("barrier of a number of warps", false,
        "%warp = lshr i32 %t, 5\ncall void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %warp, i32 32)\nstore i32 %t, ptr %result");
  }

  void launchWhoseAccessesBarriersOrderIsTheSameInAllSchedules() {
    QFETCH(QString, body);
    QFETCH(bool, isSame);
    const std::string text = withTwoWarps(body.toStdString());
    const auto launch = [&](const Schedule& schedule, std::vector<int>& result) {
      Device device(valueOf(simulatorOfText(text)));
      device.limits.schedule = schedule;
      const auto memory = device.upload(std::vector<int>(64));
      const auto out = device.upload(std::vector<int>(64));
      LaunchReport report = device.launch("kernel", {1, 1, 1}, {64, 1, 1}, memory, out);
      result = device.download<int>(out, 64);
      return report;
    };
    std::vector<int> result;
    const LaunchReport report = launch({}, result);
    QCOMPARE(faultMessage(report), std::string());
    QCOMPARE(report.isSameInAllSchedules, isSame);
    for (const Schedule& schedule : isSame ? std::span<const Schedule>(otherSchedules) : std::span<const Schedule>()) {
      std::vector<int> other;
      QVERIFY(launch(schedule, other).races.empty());
      QCOMPARE(other, result);
    }
  }

  void schedulesAreNotComparedWithoutRaceChecks() {
    Device device(valueOf(simulatorOfText(withTwoWarps("store i32 %t, ptr %result"))));
    const auto memory = device.upload(std::vector<int>(64));
    device.limits.checkRaces = false;
    QVERIFY(!device.launch("kernel", {1, 1, 1}, {64, 1, 1}, memory, memory).isSameInAllSchedules);
  }

  void warpBarrierWaitsForItsMembers() {
    int ignored = 0;
    const LaunchReport report = run(syncIn("-1", "icmp ult i32 %t, 16"), 32, 0, ignored);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::BarrierDivergence);
  }

  void warpBarrierOfActiveLanes() {
    int ignored = 0;
    QCOMPARE(faultMessage(run(syncIn("65535", "icmp ult i32 %t, 16"), 32, 0, ignored)), std::string());
    QCOMPARE(faultMessage(run(syncIn("-1", "icmp ult i32 %t, 64"), 32, 0, ignored)), std::string());
  }

  void warpBarrierOutsideItsMembersIsAFault() {
    int ignored = 0;
    const LaunchReport report = run(syncIn("255", "icmp ult i32 %t, 16"), 32, 0, ignored);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::Trap);
  }
};

QTEST_APPLESS_MAIN(SchedulingTest)
#include "scheduling_test.moc"
