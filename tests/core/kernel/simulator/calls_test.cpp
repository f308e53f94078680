// Calls that stay calls: through pointers, with structures, and of the device runtime's own functions.

#include "device.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

const std::string head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
)";

/// Three lanes in a row call three functions from a table in constant memory.
const std::string table = head + R"(
@functions = internal addrspace(4) constant [3 x ptr] [ptr @twice, ptr @squared, ptr @negated]
define internal i32 @twice(i32 %x) noinline {
  %r = mul i32 %x, 2
  ret i32 %r
}
define internal i32 @squared(i32 %x) noinline {
  %r = mul i32 %x, %x
  ret i32 %r
}
define internal i32 @negated(i32 %x) noinline {
  %r = sub i32 0, %x
  ret i32 %r
}
define internal float @other(float %x) noinline {
  ret float %x
}
@wrong = internal addrspace(4) constant ptr @other
define ptx_kernel void @kernel(ptr %out, i32 %known) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %which = urem i32 %t, 3
  %entry = getelementptr [3 x ptr], ptr addrspace(4) @functions, i32 0, i32 %which
  %right = load ptr, ptr addrspace(4) %entry
  %bad = load ptr, ptr addrspace(4) @wrong
  %good = icmp ne i32 %known, 0
  %function = select i1 %good, ptr %right, ptr %bad
  %plus = add i32 %t, 1
  %r = call i32 %function(i32 %plus)
  %sum = add i32 %r, %plus
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %sum, ptr %place
  ret void
}
)";

/// The function changes its own copy.
const std::string structure = head + R"(
%pair = type { i32, i32 }
define internal i32 @sum(ptr byval(%pair) align 4 %p) noinline {
  %second = getelementptr %pair, ptr %p, i32 0, i32 1
  %a = load i32, ptr %p
  %b = load i32, ptr %second
  store i32 0, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}
define ptx_kernel void @kernel(ptr %out, i32 %n) {
  %own = alloca %pair, align 4
  %second = getelementptr %pair, ptr %own, i32 0, i32 1
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %own
  store i32 %n, ptr %second
  %r = call i32 @sum(ptr byval(%pair) align 4 %own)
  %still = load i32, ptr %own
  %both = shl i32 %still, 16
  %all = or i32 %both, %r
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %all, ptr %place
  ret void
}
)";

const std::string printing = head + R"(
@format = internal addrspace(1) constant [38 x i8] c"%5d|%-4u|%x|%.2f|%c|%s|%lld|100%%|%q\0A\00"
@word = internal addrspace(1) constant [4 x i8] c"abc\00"
define ptx_kernel void @kernel(ptr %out, i32 %n) {
  %buffer = alloca { i32, i32, i32, double, i32, ptr, i64 }, align 8
  %1 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 1
  %2 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 2
  %3 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 3
  %4 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 4
  %5 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 5
  %6 = getelementptr { i32, i32, i32, double, i32, ptr, i64 }, ptr %buffer, i32 0, i32 6
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %n, ptr %buffer
  store i32 %t, ptr %1
  store i32 255, ptr %2
  store double 1.5, ptr %3
  store i32 65, ptr %4
  store ptr addrspacecast (ptr addrspace(1) @word to ptr), ptr %5
  store i64 -5000000000, ptr %6
  %count = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @format to ptr), ptr %buffer)
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %count, ptr %place
  ret void
}
)";

const std::string heap = head + R"(
define ptx_kernel void @kernel(ptr %out, i32 %how) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext i32 %t to i64
  %bytes = add i64 %n, 4
  %own = call ptr @malloc(i64 %bytes)
  store i32 %t, ptr %own, align 4
  %beyond = icmp eq i32 %how, 1
  br i1 %beyond, label %outside, label %inside
outside:
  %end = getelementptr i8, ptr %own, i64 256
  store i32 1, ptr %end, align 4
  ret void
inside:
  %x = load i32, ptr %own, align 4
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %x, ptr %place
  call void @free(ptr %own)
  %again = icmp eq i32 %how, 2
  br i1 %again, label %twice, label %end2
twice:
  call void @free(ptr %own)
  br label %end2
end2:
  %most = call ptr @malloc(i64 9000000)
  %null = icmp eq ptr %most, null
  br i1 %null, label %right, label %wrong
wrong:
  store i32 -1, ptr %place
  br label %right
right:
  ret void
}
)";

