#include "core/kernel/operators/apply.h"
#include "fixture.h"

#include "core/kernel/ir/pipeline.h"

#include <QtTest>
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

std::string printedBase(const std::string& text) { return printModule((*BaseModule::load(prepareBase(assemble(text)).value()))->module()); }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

} // namespace

class PrepareTest : public QObject {
  Q_OBJECT

private slots:
  void atomicCasOrdersNothingElse() {
    const std::string base = printedBase(R"(
      define ptx_kernel void @kernel(ptr %p) {
        %a = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst
        %b = cmpxchg ptr %p, i32 1, i32 2 syncscope("device") acq_rel acquire
        %c = cmpxchg volatile ptr %p, i32 1, i32 2 seq_cst seq_cst
        ret void
      })");
    QCOMPARE(count(base, "cmpxchg ptr %p, i32 1, i32 2 syncscope(\"device\") monotonic monotonic"), 1U);
    QCOMPARE(count(base, "syncscope(\"device\") acq_rel acquire"), 1U);
    QCOMPARE(count(base, "cmpxchg volatile ptr %p, i32 1, i32 2 seq_cst seq_cst"), 1U);
  }

  void inferredAttributesAreRemoved() {
    const std::string base = printedBase(R"(
      declare i32 @outside(ptr) #0
      define ptx_kernel void @kernel(ptr noalias readonly captures(none) %p, ptr noalias nonnull writeonly %q) #0 {
        %r = call i32 @outside(ptr nonnull captures(none) %p) #0
        store i32 %r, ptr %q, !tbaa !0, !alias.scope !3
        ret void
      }
      attributes #0 = { convergent mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) }
      !0 = !{!1, !1, i64 0}
      !1 = !{!"int", !2, i64 0}
      !2 = !{!"tbaa"}
      !3 = !{!4}
      !4 = distinct !{!4, !5}
      !5 = distinct !{!5})");
    for (const char* gone : {"readonly", "writeonly", "captures", "memory", "mustprogress", "nofree", "norecurse", "nosync", "willreturn",
                             "tbaa", "alias.scope"}) {
      QVERIFY2(count(base, gone) == 0, gone);
    }
    QVERIFY(count(base, "ptr noalias %p") == 1);
    QVERIFY(count(base, "convergent nounwind") >= 1);
  }

  void intrinsicsKeepTheirDefinition() {
    const auto base = loadFixture("stencil");
    const llvm::Function* tid = base->module().getFunction("llvm.nvvm.read.ptx.sreg.tid.x");
    QVERIFY(tid);
    QVERIFY(tid->doesNotAccessMemory());
  }

  void multiplyAddsAreFused_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("fused");
    QTest::addColumn<int>("products");
    const QString mul = "%m = fmul contract float %a, %b\n";
    QTest::newRow("sum") << mul + "%s = fadd contract float %m, %c" << 1 << 0;
    QTest::newRow("difference") << mul + "%s = fsub contract float %c, %m" << 1 << 0;
    QTest::newRow("used twice") << mul + "store float %m, ptr %p\n%s = fadd contract float %m, %c" << 1 << 1;
    QTest::newRow("two sums") << mul + "%t = fadd contract float %m, %c\n%s = fadd contract float %m, %t" << 2 << 0;
    QTest::newRow("two products") << mul + "%n = fmul contract float %c, %a\n%s = fadd contract float %m, %n" << 1 << 1;
    QTest::newRow("negated") << mul + "%n = fneg float %m\n%s = fadd contract float %c, %n" << 1 << 0;
    QTest::newRow("sum may not") << mul + "%s = fadd float %m, %c" << 0 << 1;
    QTest::newRow("product may not") << "%m = fmul float %a, %b\n%s = fadd contract float %m, %c" << 0 << 1;
    QTest::newRow("other block") << mul + "store float %m, ptr %p\nbr label %next\nnext:\n%s = fadd contract float %m, %c" << 0 << 1;
  }
  void multiplyAddsAreFused() {
    QFETCH(QString, body);
    QFETCH(int, fused);
    QFETCH(int, products);
    const std::string base = printedBase("define ptx_kernel void @kernel(float %a, float %b, float %c, ptr %p) {\n" + body.toStdString() +
                                         "\nstore float %s, ptr %p\nret void\n}");
    QCOMPARE(count(base, "= call float @llvm.fma.f32"), std::size_t(fused));
    QCOMPARE(count(base, "= fmul float"), std::size_t(products));
    QCOMPARE(count(base, "contract"), std::size_t{0});
  }

  void backEndFusesNothingMore() {
    const auto base = loadFixture("stencil");
    const auto ptx = emitPtx(*applyEdits(*base, {}).module, "sm_90").value();
    // As many as clang's own PTX of this kernel has; the remaining additions have their own rounding (.rn).
    QCOMPARE(count(ptx, "fma.rn.f32"), std::size_t{4});
    QCOMPARE(count(ptx, "add.rn.f32"), std::size_t{3});
    QCOMPARE(count(ptx, "add.f32"), std::size_t{0});
  }

  void valuesAreNamedAfterSourceVariables() {
    const std::string base = printModule(loadFixture("stencil")->module());
    for (const char* name : {"%tx = ", "%inside = ", "%index = ", "ptr noalias noundef %in,", "i32 noundef %iterations"}) {
      QVERIFY2(count(base, name) == 1, name);
    }
  }

  void changedStructureParametersAreCopiedPerThread() {
    const auto base = [](const std::string& body) {
      return printedBase("define ptx_kernel void @kernel(ptr byval([4 x i32]) align 4 %s, ptr %out, i64 %i) {\n"
                         "%p = getelementptr i32, ptr %s, i64 %i\n" +
                         body + "%v = load i32, ptr %p, align 4\nstore i32 %v, ptr %out, align 4\nret void\n}\n");
    };
    QVERIFY(count(base("store i32 7, ptr %p, align 4\n"), "alloca [4 x i32], align 4") == 1);
    QVERIFY(count(base("store i32 7, ptr %p, align 4\n"), "@llvm.memcpy.p0.p0.i64") >= 1);
    QVERIFY(count(base(""), "alloca") == 0);
  }

  void unusedDeviceFunctionsAreRemoved() {
    QVERIFY(!loadFixture("reduce")->module().getFunction("_Z7warpSumf"));
    QVERIFY(loadFixture("reduce")->module().getNamedGlobal("lookup"));
  }

  void rejectsInvalidBitcode() {
    const Bytes noBitcode = {'h', 'e', 'l', 'l', 'o'};
    QVERIFY(prepareBase(noBitcode).error().message.starts_with("the device code is not LLVM bitcode"));
    QVERIFY(prepareBase(assemble("define void @f() {\nret void\n}")).error().message.contains("no __global__ functions"));
    QVERIFY(BaseModule::load(noBitcode).error().message.starts_with("the base module is damaged"));
  }

  void preparingIsReproducible() {
    for (const std::string& name : fixtureNames)
      QVERIFY(prepareBase(deviceBitcode(name)).value() == prepareBase(deviceBitcode(name)).value());
  }
};

QTEST_GUILESS_MAIN(PrepareTest)
#include "prepare_test.moc"
