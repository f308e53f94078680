#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

std::size_t blocks(const llvm::Module& module) { return module.getFunction("kernel")->size(); }

/// "select x if c else y" of each.
QStringList selects(const llvm::Module& module) {
  QStringList found;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel"))) {
    const auto* const select = llvm::dyn_cast<llvm::SelectInst>(&one);
    if (!select) continue;
    const auto text = [](const llvm::Value& value) {
      std::string printed;
      llvm::raw_string_ostream stream(printed);
      if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value))
        stream << instruction->getOpcodeName();
      else
        value.printAsOperand(stream, false);
      return QString::fromStdString(printed);
    };
    found << text(*select->getTrueValue()) + " else " + text(*select->getFalseValue());
  }
  return found;
}

/// A branch, @1, around a side.
std::unique_ptr<BaseModule> withSide(const QString& side) {
  const QString text = "define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %a, i32 %b) {\n"
                       "  %less = icmp slt i32 %a, %b\n"
                       "  br i1 %less, label %side, label %join\n"
                       "side:\n  " +
                       side +
                       "\n"
                       "  br label %join\n"
                       "join:\n"
                       "  %x = phi i32 [ %y, %side ], [ 7, %0 ]\n"
                       "  store i32 %x, ptr addrspace(1) %out\n"
                       "  ret void\n}\n"
                       "declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) convergent\n";
  return loadText(text.toUtf8().constData());
}

} // namespace

class FlattenTest : public QObject {
  Q_OBJECT

private slots:
  void aSideIsComputedAndItsResultSelected() {
    const auto base = withSide("%y = mul i32 %a, %b");
    const Applied applied = applyText(*base, "flatten 1 @1 to select");
    QCOMPARE(applied.active, std::vector{true});
    QCOMPARE(blocks(*applied.module), std::size_t(1));
    QCOMPARE(selects(*applied.module), QStringList{"mul else 7"});
  }

  void twoSidesAreBothComputed() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %less = icmp slt i32 %a, %b
  br i1 %less, label %one, label %two
one:
  %y = mul i32 %a, %b
  br label %join
two:
  %z = sub i32 %a, %b
  br label %join
join:
  %x = phi i32 [ %z, %two ], [ %y, %one ]
  %same = phi i32 [ %a, %one ], [ %a, %two ]
  %sum = add i32 %x, %same
  store i32 %sum, ptr addrspace(1) %out
  ret void
})");
    const Applied applied = applyText(*base, "flatten 1 @1 to select");
    QCOMPARE(blocks(*applied.module), std::size_t(1));
    QCOMPARE(selects(*applied.module), QStringList{"mul else sub"}); // the other is the same either way
  }

  void onlyTheInnermostBranchIsFlattened() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %less = icmp slt i32 %a, %b
  br i1 %less, label %outer, label %join
outer:
  %odd = trunc i32 %a to i1
  br i1 %odd, label %inner, label %after
inner:
  %y = mul i32 %a, %b
  br label %after
after:
  %w = phi i32 [ 1, %outer ], [ %y, %inner ]
  br label %join
join:
  %x = phi i32 [ 7, %0 ], [ %w, %after ]
  store i32 %x, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(applyText(*base, "flatten 1 @1 to select").active, std::vector{false}); // its side is more than a block
    const Applied inner = applyText(*base, "flatten 1 @3 to select");
    QCOMPARE(selects(*inner.module), QStringList{"mul else 1"});
    QCOMPARE(blocks(*inner.module), std::size_t(3));
  }

  void aLoopKeepsWhatItIsTold() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %sum = phi i32 [ 0, %0 ], [ %more, %latch ]
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %end, label %body
body:
  %odd = trunc i32 %i to i1
  br i1 %odd, label %side, label %latch
side:
  %twice = mul i32 %i, %sum
  br label %latch
latch:
  %more = phi i32 [ %twice, %side ], [ %sum, %body ]
  br label %loop
end:
  store i32 %sum, ptr addrspace(1) %out
  ret void
})");
    const Applied applied = applyText(*base, "unroll 1 @11 to 4\nflatten 2 @7 to select");
    QCOMPARE(applied.active, (std::vector{true, true}));
    QCOMPARE(selects(*applied.module), QStringList{"mul else phi"});
    QVERIFY(printModule(*applied.module).contains("llvm.loop.unroll.count"));
  }

  void whatMustNotRunUnaskedStays_data() {
    QTest::addColumn<QString>("side");
    QTest::newRow("load") << "%y = load i32, ptr addrspace(1) %out";
    QTest::newRow("store") << "%y = add i32 %a, 1\n  store i32 1, ptr addrspace(1) %out";
    QTest::newRow("division by what may be 0") << "%y = sdiv i32 %a, %b";
    QTest::newRow("exchange between threads") << "%y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %a, i32 0, i32 31)";
  }
  void whatMustNotRunUnaskedStays() {
    QFETCH(QString, side);
    const auto base = withSide(side);
    QCOMPARE(applyText(*base, "flatten 1 @1 to select").active, std::vector{false});
  }

  void sayingItAgainIsInactive() {
    const auto base = withSide("%y = mul i32 %a, %b");
    QCOMPARE(applyText(*base, "flatten 1 @1 to select\nflatten 2 @1 to select").active, (std::vector{true, false}));
    QCOMPARE(applyText(*base, "flatten 1 @1 to branch").active, std::vector{false});
    QCOMPARE(applyText(*base, "flatten 1 @0 to select").active, std::vector{false});
  }
};

QTEST_APPLESS_MAIN(FlattenTest)
#include "flatten_test.moc"
