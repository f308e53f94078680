#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

#include <fmt/format.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

EditList edits(const std::string& lines) { return parseEdits(lines).value(); }

std::unique_ptr<llvm::Module> optimised(const BaseModule& base, const std::string& lines) {
  auto module = applyText(base, lines).module;
  optimise(*module);
  return module;
}

/// What the kernel's only store stores, which the optimiser finds out.
std::optional<double> stored(const BaseModule& base, const std::string& lines) {
  const auto module = optimised(base, lines);
  for (const llvm::Instruction& one : llvm::instructions(*module->getFunction("kernel"))) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&one);
    if (!store) continue;
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand())) return double(number->getSExtValue());
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantFP>(store->getValueOperand()))
      return number->getValueAPF().convertToDouble();
  }
  return std::nullopt;
}

std::vector<std::string> opcodes(const llvm::Module& module, llvm::Type::TypeID result) {
  std::vector<std::string> names;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel")))
    if (one.getType()->getTypeID() == result) names.emplace_back(one.getOpcodeName());
  return names;
}

/// A loop from `start`, by `step`, that goes on while its next counter compares with `bound` and adds up the counter.
std::string countingLoop(int start, const std::string& step, const std::string& predicate, int bound) {
  return fmt::format(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {{
  br label %loop
loop:
  %i = phi i32 [ {}, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %next = {}
  %again = icmp {} i32 %next, {}
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
}})",
                     start, step, predicate, bound);
}
constexpr const char* countingBranch = "@6";

constexpr const char* doubles = R"(
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, double %a, double %b, float %c) {
  %shared = fmul double %a, %b
  %wide = fpext float %c to double
  %own = fadd double %wide, %a
  %root = call double @llvm.sqrt.f64(double %own)
  %result = fdiv double %root, %shared
  %again = fadd double %shared, 3.0
  store double %result, ptr addrspace(1) %out
  store double %again, ptr addrspace(1) %in
  ret void
}
declare double @llvm.sqrt.f64(double)
)";

} // namespace

/// Edits that make code compute less exactly.
class ApproximationsTest : public QObject {
  Q_OBJECT

private slots:
  void everyFewRoundsOfALoopRun_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("counters");
    const auto row = [](const char* name, const std::string& text, const QList<int>& counters) {
      QTest::newRow(name) << QString::fromStdString(text) << counters;
    };
    row("less", countingLoop(1, "add i32 %i, 1", "slt", 10), {1, 4, 7});
    row("bound that is stepped over", countingLoop(0, "add i32 %i, 1", "ne", 10), {0, 3, 6, 9});
    row("bound that is met", countingLoop(0, "add i32 %i, 1", "ne", 9), {0, 3, 6});
    row("steps of more than one", countingLoop(2, "add i32 %i, 4", "ne", 34), {2, 14, 26});
    row("negative start", countingLoop(-5, "add i32 %i, 1", "ne", 3), {-5, -2, 1});
    row("downwards by adding", countingLoop(10, "add i32 %i, -1", "ne", 0), {10, 7, 4, 1});
    row("downwards by subtracting", countingLoop(10, "sub i32 %i, 2", "ne", -10), {10, 4, -2, -8});
    row("downwards, unsigned, to the last number", countingLoop(48, "add i32 %i, -16", "ugt", 15), {48});
    row("downwards, greater", countingLoop(9, "add i32 %i, -1", "sgt", 0), {9, 6, 3});
  }
  void everyFewRoundsOfALoopRun() {
    QFETCH(QString, text);
    QFETCH(QList<int>, counters);
    const auto base = loadText(text.toStdString());
    const int sum = std::accumulate(counters.begin(), counters.end(), 0);
    QCOMPARE(stored(*base, std::string("perforate 1 ") + countingBranch + " to 3"), std::optional(3.0 * sum));
  }

  /// As in `k <= last`.
  void testsOfThePresentCounterLookAhead() {
    for (const char* test : {"icmp eq i32 %i, 10", "icmp sge i32 %i, 10"}) {
      const auto base = loadText(fmt::format(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {{
  br label %loop
loop:
  %i = phi i32 [ 1, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %ends = {}
  br i1 %ends, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
}})",
                                             test));
      QCOMPARE(stored(*base, "perforate 1 @6 to 4"), std::optional(4.0 * (1 + 5 + 9)));
    }
  }

  void testsOfAConvertedCounterAreFound() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %more = add i64 %sum, %i
  %next = add nuw nsw i64 %i, 1
  %narrow = trunc i64 %next to i32
  %ends = icmp eq i32 %narrow, 8
  br i1 %ends, label %end, label %loop
end:
  store i64 %more, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(stored(*base, "perforate 1 @7 to 3"), std::optional(3.0 * (0 + 3 + 6)));
  }

  /// As unrolling leaves them, or a condition.
  void everyAdditionOfASumIsScaled() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %then ]
  %sum = phi i32 [ 0, %0 ], [ %more, %then ]
  %once = add i32 %sum, 5
  %twice = add i32 7, %once
  %odd = and i32 %i, 2
  %isOdd = icmp ne i32 %odd, 0
  br i1 %isOdd, label %then, label %other
