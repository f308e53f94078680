#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// "load store" of each block that accesses memory.
QStringList accesses(const llvm::Module& module) {
  QStringList found;
  for (const llvm::BasicBlock& block : *module.getFunction("kernel")) {
    QStringList of;
    for (const llvm::Instruction& one : block)
      if (one.mayReadOrWriteMemory()) of << one.getOpcodeName();
    if (!of.isEmpty()) found << of.join(' ');
  }
  return found;
}

/// A loop that loads @3 from `in`, and does this with what `out` points to.
std::unique_ptr<BaseModule> loopThat(const QString& does) {
  const QString text = "define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {\n"
                       "  br label %loop\n"
                       "loop:\n"
                       "  %i = phi i32 [ 0, %0 ], [ %next, %latch ]\n"
                       "  %from = getelementptr float, ptr addrspace(1) %in, i32 %i\n"
                       "  %x = load float, ptr addrspace(1) %from\n  " +
                       does +
                       "\n  br label %latch\n"
                       "latch:\n"
                       "  %next = add i32 %i, 1\n"
                       "  %ends = icmp eq i32 %next, %n\n"
                       "  br i1 %ends, label %end, label %loop\n"
                       "end:\n"
                       "  ret void\n}\n"
                       "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent\n";
  return loadText(text.toUtf8().constData());
}

/// Adds to `out`: @4 loads, @5 adds, @6 stores.
constexpr const char* addition = "%sum = load float, ptr addrspace(1) %out\n"
                                 "  %more = fadd float %sum, %x\n"
                                 "  store float %more, ptr addrspace(1) %out";

} // namespace

class PromoteTest : public QObject {
  Q_OBJECT

private slots:
  void aSumStaysInARegisterWhileItsLoopRuns() {
    const auto base = loopThat(addition);
    QCOMPARE(accesses(*applyText(*base, "").module), QStringList{"load load store"});
    for (const char* access : {"@4", "@6"}) {
      const Applied applied = applyText(*base, std::string("promote 1 ") + access + " to register");
      QCOMPARE(applied.active, std::vector{true});
      QCOMPARE(accesses(*applied.module), (QStringList{"load", "load", "store"})); // before, in and behind the loop
    }
  }

  void theOutermostLoopThatAllowsItCounts() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
  br label %outer
outer:
  %i = phi i32 [ 0, %0 ], [ %after, %latch ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %next, %inner ]
  %from = getelementptr float, ptr addrspace(1) %in, i32 %k
  %x = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %out
  %more = fadd float %sum, %x
  store float %more, ptr addrspace(1) %out
  %next = add i32 %k, 1
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %latch, label %inner
latch:
  %after = add i32 %i, 1
  %done = icmp eq i32 %after, %n
  br i1 %done, label %end, label %outer
end:
  ret void
})");
    const Applied applied = applyText(*base, "promote 1 @6 to register");
    QCOMPARE(accesses(*applied.module), (QStringList{"load", "load", "store"}));
    QVERIFY(applied.module->getFunction("kernel")->getEntryBlock().front().mayReadFromMemory());
  }

  /// Only where the loop ran: there may be other ways to where it ends.
  void aLoopWithSeveralEndsStoresAtEach() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %from = getelementptr float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %from
  %sum = load float, ptr addrspace(1) %out
  %more = fadd float %sum, %x
  store float %more, ptr addrspace(1) %out
  %stops = fcmp ogt float %more, 100.0
  br i1 %stops, label %end, label %latch
