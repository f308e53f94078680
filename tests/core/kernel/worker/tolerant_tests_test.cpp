/// Tests replayed past what rejects a variant.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/wire.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/worker/tolerant_tests.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/worker/neighbour_trace.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;

namespace {

/// Each thread delivers its neighbour's element, the last one its own.
constexpr const char* kernel = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @next(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %last = icmp eq i32 %t, 31
  %one = add i32 %t, 1
  %j = select i1 %last, i32 %t, i32 %one
  %p = getelementptr i32, ptr %in, i32 %j
  %v = load i32, ptr %p
  %y = select i1 %last, i32 0, i32 %v
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %q
  ret void
}
)";

using neighbour::threads;

TestCase test() { return {TestRole::Test, "", wire::encode(neighbour::trace(sim::deviceBase + (4ULL << 20)))}; }

/// Values have no names in a base.
template <class Instruction> Instruction& nth(llvm::Module& module, int number) {
  for (llvm::Instruction& instruction : llvm::instructions(*module.getFunction("next")))
    if (auto* found = llvm::dyn_cast<Instruction>(&instruction); found && number-- == 0) return *found;
  qFatal("the kernel has no such instruction");
}
llvm::Instruction& index(llvm::Module& module) { return nth<llvm::BinaryOperator>(module, 0); }
llvm::Instruction& input(llvm::Module& module) { return nth<llvm::GetElementPtrInst>(module, 0); }
llvm::Instruction& output(llvm::Module& module) { return nth<llvm::GetElementPtrInst>(module, 1); }

} // namespace

class TolerantTestsTest : public QObject {
  Q_OBJECT
  std::unique_ptr<ir::BaseModule> base_ = ir::loadText(kernel);

  /// `farther`: threads that the load is off by.
  std::unique_ptr<llvm::Module> unguarded(int farther = 1) const {
    auto module = base_->original();
    auto& one = index(*module);
    one.setOperand(1, llvm::ConstantInt::get(one.getType(), std::uint64_t(farther)));
    input(*module).setOperand(1, &one);
    return module;
  }

  TolerantRun run(const llvm::Module& variant) const {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    const auto tests = worker::TolerantTests::open(Project(), settings, {test()}, *base_->original()).value();
    return tests.run(variant).value();
  }

private slots:
  void originalHasNoFaults() {
    const TolerantRun found = run(*base_->original());
    QVERIFY2(found.ended(), found.message.c_str());
    QVERIFY(found.faults.empty());
    QCOMPARE(found.results, Reason::None);
    QCOMPARE(found.microseconds, found.original);
  }

  void loadThatDoesNotMatterIsReportedAndTimed() {
    const TolerantRun found = run(*unguarded());
    QVERIFY2(found.ended(), found.message.c_str());
    QCOMPARE(found.results, Reason::None);
    QVERIFY(!found.needsZeros);
    QVERIFY(found.microseconds > 0);
    QCOMPARE(found.faults.size(), std::size_t(1));
    QCOMPARE(found.faults[0].reason, Reason::OutOfBounds);
    QCOMPARE(found.faults[0].past, std::uint64_t(4));
    QCOMPARE(found.faults[0].allocation, std::uint64_t(threads * 4));
    QCOMPARE(found.faults[0].times, std::uint64_t(1));
    QVERIFY(!found.faults[0].isStore);
  }

  void resultThatNeedsZerosIsNotCalledRightOtherwise() {
    auto module = unguarded();
    nth<llvm::SelectInst>(*module, 1).replaceAllUsesWith(&nth<llvm::LoadInst>(*module, 0));
    const TolerantRun found = run(*module);
    QCOMPARE(found.results, Reason::None);
    QVERIFY(found.needsZeros);
  }

  void wrongResultsAreReported() {
    const TolerantRun found = run(*unguarded(2));
    QVERIFY(found.ended());
    QCOMPARE(found.results, Reason::WrongOutput);
    QVERIFY(!found.difference.empty());
    QVERIFY(found.error > 0);
  }

  void whatIsFarAwayEndsIt() {
    const TolerantRun found = run(*unguarded(1 << 18));
    QCOMPARE(found.reason, Reason::OutOfBounds);
    QVERIFY(!found.message.empty());
  }

  void storesOutsideAreLost() {
    auto module = base_->original();
    output(*module).setOperand(1, &index(*module));
    const TolerantRun found = run(*module);
    QVERIFY2(found.ended(), found.message.c_str());
    QVERIFY(std::ranges::any_of(found.faults, &ToleratedFault::isStore));
    QVERIFY(found.results != Reason::None); // the first element was never written
  }
};

QTEST_GUILESS_MAIN(TolerantTestsTest)
#include "tolerant_tests_test.moc"