const std::string assertion = head + R"(
@text = internal addrspace(1) constant [6 x i8] c"n < 3\00"
define ptx_kernel void @kernel(ptr %out, i32 %n) {
  %ok = icmp slt i32 %n, 3
  br i1 %ok, label %fine, label %bad
bad:
  call void @__assertfail(ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr null, i32 7, ptr null, i64 1)
  unreachable
fine:
  ret void
}
)";

/// The first block calls a function with a large array; the next one reads far behind its own small one.
const std::string deepBlock = head + R"(
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define internal i32 @deep(i32 %n) noinline {
  %large = alloca [512 x i32], align 4
  %place = getelementptr i32, ptr %large, i32 %n
  store volatile i32 %n, ptr %place
  %r = load volatile i32, ptr %place
  ret i32 %r
}
define ptx_kernel void @kernel(ptr %out, i32 %n) {
  %own = alloca [2 x i32], align 4
  store volatile i32 1, ptr %own
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %calls, label %reads
calls:
  %r = call i32 @deep(i32 %n)
  store i32 %r, ptr %out
  ret void
reads:
  %far = getelementptr i32, ptr %own, i32 %n
  %x = load volatile i32, ptr %far
  ret void
}
)";

} // namespace

class CallsTest : public QObject {
  Q_OBJECT

  LaunchReport run(const std::string& text, unsigned threads, int n, std::vector<int>& out) {
    Device device(valueOf(simulatorOfText(text)));
    const auto place = device.upload(std::vector<int>(threads));
    LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, place, n);
    out = device.download<int>(place, threads);
    return report;
  }

private slots:
  void lanesCallDifferentFunctions() {
    std::vector<int> out;
    QCOMPARE(faultMessage(run(table, 50, 1, out)), std::string());
    for (int t = 0; t < 50; ++t) {
      const int x = t + 1;
      QCOMPARE(out[static_cast<std::size_t>(t)], x + (t % 3 == 0 ? 2 * x : t % 3 == 1 ? x * x : -x));
    }
  }

  void callThroughAPointerOfAnotherTypeIsAFault() {
    std::vector<int> out;
    const LaunchReport report = run(table, 32, 0, out);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::Trap);
  }

  void structuresAreCopiedByValue() {
    std::vector<int> out;
    QCOMPARE(faultMessage(run(structure, 40, 9, out)), std::string());
    for (int t = 0; t < 40; ++t) QCOMPARE(out[static_cast<std::size_t>(t)], (t << 16) | (t + 9));
  }

  void printfIsOrderedByThread() {
    std::vector<int> out;
    const LaunchReport report = run(printing, 2, -7, out);
    QCOMPARE(faultMessage(report), std::string());
    QCOMPARE(report.printed, std::string("   -7|0   |ff|1.50|A|abc|-5000000000|100%|%q\n   -7|1   |ff|1.50|A|abc|-5000000000|100%|%q\n"));
    QCOMPARE(out, (std::vector<int>{7, 7}));
  }

  void kernelsCanAllocateAndFree() {
    std::vector<int> out;
    QCOMPARE(faultMessage(run(heap, 64, 0, out)), std::string());
    for (int t = 0; t < 64; ++t) QCOMPARE(out[static_cast<std::size_t>(t)], t);
  }

  void overrunOfAKernelAllocationIsAFault() {
    std::vector<int> out;
    const LaunchReport report = run(heap, 64, 1, out);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
  }

  void doubleFreeIsAFault() {
    std::vector<int> out;
    const LaunchReport report = run(heap, 64, 2, out);
    QVERIFY(report.fault.has_value());
    QVERIFY2(report.fault->message().contains("free() of 0x2e"), report.fault->message().c_str());
  }

  /// Else it would be right in one order of blocks only.
  void localMemoryOfAnEarlierBlocksCallsIsOutOfBounds() {
    Device device(valueOf(simulatorOfText(deepBlock)));
    const auto place = device.upload(std::vector<int>(1));
    QCOMPARE(faultMessage(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, place, 300)), std::string());
    const LaunchReport report = device.launch("kernel", {2, 1, 1}, {32, 1, 1}, place, 300);
    QVERIFY(report.fault.has_value());
    QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
  }

  void failedAssertionIsQuoted() {
    std::vector<int> out;
    QCOMPARE(faultMessage(run(assertion, 32, 2, out)), std::string());
    const LaunchReport report = run(assertion, 32, 3, out);
    QVERIFY(report.fault.has_value());
    QVERIFY2(report.fault->message().contains("\"n < 3\" does not hold"), report.fault->message().c_str());
  }
};

QTEST_APPLESS_MAIN(CallsTest)
#include "calls_test.moc"