latch:
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %end, label %loop
end:
  ret void
})");
    const Applied applied = applyText(*base, "promote 1 @7 to register");
    QStringList found = accesses(*applied.module);
    found.sort();
    QCOMPARE(found, (QStringList{"load", "load", "store"}));
    for (const llvm::BasicBlock& block : *applied.module->getFunction("kernel"))
      for (const llvm::Instruction& one : block)
        if (llvm::isa<llvm::StoreInst>(one)) QVERIFY(llvm::isa<llvm::BranchInst>(block.getTerminator())); // not where all ways meet
  }

  /// LLVM leaves it where a store may be to the same place.
  void aValueThatIsOnlyReadIsReadOnce() {
    const auto base = loopThat("%factor = load float, ptr addrspace(1) %out\n"
                               "  %y = fmul float %factor, %x\n"
                               "  store float %y, ptr addrspace(1) %from");
    QCOMPARE(accesses(*applyText(*base, "promote 1 @4 to register").module), (QStringList{"load", "load store"}));
  }

  void aLoopThatForbidsItKeepsItsAccesses_data() {
    QTest::addColumn<QString>("does");
    QTest::newRow("waits") << QString(addition) + "\n  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)";
    QTest::newRow("another type") << QString(addition) + "\n  store i32 1, ptr addrspace(1) %out";
    QTest::newRow("volatile") << QString(addition).replace("store", "store volatile");
    QTest::newRow("orders") << QString(addition) + "\n  fence acq_rel";
    QTest::newRow("another place in each round") << QString(addition).replace("%out", "%from");
    QTest::newRow("not in each round") << QStringLiteral("%sum = load float, ptr addrspace(1) %out\n"
                                                         "  %more = fadd float %sum, %x\n"
                                                         "  %less = fcmp olt float %sum, %x\n"
                                                         "  br i1 %less, label %side, label %join\n"
                                                         "side:\n"
                                                         "  store float %more, ptr addrspace(1) %out\n"
                                                         "  br label %join\n"
                                                         "join:");
  }
  void aLoopThatForbidsItKeepsItsAccesses() {
    QFETCH(QString, does);
    const auto base = loopThat(does);
    QCOMPARE(applyText(*base, "promote 1 @4 to register").active, std::vector{false});
  }

  void whatIsInNoLoopIsNoTarget() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr addrspace(1) %out) {\n"
                               "  %x = load float, ptr addrspace(1) %out\n"
                               "  store float %x, ptr addrspace(1) %out\n"
                               "  ret void\n}\n");
    QCOMPARE(applyText(*base, "promote 1 @1 to register").active, std::vector{false});
  }

  void sayingItAgainIsInactive() {
    const auto base = loopThat(addition);
    QCOMPARE(applyText(*base, "promote 1 @4 to register\npromote 2 @6 to register").active, (std::vector{true, false}));
    QCOMPARE(applyText(*base, "promote 1 @4 to memory").active, std::vector{false});
    QCOMPARE(applyText(*base, "promote 1 @5 to register").active, std::vector{false});
  }

  /// What is kept in a register is a variable of the loop, whose sum a loop with fewer rounds scales.
  void aLoopIsPerforatedAfterwards() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  store i32 0, ptr addrspace(1) %out
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = load i32, ptr addrspace(1) %out
  %more = add i32 %sum, 1
  store i32 %more, ptr addrspace(1) %out
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  ret void
})");
    const auto last = [&](const std::string& lines) {
      const Applied applied = applyText(*base, lines);
      optimise(*applied.module);
      const llvm::StoreInst* store = nullptr;
      for (const llvm::Instruction& one : applied.module->getFunction("kernel")->back())
        if (llvm::isa<llvm::StoreInst>(one)) store = llvm::cast<llvm::StoreInst>(&one);
      const auto* const number = store ? llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand()) : nullptr;
      return number ? number->getSExtValue() : -1;
    };
    QCOMPARE(last(""), 8);
    QCOMPARE(last("promote 1 @3 to register\nperforate 2 @8 to 4"), 8); // two rounds that count four times
    QCOMPARE(last("perforate 2 @8 to 4\npromote 1 @3 to register"), 8);
    QCOMPARE(last("perforate 2 @8 to 4"), 2);
  }
};

QTEST_APPLESS_MAIN(PromoteTest)
#include "promote_test.moc"
