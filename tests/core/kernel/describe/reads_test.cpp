#include "core/kernel/describe/reads.h"

#include <QtTest>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo::ir;

namespace {

/// `in` is never written; `out` is, and `tile`, between barriers.
constexpr const char* code = R"(
@tile = internal addrspace(3) global [32 x i32] undef
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @kernel(ptr %in, ptr %out, ptr %other, i32 %n) {
entry:
  %input = load i32, ptr %in
  %start = load i32, ptr %out
  %shared = load i32, ptr addrspace(3) @tile
  store i32 1, ptr %other
  %beforeStore = add i32 %start, 1
  store i32 2, ptr %out
  %afterStore = add i32 %start, 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %afterBarrier = add i32 %shared, 1
  %settled = load i32, ptr %out
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %inLoop = add i32 %settled, 1
  %round = load i32, ptr addrspace(3) @tile
  %inRound = add i32 %round, 1
  store i32 3, ptr addrspace(3) @tile
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %behind = add i32 %round, 2
  ret void
}
)";

} // namespace

class ReadsTest : public QObject {
  Q_OBJECT

private slots:
  void memoryHoldsWhatWasReadUntilItMayBeWritten_data() {
    QTest::addColumn<QString>("load");
    QTest::addColumn<QString>("at");
    QTest::addColumn<bool>("holds");
    const auto row = [](const char* name, const char* load, const char* at, bool holds) {
      QTest::newRow(name) << QString(load) << QString(at) << holds;
    };
    row("nothing writes to it at all", "input", "behind", true);
    row("a write to another object", "start", "beforeStore", true);
    row("a write to it", "start", "afterStore", false);
    row("a barrier, behind which other threads have written", "shared", "afterBarrier", false);
    row("a loop that doesn't write to it", "settled", "inLoop", true);
    row("a write in a later round comes with another read", "round", "inRound", true);
    row("a write in the last round", "round", "behind", false);
    row("a read that comes later", "settled", "afterBarrier", false);
  }
  void memoryHoldsWhatWasReadUntilItMayBeWritten() {
    QFETCH(QString, load);
    QFETCH(QString, at);
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(code, error, context);
    QVERIFY2(module, error.getMessage().str().c_str());
    llvm::Function& kernel = *module->getFunction("kernel");
    const llvm::DominatorTree tree(kernel);
    const auto find = [&](const QString& name) -> const llvm::Instruction* {
      for (const llvm::Instruction& instruction : llvm::instructions(kernel))
        if (instruction.getName() == name.toStdString()) return &instruction;
      return nullptr;
    };
    QTEST(holdsUntil(*llvm::cast<llvm::LoadInst>(find(load)), *find(at), tree), "holds");
  }
};

QTEST_GUILESS_MAIN(ReadsTest)
#include "reads_test.moc"
