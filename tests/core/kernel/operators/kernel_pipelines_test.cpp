#include "core/kernel/ir/kernel_pipelines.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// Adds up `n` numbers, negative ones otherwise than others. @0 ends the kernel's first block, @16 goes back to the loop's beginning.
constexpr const char* sumOf = R"(
define ptx_kernel void @NAME(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %join ]
  %sum = phi float [ 0.0, %0 ], [ %more, %join ]
  %place = getelementptr float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %place
  %negative = fcmp olt float %x, 0.0
  br i1 %negative, label %other, label %join
other:
  %a = fdiv float %x, 3.0
  %b = fdiv float %x, %a
  %c = fdiv float %b, %x
  %d = fdiv float %c, %b
  br label %join
join:
  %y = phi float [ %d, %other ], [ %x, %loop ]
  %more = fadd float %sum, %y
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %out
  ret void
}
)";

std::string named(const std::string& name) { return std::string(sumOf).replace(std::string(sumOf).find("NAME"), 4, name); }

std::unique_ptr<llvm::Module> optimised(const BaseModule& base, const std::string& lines) {
  auto module = applyText(base, lines).module;
  optimise(*module);
  return module;
}

template <class Kind> int count(const llvm::Module& module, const char* kernel) {
  int found = 0;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction(kernel))) found += llvm::isa<Kind>(one) ? 1 : 0;
  return found;
}

int branchesThatChoose(const llvm::Module& module) {
  int found = 0;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel")))
    if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&one)) found += branch->isConditional() ? 1 : 0;
  return found;
}

} // namespace

class KernelPipelinesTest : public QObject {
  Q_OBJECT

  const std::unique_ptr<BaseModule> base_ = loadText(named("kernel"));

private slots:
  void eachIsOneThatLlvmHas_data() {
    QTest::addColumn<QString>("name");
    for (const KernelPipeline& one : kernelPipelines()) QTest::newRow(one.name.data()) << QString::fromUtf8(one.name.data());
  }
  /// The optimiser ends the process where it has no such pass.
  void eachIsOneThatLlvmHas() {
    QFETCH(QString, name);
    QVERIFY(isDirectiveValue(name.toStdString()));
    const std::string line = "pipeline 1 @0 to " + name.toStdString();
    QCOMPARE(active(*base_, line), std::vector{true});
    const auto module = optimised(*base_, line);
    QCOMPARE(verifierMessage(*module), std::string());
    QVERIFY(emitPtx(*module, "sm_90").has_value());
  }

  void eachIsDrawn() {
    const MutationChoice choice{{Operator::Pipeline}};
    std::set<std::string> drawn;
    for (std::uint32_t i = 0; i < 200; ++i) {
      RandomStream stream = testStream(1, i);
      if (const auto edit = proposeEdit(*base_, {}, stream, choice)) drawn.insert(edit->value);
    }
    QCOMPARE(drawn.size(), kernelPipelines().size());
  }

  void otherNamesAndPlacesAreInactive() {
    for (const char* const what : {"pipeline 1 @0 to unroll5", "pipeline 1 @4 to slsr", "pipeline 1 @16 to slsr", "pipeline 1 @0 to o3"})
      QVERIFY2(active(*base_, what) == std::vector{false}, what);
    const auto function = loadText("define void @called(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
                                   "define ptx_kernel void @kernel(ptr %p) {\n  call void @called(ptr %p)\n  ret void\n}\n");
    QCOMPARE(active(*function, "pipeline 1 @1 to slsr"), std::vector{false});
    QCOMPARE(active(*function, "pipeline 1 @3 to slsr"), std::vector{true});
  }

  void onlyItsKernelIsCompiledSo() {
    const auto both = loadText(named("kernel") + named("other"));
    const auto module = optimised(*both, "pipeline 1 @0 to unroll8");
    QCOMPARE(count<llvm::LoadInst>(*module, "kernel"), 9); // eight rounds at once, and one at a time for the rest
    QCOMPARE(count<llvm::LoadInst>(*module, "other"), count<llvm::LoadInst>(*optimised(*both, ""), "other"));
  }

  void whatAnEditSaysOfALoopCounts() {
    for (const char* const lines : {"unroll 1 @16 to 1\npipeline 2 @0 to unroll8", "pipeline 1 @0 to unroll8\nunroll 2 @16 to 1"})
      QCOMPARE(count<llvm::LoadInst>(*optimised(*base_, lines), "kernel"), 1);
  }

  void shortSidesOfBranchesAreSelected() {
    QCOMPARE(branchesThatChoose(*optimised(*base_, "unroll 1 @16 to 1")), 2);
    QCOMPARE(branchesThatChoose(*optimised(*base_, "unroll 1 @16 to 1\npipeline 2 @0 to speculate")), 1); // the loop's
  }

  void aSpecialisedKernelIsCompiledSoInBothBranches() {
    const auto module = optimised(*base_, "specialise 1 @0 use $2 to 1000\npipeline 2 @0 to unroll8");
    QCOMPARE(count<llvm::LoadInst>(*module, "kernel"), 8 + 9); // of 1000 rounds none is left over
  }

  void theLastWordCounts() {
    QCOMPARE(active(*base_, "pipeline 1 @0 to unroll4\npipeline 2 @0 to unroll4"), (std::vector{true, false}));
    const char* const both = "pipeline 1 @0 to slsr\npipeline 2 @0 to unroll8";
    QCOMPARE(active(*base_, both), (std::vector{true, true}));
    QCOMPARE(codeHash(*optimised(*base_, both)), codeHash(*optimised(*base_, "pipeline 2 @0 to unroll8")));
    QCOMPARE(count<llvm::LoadInst>(*optimised(*base_, both), "kernel"), 9);
  }

  void codeWithAPipelineIsOtherCodeUntilItRan() {
    std::set<Hash128> hashes;
    for (const char* lines : {"", "pipeline 1 @0 to slsr", "pipeline 1 @0 to sink"})
      hashes.insert(codeHash(*applyText(*base_, lines).module));
    QCOMPARE(hashes.size(), std::size_t(3));
    const auto shortOne = loadText("define ptx_kernel void @kernel(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n");
    for (const KernelPipeline& one : kernelPipelines())
      QCOMPARE(codeHash(*optimised(*shortOne, "pipeline 1 @1 to " + std::string(one.name))), codeHash(*optimised(*shortOne, "")));
  }

  /// Where the kernel comes from a file, such as in a worker that runs the program itself.
  void itGoesWithTheCode() {
    const auto module = applyText(*base_, "pipeline 1 @0 to unroll8").module;
    llvm::SmallString<0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*module, stream);
    llvm::LLVMContext context;
    const auto read = llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "variant"), context));
    optimise(*read);
    QCOMPARE(count<llvm::LoadInst>(*read, "kernel"), 9);
  }
};

QTEST_APPLESS_MAIN(KernelPipelinesTest)
#include "kernel_pipelines_test.moc"
