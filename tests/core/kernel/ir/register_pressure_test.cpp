#include "core/kernel/ir/register_pressure.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

unsigned pressureOf(const std::string& body) {
  const auto base = loadText("define ptx_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {\n" + body +
                             "}\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()");
  return registerPressure(*base->module().getFunction("kernel"));
}

} // namespace

class RegisterPressureTest : public QObject {
  Q_OBJECT

private slots:
  void valuesCountWhileTheyAreNeeded() {
    // Two at once, however many there are.
    QCOMPARE(pressureOf("%a = load volatile i32, ptr addrspace(1) %p\n"
                        "%b = add i32 %a, 1\n"
                        "%c = mul i32 %b, %a\n"
                        "store i32 %c, ptr addrspace(1) %q\n"
                        "ret void\n"),
             2U);
    QCOMPARE(pressureOf("%a = load volatile i32, ptr addrspace(1) %p\n"
                        "%b = load volatile i32, ptr addrspace(1) %p\n"
                        "%c = load volatile i32, ptr addrspace(1) %p\n"
                        "store volatile i32 %a, ptr addrspace(1) %q\n"
                        "store volatile i32 %b, ptr addrspace(1) %q\n"
                        "store volatile i32 %c, ptr addrspace(1) %q\n"
                        "ret void\n"),
             3U);
  }

  void doublesTakeTwo() {
    QCOMPARE(pressureOf("%a = load volatile double, ptr addrspace(1) %p\n"
                        "%b = fmul double %a, %a\n"
                        "store double %b, ptr addrspace(1) %q\n"
                        "ret void\n"),
             2U);
  }

  /// Parameters and sizes are read where they are needed; a constant distance is part of the access.
  void someValuesTakeNone() {
    QCOMPARE(pressureOf("%size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
                        "%place = getelementptr i32, ptr addrspace(1) %q, i32 4\n"
                        "%a = load volatile i32, ptr addrspace(1) %place\n"
                        "%less = icmp slt i32 %a, %size\n"
                        "%b = select i1 %less, i32 %n, i32 %size\n"
                        "store i32 %b, ptr addrspace(1) %place\n"
                        "ret void\n"),
             1U);
  }

  void loopsKeepWhatTheNextRoundNeeds() {
    QCOMPARE(pressureOf("%a = load volatile i32, ptr addrspace(1) %p\n"
                        "br label %loop\n"
                        "loop:\n"
                        "%i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
                        "%sum = phi i32 [ 0, %0 ], [ %more, %loop ]\n"
                        "%more = add i32 %sum, %a\n"
                        "%next = add i32 %i, 1\n"
                        "%again = icmp slt i32 %next, %n\n"
                        "br i1 %again, label %loop, label %end\n"
                        "end:\n"
                        "store i32 %more, ptr addrspace(1) %q\n"
                        "ret void\n"),
             3U);
  }
};

QTEST_APPLESS_MAIN(RegisterPressureTest)
#include "register_pressure_test.moc"
