/// Variants of a program whose undefined loads are tolerated.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/wire.h"
#include "core/kernel/worker/cascade.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/soundness_check.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/worker/neighbour_trace.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;

namespace {

/// Each thread delivers its neighbour's element; the last one's neighbour is past the end, and does not count.
constexpr const char* kernel = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @next(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = add i32 %t, 1
  %p = getelementptr i32, ptr %in, i32 %j
  %v = load i32, ptr %p
  %last = icmp eq i32 %t, 31
  %y = select i1 %last, i32 0, i32 %v
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %q
  ret void
}
)";

TestCase test() {
  program::Trace trace = neighbour::trace(sim::deviceBase + 4096);
  trace.events.insert(trace.events.begin(), neighbour::event(program::EventKind::TolerateUndefined, 0));
  return {TestRole::Test, "", wire::encode(trace)};
}

template <class Instruction> Instruction& only(llvm::Module& module) {
  for (llvm::Instruction& instruction : llvm::instructions(*module.getFunction("next")))
    if (auto* found = llvm::dyn_cast<Instruction>(&instruction)) return *found;
  qFatal("the kernel has no such instruction");
}

} // namespace

class ToleratedLoadsTest : public QObject {
  Q_OBJECT
  std::unique_ptr<ir::BaseModule> base_ = ir::loadText(kernel);

  /// The last thread delivers what it loads, which is zero by luck.
  std::unique_ptr<llvm::Module> unchecked() const {
    auto module = base_->original();
    only<llvm::StoreInst>(*module).setOperand(0, &only<llvm::LoadInst>(*module));
    return module;
  }
  /// As the original, in other code.
  std::unique_ptr<llvm::Module> equivalent() const {
    auto module = base_->original();
    only<llvm::ICmpInst>(*module).setPredicate(llvm::CmpInst::ICMP_UGE);
    return module;
  }

  program::ReplayReport checked(const llvm::Module& variant) {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    auto original = worker::SoundnessOriginal::open(*base_, settings, {}).value();
    return worker::SoundnessCheck::open(original, variant).value().run(test()).value();
  }

  EvaluationResult searched(std::unique_ptr<llvm::Module> variant) {
    const auto device = worker::SimulatedDevice::open(Project(), {}).value();
    const auto cascade = worker::Cascade::open(*base_, *device, {test()}).value();
    EvaluationResult outcome;
    cascade->evaluate(*variant, outcome);
    return outcome;
  }

private slots:
  void originalAndItsEquivalentPass() {
    QVERIFY(checked(*base_->original()).valid());
    const program::ReplayReport report = checked(*equivalent());
    QVERIFY2(report.valid(), report.message.c_str());
  }

  void checkRejectsResultsOfUndefinedBytes() {
    const program::ReplayReport report = checked(*unchecked());
    QCOMPARE(report.reason, Reason::WrongOutput);
    QVERIFY2(report.message.starts_with("with another value of undefined bytes, "), report.message.c_str());
  }

  void searchRejectsThemInTheScreen() {
    const EvaluationResult outcome = searched(unchecked());
    QCOMPARE(outcome.stage, Stage::Screen);
    QCOMPARE(outcome.reason, Reason::WrongOutput);
  }

  void evaluationSaysWhatWasExcused() {
    const EvaluationResult outcome = searched(equivalent());
    QVERIFY2(outcome.valid(), outcome.message.c_str());
    QCOMPARE(outcome.message, std::string("excused, because the original has the same: 1 load of undefined bytes (at unknown line)"));
  }
};

QTEST_GUILESS_MAIN(ToleratedLoadsTest)
#include "tolerated_loads_test.moc"
