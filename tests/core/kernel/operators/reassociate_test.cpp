#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// What the kernel's only store stores, which the optimiser finds out: the order of additions shows in how they round.
double stored(const BaseModule& base, const std::string& lines) {
  const Applied applied = applyText(base, lines);
  optimise(*applied.module);
  for (const llvm::Instruction& one : llvm::instructions(*applied.module->getFunction("kernel")))
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&one))
      if (const auto* const number = llvm::dyn_cast<llvm::ConstantFP>(store->getValueOperand()))
        return number->getValueAPF().convertToDouble();
  return -1;
}

/// How many additions of a round wait, one for another, for the sum of the round before.
int carriedAdditions(const BaseModule& base, const std::string& lines) {
  const Applied applied = applyText(base, lines);
  optimise(*applied.module);
  for (const llvm::Instruction& one : llvm::instructions(*applied.module->getFunction("kernel"))) {
    if (!llvm::isa<llvm::PHINode>(one) || !one.getType()->isFloatTy()) continue;
    int count = 0;
    for (const llvm::Instruction* sum = &one; sum != nullptr;) {
      const auto isAddition = [](const llvm::User* user) {
        return llvm::cast<llvm::Instruction>(user)->getOpcode() == llvm::Instruction::FAdd;
      };
      const auto next = std::find_if(sum->user_begin(), sum->user_end(), isAddition);
      sum = next == sum->user_end() ? nullptr : llvm::cast<llvm::Instruction>(*next);
      count += sum != nullptr ? 1 : 0;
    }
    return count;
  }
  return -1;
}

/// Four of these from 2^25 on, beside which 1 is too small to count.
std::unique_ptr<BaseModule> chainOf(const QString& step) {
  QString text = "define ptx_kernel void @kernel(ptr addrspace(1) %out, float %unknown) {\n";
  QString sum = "33554432.0";
  for (int i = 0; i < 4; ++i) {
    const bool isFirst = i == 0 && step.startsWith("fadd"); // of two constants either might be the sum
    text += QStringLiteral("  %s%1 = ").arg(i) + (isFirst ? QStringLiteral("fadd float %1, 1.0") : step).arg(sum) + '\n';
    sum = QStringLiteral("%s%1").arg(i);
  }
  text += "  store float %s3, ptr addrspace(1) %out\n  ret void\n}\ndeclare float @llvm.fma.f32(float, float, float)\n";
  return loadText(text.toUtf8().constData());
}

} // namespace

class ReassociateTest : public QObject {
  Q_OBJECT

private slots:
  void aSumIsAddedUpInParts_data() {
    QTest::addColumn<QString>("step");
    QTest::addColumn<double>("inParts");
    QTest::newRow("additions") << "fadd float %1, 1.0" << 33554436.0;
    QTest::newRow("additions the other way round") << "fadd float 1.0, %1" << 33554436.0;
    QTest::newRow("subtractions") << "fsub float %1, 1.0" << 33554428.0;
    QTest::newRow("products") << "call float @llvm.fma.f32(float 2.0, float 0.5, float %1)" << 33554436.0;
  }
  void aSumIsAddedUpInParts() {
    QFETCH(QString, step);
    QFETCH(double, inParts);
    const auto base = chainOf(step);
    QCOMPARE(stored(*base, ""), 33554432.0);
    for (const char* target : {"@0", "@1", "@3"}) // whichever of its additions is named
      for (const char* parts : {"2", "3", "4", "8"})
        QCOMPARE(stored(*base, std::string("reassociate 1 ") + target + " to " + parts), inParts);
  }

  void aRoundOfAnUnrolledLoopWaitsForOneAdditionOfTheLast() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %from = getelementptr float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %x
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 1024
  br i1 %ends, label %end, label %loop
end:
  store float %more, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(carriedAdditions(*base, "unroll 1 @8 to 4"), 4);
    QCOMPARE(carriedAdditions(*base, "unroll 1 @8 to 4\nreassociate 2 @5 to 2"), 1);
    QCOMPARE(carriedAdditions(*base, "reassociate 1 @5 to 4\nunroll 2 @8 to 4"), 1);
    QCOMPARE(carriedAdditions(*base, "unroll 1 @8 to 1\nreassociate 2 @5 to 4"), 1); // as it was
  }

  void anAdditionByItselfIsNoTarget() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr addrspace(1) %out, float %a) {\n"
                               "  %s = fadd float %a, 1.0\n"
                               "  store float %s, ptr addrspace(1) %out\n"
                               "  ret void\n}\n");
    QCOMPARE(active(*base, "reassociate 1 @0 to 2"), std::vector{false});
  }

  void aSumThatIsNeededOnTheWayEndsThere() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %other) {\n"
                               "  %a = fadd float 16777216.0, 1.0\n"
                               "  %b = fadd float %a, 1.0\n"
                               "  %c = fadd float %b, 1.0\n"
                               "  %d = fmul float %b, %c\n"
                               "  store float %d, ptr addrspace(1) %out\n"
                               "  ret void\n}\n");
    QCOMPARE(stored(*base, ""), double(16777216.0F * 16777216.0F));
    QCOMPARE(stored(*base, "reassociate 1 @0 to 2"), double(16777218.0F * 16777220.0F)); // a and b; c by itself rounds to the even number
    QCOMPARE(active(*base, "reassociate 1 @2 to 2"), std::vector{false});
  }

  void theLastWordCounts() {
    const auto base = chainOf("fadd float %1, 1.0");
    QCOMPARE(active(*base, "reassociate 1 @1 to 2\nreassociate 2 @1 to 2"), (std::vector{true, false}));
    QCOMPARE(active(*base, "reassociate 1 @1 to 2\nreassociate 2 @1 to 4"), (std::vector{true, true}));
    for (const char* value : {"1", "0", "65", "two"})
      QCOMPARE(active(*base, std::string("reassociate 1 @1 to ") + value), std::vector{false});
  }

  void variantsThatDifferInPartsHaveDifferentCode() {
    const auto base = chainOf("fsub float %1, %unknown");
    std::set<Hash128> hashes;
    for (const char* lines : {"", "reassociate 1 @1 to 2", "reassociate 1 @1 to 4"})
      hashes.insert(codeHash(*applyText(*base, lines).module));
    QCOMPARE(hashes.size(), std::size_t(3));
  }
};

QTEST_APPLESS_MAIN(ReassociateTest)
#include "reassociate_test.moc"