other:
  %thrice = add i32 %twice, 100
  br label %then
then:
  %more = phi i32 [ %thrice, %other ], [ %twice, %loop ]
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(stored(*base, "perforate 1 @13 to 2"), std::optional(2.0 * (4 * 12 + 2 * 100))); // of the rounds 0, 2, 4, 6
  }

  /// Thirty doublings of a value have a billion ways through them.
  void sharedAdditionsAreFollowedOnce() {
    std::string doublings;
    for (int i = 0; i < 30; ++i) doublings += fmt::format("  %d{} = add i32 %d{}, %d{}\n", i + 1, i, i);
    const auto base = loadText("define ptx_kernel void @kernel(ptr addrspace(1) %out) {\n"
                               "  br label %loop\n"
                               "loop:\n"
                               "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
                               "  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]\n"
                               "  %d0 = xor i32 %i, 1\n" +
                               doublings +
                               "  %more = add i32 %d30, %sum\n"
                               "  %next = add i32 %i, 1\n"
                               "  %ends = icmp eq i32 %next, 8\n"
                               "  br i1 %ends, label %end, label %loop\n"
                               "end:\n"
                               "  store i32 %more, ptr addrspace(1) %out\n"
                               "  ret void\n"
                               "}\n");
    QCOMPARE(active(*base, "perforate 1 @37 to 2"), std::vector{true});
  }

  void variablesThatAreUsedOtherwiseAreNotScaled() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %twice = phi i32 [ 1, %0 ], [ %more, %loop ]
  %more = add i32 %twice, %twice
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(stored(*base, "perforate 1 @6 to 2"), std::optional(16.0));
  }

  void whatWasAssumedOfTheResultIsForgotten() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, float %a, float %b) {
  %q = fdiv float %a, %b
  %less = fcmp olt float %q, 1.0
  call void @llvm.assume(i1 %less)
  store float %q, ptr addrspace(1) %out
  ret void
}
declare void @llvm.assume(i1))");
    QVERIFY(!printModule(*applyEdits(*base, edits("approximate 1 @0 to approx")).module).contains("call void @llvm.assume"));
  }

  /// The increment is also the index of a neighbour.
  void counterKeepsItsOtherUses() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %product = phi i32 [ 1, %0 ], [ %more, %loop ]
  %next = add nuw nsw i32 %i, 1
  %more = mul i32 %product, %next
  %ends = icmp eq i32 %next, 6
  br i1 %ends, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(stored(*base, "perforate 1 @6 to 2"), std::optional(1.0 * 3 * 5)); // a product is not scaled
  }

  void sumsOfFloatsStayAsLarge() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 1.0, %0 ], [ %more, %loop ]
  %more = call float @llvm.fma.f32(float 2.0, float 3.0, float %sum)
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  store float %more, ptr addrspace(1) %out
  ret void
}
declare float @llvm.fma.f32(float, float, float))");
    QCOMPARE(stored(*base, ""), std::optional(49.0));
    QCOMPARE(stored(*base, "perforate 1 @6 to 4"), std::optional(49.0));
  }

  void loopsThatDoNotCountStay() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %in) {
  br label %loop
loop:
  %x = load volatile i32, ptr addrspace(1) %in
  %ends = icmp eq i32 %x, 0
  br i1 %ends, label %end, label %loop
end:
  ret void
})");
    QCOMPARE(active(*base, "perforate 1 @3 to 2"), std::vector{false});
  }

  void aDivisionBecomesAProductWithTheReciprocal() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, float %a, float %b, float %c) {
  %q = fdiv float %a, %c
  %r = fdiv float %b, %c
  %sum = fadd float %q, %r
  %inverse = fdiv float 1.0, %sum
  store float %inverse, ptr addrspace(1) %out
  ret void
})");
    const auto module = optimised(*base, "approximate 1 @0 to reciprocal\napproximate 2 @1 to reciprocal");
    QCOMPARE(opcodes(*module, llvm::Type::FloatTyID), (std::vector<std::string>{"fdiv", "fmul", "fmul", "fadd", "fdiv"})); // one for both
    QCOMPARE(active(*base, "approximate 1 @3 to reciprocal"), std::vector{false});                                         // it is one
    QCOMPARE(active(*base, "approximate 1 @2 to reciprocal"), std::vector{false});
  }

  void aConstantIsDividedByBeforehand() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, double %a) {
  %q = fdiv double %a, 3.0
  store double %q, ptr addrspace(1) %out
  ret void
})");
    QCOMPARE(opcodes(*optimised(*base, "approximate 1 @0 to reciprocal"), llvm::Type::DoubleTyID), (std::vector<std::string>{"fmul"}));
  }

  void aReciprocalMayBeInFloat() {
    const auto base = loadText(doubles);
    const std::string one = printModule(*optimised(*base, "approximate 1 @4 to reciprocal\nprecision 2 @4 to float"));
    const std::string other = printModule(*optimised(*base, "precision 2 @4 to float\napproximate 1 @4 to reciprocal"));
    QCOMPARE(one, other);
    QVERIFY2(one.contains("fdiv float 1.0") && one.contains("fmul float"), one.c_str());
  }

  /// Of a fast division x / y may be finite where 1 / y is not.
  void aReciprocalMayOverflow() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, float %a, float %b) {
  %q = fdiv fast float %a, %b
  store float %q, ptr addrspace(1) %out
  ret void
})");
    const std::string text = printModule(*applyEdits(*base, edits("approximate 1 @0 to reciprocal")).module);
    QVERIFY2(!text.contains("fdiv fast") && !text.contains("ninf"), text.c_str());
  }

  void onlySensibleValuesAreTaken() {
    const auto loop = loadText(countingLoop(0, "add i32 %i, 1", "ne", 10));
    for (const char* value : {"0", "1", "257", "02", "many"})
      QCOMPARE(active(*loop, fmt::format("perforate 1 {} to {}", countingBranch, value)), std::vector{false});
    QCOMPARE(active(*loop, "perforate 1 @0 to 2"), std::vector{false});
    const auto base = loadText(doubles);
    QCOMPARE(active(*base, "precision 1 @4 to half"), std::vector{false});
    QCOMPARE(active(*base, "precision 1 @6 to float"), std::vector{false});    // a store
    QCOMPARE(active(*base, "approximate 1 @4 to approx"), std::vector{false}); // of doubles
  }

  void sayingTheSameAgainIsInactive() {
    const auto loop = loadText(countingLoop(0, "add i32 %i, 1", "ne", 10));
    QCOMPARE(active(*loop, "perforate 1 @6 to 2\nperforate 2 @6 to 2\nperforate 3 @6 to 3"), (std::vector{true, false, true}));
    const auto base = loadText(doubles);
    QCOMPARE(active(*base, "precision 1 @4 to float\nprecision 2 @3 to float\nprecision 3 @0 to float"), (std::vector{true, false, true}));
  }

  /// With what nothing else needs; values that are converted twice are not converted at all.
  void expressionIsComputedInFloat() {
    const auto base = loadText(doubles);
    const auto module = optimised(*base, "precision 1 @4 to float");
    QCOMPARE(opcodes(*module, llvm::Type::DoubleTyID), (std::vector<std::string>{"fmul", "fpext", "fadd"}));
    QCOMPARE(opcodes(*module, llvm::Type::FloatTyID), (std::vector<std::string>{"fptrunc", "fadd", "call", "fptrunc", "fdiv"}));
  }

  void sumOfALoopIsAFloat() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi double [ 0.0, %0 ], [ %more, %loop ]
  %place = getelementptr double, ptr addrspace(1) %in, i32 %i
  %x = load double, ptr addrspace(1) %place
  %square = fmul double %x, %x
  %more = fadd double %sum, %square
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %last = fmul double %more, 0.5
  store double %last, ptr addrspace(1) %out
  ret void
})");
    const auto module = applyEdits(*base, edits("precision 1 @10 to float")).module;
    QCOMPARE(opcodes(*module, llvm::Type::DoubleTyID), (std::vector<std::string>{"load", "fpext"}));
    QCOMPARE(opcodes(*module, llvm::Type::FloatTyID), (std::vector<std::string>{"phi", "fptrunc", "fptrunc", "fmul", "fadd", "fmul"}));
  }

  void copiesAreAsInexact() {
    const auto base = loadText(doubles);
    const auto module = applyEdits(*base, edits("precision 1 @5 to float\ncopy 2 @5 before @6 with @6.0=+2")).module;
    QCOMPARE(opcodes(*module, llvm::Type::FloatTyID), (std::vector<std::string>{"fptrunc", "fadd", "fptrunc", "fadd"}));
  }

  void gpuApproximates() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, float %a, float %b) {
  %quotient = fdiv float %a, %b
  %root = call float @llvm.sqrt.f32(float %quotient)
  store float %root, ptr addrspace(1) %out
  ret void
}
declare float @llvm.sqrt.f32(float))");
    const auto ptx = [&](const std::string& lines) { return emitPtx(*optimised(*base, lines), "sm_80").value(); };
    QVERIFY(ptx("").contains("div.rn.f32") && ptx("").contains("sqrt.rn.f32"));
    const std::string approximated = ptx("approximate 1 @0 to approx\napproximate 2 @1 to approx");
    QVERIFY(approximated.contains("div.approx.f32") && approximated.contains("sqrt.approx.f32"));
    QCOMPARE(active(*base, "approximate 1 @0 to approx\napproximate 2 @0 to approx"), (std::vector{true, false}));
  }
};

QTEST_GUILESS_MAIN(ApproximationsTest)
#include "approximations_test.moc"
