#include "core/edit/edit_text.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// A kernel with one instruction between a load, which is @1, and a store.
std::unique_ptr<BaseModule> around(const QString& instruction) {
  const QString text = "define ptx_kernel void @kernel(ptr %in, ptr %out) {\n"
                       "  %value = load i32, ptr %in\n  " +
                       instruction +
                       "\n"
                       "  store i32 %value, ptr %out\n"
                       "  ret void\n}\n"
                       "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent\n"
                       "declare void @llvm.nvvm.membar.gl()\ndeclare void @llvm.nvvm.membar.sys()\ndeclare void @llvm.nvvm.membar.cta()\n";
  return loadText(text.toUtf8().constData());
}

EditList weaker(const QString& value) { return parseEdits("synchronise 1 @1 to " + value.toStdString()).value(); }

QString ptx(const BaseModule& base, const EditList& edits) {
  const auto module = applyEdits(base, edits).module;
  if (const std::string message = verifierMessage(*module); !message.empty()) qFatal("%s", message.c_str());
  optimise(*module);
  return QString::fromStdString(emitPtx(*module, "sm_90").value());
}

} // namespace

class SynchroniseTest : public QObject {
  Q_OBJECT

private slots:
  void fewerThreadsWaitOrSee_data() {
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const QString barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)";
    const QString exchange = "%pair = cmpxchg ptr %out, i32 1, i32 2 ";
    QTest::newRow("barrier") << barrier << "warp"
                             << "bar.sync"
                             << "bar.warp.sync \t-1;";
    QTest::newRow("fence of the GPU") << "call void @llvm.nvvm.membar.gl()"
                                      << "block"
                                      << "membar.gl"
                                      << "membar.cta";
    QTest::newRow("fence of C++ for the GPU") << "fence syncscope(\"device\") acq_rel"
                                              << "block"
                                              << "fence.acq_rel.gpu"
                                              << "fence.acq_rel.cta";
    QTest::newRow("exchange, as clang has it") << exchange + "seq_cst seq_cst"
                                               << "relaxed"
                                               << "fence.sc.sys"
                                               << "atom.relaxed.gpu";
    QTest::newRow("exchange for the block") << exchange + "syncscope(\"device\") monotonic monotonic"
                                            << "block"
                                            << "atom.relaxed.gpu"
                                            << "atom.relaxed.cta";
  }
  void fewerThreadsWaitOrSee() {
    QFETCH(QString, instruction);
    QFETCH(QString, value);
    QFETCH(QString, before);
    QFETCH(QString, after);
    const auto base = around(instruction);
    const QString original = ptx(*base, {});
    const QString changed = ptx(*base, weaker(value));
    QVERIFY2(original.contains(before) && !original.contains(after), qPrintable(original));
    QVERIFY2(changed.contains(after) && !changed.contains(before), qPrintable(changed));
  }

  /// Both are of no use then.
  void volatileAccessesNeedNotReachMemory() {
    for (const char* access : {"%other = load volatile i32, ptr %in", "store volatile i32 %value, ptr %out"}) {
      const auto base = around(access);
      QVERIFY(ptx(*base, {}).contains(".volatile"));
      QVERIFY(!ptx(*base, weaker("plain")).contains(".volatile"));
    }
  }

  void nothingBecomesStronger_data() {
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<QString>("value");
    QTest::newRow("fence of the system") << "call void @llvm.nvvm.membar.sys()"
                                         << "block";
    QTest::newRow("atomic volatile load") << "%other = load atomic volatile i32, ptr %in monotonic, align 4"
                                          << "plain";
    QTest::newRow("fence of C++, of the system") << "fence seq_cst"
                                                 << "block";
    QTest::newRow("exchange of the system") << "%pair = cmpxchg ptr %out, i32 1, i32 2 acq_rel acquire"
                                            << "relaxed";
    QTest::newRow("fence of the block") << "call void @llvm.nvvm.membar.cta()"
                                        << "block";
    QTest::newRow("fence of the GPU") << "call void @llvm.nvvm.membar.gl()"
                                      << "warp";
    QTest::newRow("exchange for the block") << "%pair = cmpxchg ptr %out, i32 1, i32 2 syncscope(\"block\") monotonic monotonic"
                                            << "relaxed";
    QTest::newRow("barrier for the block") << "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"
                                           << "block";
    QTest::newRow("no synchronisation") << "%other = load i32, ptr %out"
                                        << "warp";
  }
  void nothingBecomesStronger() {
    QFETCH(QString, instruction);
    QFETCH(QString, value);
    QCOMPARE(applyEdits(*around(instruction), weaker(value)).active, std::vector{false});
  }

  void theSecondOfTwoIsAppliedToWhatTheFirstLeft() {
    const auto base = around("%pair = cmpxchg ptr %out, i32 1, i32 2 seq_cst seq_cst");
    const EditList narrower = parseEdits("synchronise 1 @1 to relaxed\nsynchronise 2 @1 to block\nsynchronise 3 @1 to relaxed").value();
    QCOMPARE(applyEdits(*base, narrower).active, (std::vector{true, true, false}));
    QVERIFY(ptx(*base, narrower).contains("atom.relaxed.cta"));
  }
};

QTEST_APPLESS_MAIN(SynchroniseTest)
#include "synchronise_test.moc"
