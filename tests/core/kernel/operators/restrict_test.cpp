#include "core/kernel/ir/restriction.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

QString ptx(const BaseModule& base, const std::string& lines) {
  const auto module = applyText(base, lines).module;
  optimise(*module);
  return QString::fromStdString(emitPtx(*module, "sm_90").value());
}

constexpr const char* copying = R"(
define ptx_kernel void @kernel(ptr %in, ptr %out) {
  %value = load i32, ptr %in
  store i32 %value, ptr %out
  ret void
}
)";
constexpr const char* restricted = "restrict 1 @2 use $0 to noalias";

} // namespace

class RestrictTest : public QObject {
  Q_OBJECT

private slots:
  void whatNothingElseLeadsToIsReadThroughTheReadOnlyCache() {
    const auto base = loadText(copying);
    QVERIFY(!ptx(*base, "").contains("ld.global.nc"));
    QVERIFY(ptx(*base, restricted).contains("ld.global.nc"));
  }

  void aVariantSaysWhatItsLaunchesHaveToKeepTo() {
    const auto base = loadText(copying);
    QVERIFY(restrictionsOf(*base->original()).empty());
    const auto module = applyEdits(*base, parseEdits(restricted).value()).module;
    optimise(*module);
    const std::vector<Restriction> found = restrictionsOf(*module);
    QCOMPARE(found.size(), 1UZ);
    QCOMPARE(found[0].kernel, std::string("kernel"));
    QCOMPARE(found[0].parameter, 0U);
    QCOMPARE(found[0].others, std::vector<std::uint32_t>{1});
  }

  /// Otherwise LLVM would keep values across a barrier, where other threads have written others.
  void whatThreadsTellEachOtherIsNotRestricted_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("may");
    const QString kernel = "define ptx_kernel void @kernel(ptr %in, ptr %out) {\n  %x = load i32, ptr %in\n%1  ret void\n}\n"
                           "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent\n@variable = addrspace(1) global i32 0\n";
    const QString barrier = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
    QTest::newRow("only read, with a barrier") << kernel.arg(barrier + "  store i32 %x, ptr %out\n") << true;
    QTest::newRow("written, with a barrier") << kernel.arg(barrier + "  store i32 %x, ptr %in\n") << false;
    QTest::newRow("written, with a fence") << kernel.arg("  fence seq_cst\n  store i32 %x, ptr %in\n") << false;
    QTest::newRow("written, with an atomic") << kernel.arg("  %y = atomicrmw add ptr %out, i32 1 seq_cst\n  store i32 %y, ptr %in\n")
                                             << false;
    QTest::newRow("written by threads of their own") << kernel.arg("  store i32 %x, ptr %in\n  store i32 %x, ptr %out\n") << true;
    QTest::newRow("kept elsewhere") << kernel.arg(barrier + "  store ptr %in, ptr %out\n") << false;
    QTest::newRow("beside a variable") << kernel.arg("  store i32 %x, ptr addrspace(1) @variable\n  store i32 1, ptr %out\n") << false;
    QTest::newRow("beside PTX") << kernel.arg("  call void asm sideeffect \"st.global.u32 [$0], 1;\", \"l,~{memory}\"(i64 5)\n"
                                              "  store i32 1, ptr %out\n")
                                << false;
  }
  void whatThreadsTellEachOtherIsNotRestricted() {
    QFETCH(QString, code);
    QFETCH(bool, may);
    const auto base = loadText(code.toStdString());
    QCOMPARE(active(*base, "restrict 1 @3 use $0 to noalias"), std::vector{may});
  }

  void editsThatWriteThroughThePointerTakeItBack() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr %in, ptr %out) {\n  %x = load i32, ptr %in\n"
                               "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n  store i32 %x, ptr %out\n  ret void\n}\n"
                               "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent\n");
    const std::string promise = "restrict 1 @3 use $0 to noalias\n";
    QVERIFY(applyEdits(*base, parseEdits(promise).value()).module->getFunction("kernel")->getArg(0)->hasNoAliasAttr());
    const auto module = applyEdits(*base, parseEdits(promise + "operand 2 @2 with @2.1=$0").value()).module;
    QVERIFY(!module->getFunction("kernel")->getArg(0)->hasNoAliasAttr());
    QVERIFY(restrictionsOf(*module).empty());
  }

  void equalCodeHasOneHash() {
    const auto base = loadText(copying);
    const auto hash = [&](const std::string& lines) {
      const auto module = applyEdits(*base, parseEdits(lines).value()).module;
      optimise(*module);
      return codeHash(*module);
    };
    QVERIFY(hash(restricted) != hash(""));
    QVERIFY(hash("restrict 1 @2 use $1 to noalias") == hash("")); // what is only written gains nothing here
  }

  void whatChangedSourcesRestrictIsListedToo() {
    const auto base = loadText(copying);
    const auto changed = loadText(QString(copying).replace("ptr %in, ptr %out", "ptr noalias %in, ptr %out").toStdString());
    const auto module = changed->original();
    noteRestrictions(*module, base->module());
    QCOMPARE(restrictionsOf(*module).size(), 1UZ);
    QCOMPARE(restrictionsOf(*module)[0].parameter, 0U);
  }

  /// It is about launches, whatever the code does with the pointers that they give it.
  void otherEditsOfPointersLeaveItAsItIs() {
    const auto base = loadText(copying);
    const auto module = applyEdits(*base, parseEdits(restricted + std::string("\noperand 2 @1 with @1.1=$0")).value()).module;
    QVERIFY(module->getFunction("kernel")->getArg(0)->hasNoAliasAttr());
  }

  void kernelsWithOtherPointersAreLeftAlone_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("in memory") << "define ptx_kernel void @kernel(ptr %in, ptr %out) {\n"
                                  "  %other = load ptr, ptr %in\n  store i32 1, ptr %other\n  ret void\n}";
    QTest::newRow("in a structure") << "define ptx_kernel void @kernel(ptr %in, ptr byval({ i32, ptr }) %all) {\n"
                                       "  store i32 1, ptr %in\n  store i32 2, ptr %in\n  ret void\n}";
    QTest::newRow("in a number") << "define ptx_kernel void @kernel(ptr %in, i64 %number) {\n"
                                    "  %other = inttoptr i64 %number to ptr\n  store i32 1, ptr %other\n  ret void\n}";
    QTest::newRow("restricted by the program") << "define ptx_kernel void @kernel(ptr noalias %in, ptr %out) {\n"
                                                  "  store i32 1, ptr %in\n  store i32 1, ptr %out\n  ret void\n}";
    QTest::newRow("no pointer") << "define ptx_kernel void @kernel(i32 %in, ptr %out) {\n"
                                   "  store i32 1, ptr %out\n  store i32 %in, ptr %out\n  ret void\n}";
  }
  void kernelsWithOtherPointersAreLeftAlone() {
    QFETCH(QString, code);
    const auto base = loadText(code.toStdString());
    QCOMPARE(active(*base, restricted), std::vector{false});
  }

  void thereIsOneValue() { QCOMPARE(active(*loadText(copying), "restrict 1 @2 use $0 to 1"), std::vector{false}); }
};

QTEST_GUILESS_MAIN(RestrictTest)
#include "restrict_test.moc"
