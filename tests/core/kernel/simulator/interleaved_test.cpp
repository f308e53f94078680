// Launches whose blocks are resident at once and take turns: what goes wrong between two accesses of one thread shows.

#include "device.h"

#include <QTest>
#include <numeric>
#include <set>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

const std::string head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare ptr @malloc(i64)
define ptx_kernel void @kernel(ptr %shared, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %t, 0
)";

/// The first thread of each block takes a place if there is one, in two steps.
const std::string checkThenAct = head + R"(
  br i1 %first, label %check, label %end
check:
  %seen = atomicrmw add ptr %shared, i32 0 monotonic
  %free = icmp slt i32 %seen, 3
  br i1 %free, label %take, label %end
take:
  %place = atomicrmw add ptr %shared, i32 1 monotonic
  br label %end
end:
  ret void
}
)";

/// The same within one basic block: another may have written between the load and the store.
const std::string lostUpdate = head + R"(
  br i1 %first, label %go, label %end
go:
  %seen = load atomic i32, ptr %shared monotonic, align 4
  %more = add i32 %seen, 1
  store atomic i32 %more, ptr %shared monotonic, align 4
  br label %end
end:
  ret void
}
)";

const std::string counter = head + R"(
  %old = atomicrmw add ptr %shared, i32 1 monotonic
  ret void
}
)";

/// Each block waits for the one before it.
const std::string chain = head + R"(
  br i1 %first, label %wait, label %end
wait:
  %now = load volatile i32, ptr %shared
  %mine = icmp eq i32 %now, %block
  br i1 %mine, label %go, label %wait
go:
  %next = add i32 %block, 1
  store volatile i32 %next, ptr %shared
  br label %end
end:
  ret void
}
)";

/// Threads of a block exchange values through shared memory, with an atomic operation on either side of the barrier.
const std::string exchange = head + R"(
  %i = zext i32 %t to i64
  %before = atomicrmw add ptr %shared, i32 1 monotonic
  %mine = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %i
  store i32 %t, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %after = atomicrmw add ptr %shared, i32 1 monotonic
  %o = xor i64 %i, 32
  %other = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %o
  %value = load i32, ptr addrspace(3) %other
  %base = mul i32 %block, 64
  %at = add i32 %base, %t
  %at64 = zext i32 %at to i64
  %place = getelementptr i32, ptr %out, i64 %at64
  store i32 %value, ptr %place
  ret void
}
)";

const std::string allocating = head + R"(
  %mine = call ptr @malloc(i64 4)
  %got = icmp ne ptr %mine, null
  br i1 %got, label %count, label %end
count:
  store i32 1, ptr %mine
  %one = load i32, ptr %mine
  %old = atomicrmw add ptr %shared, i32 %one monotonic
  br label %end
end:
  ret void
}
)";

const std::string outside = head + R"(
  %old = atomicrmw add ptr %shared, i32 1 monotonic
  %far = getelementptr i32, ptr %out, i64 100000
  store i32 %old, ptr %far
  ret void
}
)";

constexpr unsigned blocks = 9;
constexpr unsigned threads = 64;

struct Outcome {
  LaunchReport report;
  int shared = 0;
  std::vector<int> out;
};

Outcome run(const std::string& text, Schedule schedule) {
  Device device(valueOf(simulatorOfText(text)));
  device.limits.warpInstructions = 1'000'000;
  device.limits.schedule = schedule;
  const auto shared = device.upload(std::vector<int>{0});
  const auto out = device.upload(std::vector<int>(blocks * threads));
  Outcome outcome;
  outcome.report = device.launch("kernel", {blocks, 1, 1}, {threads, 1, 1}, shared, out);
  outcome.shared = device.download<int>(shared, 1)[0];
  outcome.out = device.download<int>(out, blocks * threads);
  return outcome;
}

Schedule interleaved(std::uint64_t seed) { return {Schedule::Order::Interleaved, seed}; }

/// What the shared word holds at the end, over several seeds.
std::set<int> results(const std::string& text) {
  std::set<int> found;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) found.insert(run(text, interleaved(seed)).shared);
  return found;
}

} // namespace

class InterleavedTest : public QObject {
  Q_OBJECT
private slots:
  void aCheckMayNoLongerHoldWhenItIsActedOn() {
    QCOMPARE(run(checkThenAct, {}).shared, 3);
    QVERIFY(*results(checkThenAct).rbegin() > 3);
  }

  void updatesAreLostWithinABasicBlock() {
    QCOMPARE(run(lostUpdate, {}).shared, int(blocks));
    QVERIFY(*results(lostUpdate).begin() < int(blocks));
  }

  void atomicUpdatesAreNotLost() { QCOMPARE(results(counter), std::set<int>{int(blocks * threads)}); }

  void theSameSeedGivesTheSameTurns() {
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
      QCOMPARE(run(lostUpdate, interleaved(seed)).shared, run(lostUpdate, interleaved(seed)).shared);
  }

  void blocksMayWaitForEarlierOnes() {
    const Outcome outcome = run(chain, interleaved(1));
    QCOMPARE(faultMessage(outcome.report), std::string());
    QCOMPARE(outcome.shared, int(blocks));
  }

  void barriersHold() {
    const Outcome outcome = run(exchange, interleaved(1));
    QCOMPARE(faultMessage(outcome.report), std::string());
    QCOMPARE(outcome.out, run(exchange, {}).out);
  }

  void countsAreThoseOfAllBlocks() {
    QCOMPARE(run(counter, interleaved(1)).report.statistics.warpInstructions, run(counter, {}).report.statistics.warpInstructions);
  }

  void aFaultEndsTheLaunch() {
    const Outcome outcome = run(outside, interleaved(1));
    QVERIFY(outcome.report.fault.has_value());
    QCOMPARE(outcome.report.fault->kind, FaultKind::OutOfBounds);
  }

  /// The residents would not see each other's allocations.
  void kernelsThatAllocateRunBlockByBlock() {
    const Outcome outcome = run(allocating, interleaved(1));
    QCOMPARE(faultMessage(outcome.report), std::string());
    QCOMPARE(outcome.shared, int(blocks * threads));
    QVERIFY(!valueOf(simulatorOfText(allocating)).canInterleave());
    QVERIFY(valueOf(simulatorOfText(counter)).canInterleave());
  }
};

QTEST_GUILESS_MAIN(InterleavedTest)
#include "interleaved_test.moc"
