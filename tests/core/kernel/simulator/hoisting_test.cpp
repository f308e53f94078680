/// Values that depend on parameters and on the indices of block and thread alone are computed before a block runs. They must be the same as
/// where the program has them.

#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

class HoistingTest : public QObject {
  Q_OBJECT

private slots:
  void warpsGetTheIndicesOfTheirBlock();
  void valuesFollowTheBoundsOfTheBlock();
};

void HoistingTest::warpsGetTheIndicesOfTheirBlock() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %row = mul i32 %y, 3
  %block = add i32 %row, %x
  %first = mul i32 %block, 96
  %index = add i32 %first, %t
  %wide = sext i32 %index to i64
  %p = getelementptr i32, ptr %out, i64 %wide
  %odd = and i32 %y, 1
  %even = icmp eq i32 %odd, 0
  %q = select i1 %even, i32 %c, i32 %row
  %shifted = shl i32 %q, 8
  %value = add i32 %shifted, %x
  store i32 %value, ptr %p, align 4
  ret void
})")));
  const auto out = device.upload(std::vector<std::uint32_t>(96 * 9, ~0U));
  for (unsigned launch = 0; launch < 2; ++launch) QVERIFY(!device.launch("k", {3, 3, 1}, {96, 1, 1}, out).fault);
  const auto stored = device.download<std::uint32_t>(out, 96 * 9);
  for (unsigned i = 0; i < stored.size(); ++i) {
    const unsigned x = i / 96 % 3;
    const unsigned y = i / 96 / 3;
    QCOMPARE(stored[i], ((y % 2 == 0 ? x : y * 3) << 8) + x);
  }
}

/// They are recomputed only where the bounds changed: at the end of each row of blocks, and after it.
void HoistingTest::valuesFollowTheBoundsOfTheBlock() {
  Device device(valueOf(simulatorOfText(R"(target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [512 x i32] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.smin.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %out, i32 %last) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %half = lshr i32 %n, 1
  %first = mul i32 %x, %half
  %room = sub i32 %last, %first
  %most = sub i32 %n, 1
  %limit = call i32 @llvm.smin.i32(i32 %room, i32 %most)
  %at = call i32 @llvm.smin.i32(i32 %t, i32 %limit)
  %own = getelementptr [512 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  %from = getelementptr [512 x i32], ptr addrspace(3) @tile, i32 0, i32 %at
  %v = add i32 %first, %t
  store i32 %v, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = load i32, ptr addrspace(3) %from
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspace(3) %from
  %row = mul i32 %y, 1000
  %place = add i32 %row, %t
  %ab = add i32 %a, %b
  %sum = add i32 %ab, %place
  %row5 = mul i32 %y, 5
  %block = add i32 %row5, %x
  %start = mul i32 %block, %n
  %index = add i32 %start, %t
  %p = getelementptr i32, ptr %out, i32 %index
  store i32 %sum, ptr %p
  ret void
})")));
  for (const unsigned threads : {20U, 96U, 300U})
    for (const bool inLockstep : {true, false}) {
      device.limits.warpsInLockstep = inLockstep;
      const unsigned last = threads / 2 * 5 - 1;
      const auto out = device.upload(std::vector<std::uint32_t>(std::size_t{threads} * 15));
      QVERIFY(!device.launch("k", {5, 3, 1}, {threads, 1, 1}, out, last).fault);
      const auto stored = device.download<std::uint32_t>(out, std::size_t{threads} * 15);
      for (unsigned i = 0; i < stored.size(); ++i) {
        const unsigned t = i % threads, x = i / threads % 5, y = i / threads / 5;
        const unsigned first = x * (threads / 2);
        const unsigned at = std::min(t, std::min(last - first, threads - 1));
        QCOMPARE(stored[i], 2 * (first + at) + y * 1000 + t);
      }
    }
}

QTEST_GUILESS_MAIN(HoistingTest)
#include "hoisting_test.moc"
