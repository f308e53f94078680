#include "core/edit/edit_text.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// Adds up `n` numbers, one a round, stores the sum there, and elsewhere in a loop of three rounds. @0 ends the kernel's first block.
constexpr const char* text = R"(
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %place = getelementptr float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %x
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %in
  br label %three
three:
  %j = phi i32 [ 0, %end ], [ %after, %three ]
  %to = getelementptr float, ptr addrspace(1) %out, i32 %j
  store volatile float %more, ptr addrspace(1) %to
  %after = add i32 %j, 1
  %goes = icmp slt i32 %after, 3
  br i1 %goes, label %three, label %leave
leave:
  ret void
}
)";
constexpr const char* firstLoop = "@8";
constexpr const char* load = "@4";
constexpr const char* store = "@9";
constexpr const char* secondLoop = "@16";

EditList edits(const std::string& lines) { return parseEdits(lines).value(); }

} // namespace

/// Edits that change how code is compiled.
class DirectivesTest : public QObject {
  Q_OBJECT

  const std::unique_ptr<BaseModule> base_ = loadText(text);

  std::vector<bool> active(const std::string& lines) const { return applyEdits(*base_, edits(lines)).active; }
  std::unique_ptr<llvm::Module> optimised(const std::string& lines) const {
    auto module = applyEdits(*base_, edits(lines)).module;
    optimise(*module);
    return module;
  }
  template <class Kind> int count(const std::string& lines) const {
    const auto module = optimised(lines);
    int found = 0;
    for (const llvm::Instruction& one : llvm::instructions(*module->getFunction("kernel"))) found += llvm::isa<Kind>(one) ? 1 : 0;
    return found;
  }
  std::string ptx(const std::string& lines) const { return emitPtx(*optimised(lines), "sm_80").value(); }

private slots:
  void loopIsUnrolledAsOftenAsSaid() {
    const int plain = count<llvm::LoadInst>(std::string("unroll 1 ") + firstLoop + " to 1");
    QCOMPARE(plain, 1);
    // Four rounds at once, and one at a time for the rest.
    QCOMPARE(count<llvm::LoadInst>(std::string("unroll 1 ") + firstLoop + " to 4"), 5);
  }

  void loopWithKnownRoundsMayStayOrGo() {
    QCOMPARE(count<llvm::StoreInst>(std::string("unroll 1 ") + secondLoop + " to 1"), 2);
    QCOMPARE(count<llvm::StoreInst>(std::string("unroll 1 ") + secondLoop + " to full"), 4);
  }

  void laterDirectiveCounts() {
    const std::string both = std::string("unroll 1 ") + firstLoop + " to 4\nunroll 2 " + firstLoop + " to 1";
    QCOMPARE(count<llvm::LoadInst>(both), 1);
    QVERIFY((active(both) == std::vector{true, true}));
  }

  void sayingTheSameAgainIsInactive() {
    for (const std::string& what :
         {std::string("unroll N ") + firstLoop + " to 4", std::string("cache N ") + load + " to cg", std::string("registers N @0 to 64")}) {
      std::string first = what;
      std::string second = what;
      first.replace(first.find('N'), 1, "1");
      second.replace(second.find('N'), 1, "2");
      QVERIFY2((active(first + "\n" + second) == std::vector{true, false}), what.c_str());
    }
  }

  void directivesOfOtherThingsAreInactive() {
    for (const std::string& what :
         {std::string("unroll 1 @0 to 4"), std::string("unroll 1 ") + load + " to 4", std::string("unroll 1 ") + firstLoop + " to 0",
          std::string("unroll 1 ") + firstLoop + " to 257", std::string("cache 1 ") + firstLoop + " to cg",
          std::string("cache 1 ") + load + " to wb", std::string("cache 1 ") + load + " to ca",
          std::string("registers 1 ") + load + " to 64", std::string("unroll 1 ") + firstLoop + " to 04",
          std::string("registers 1 @0 to 0100"), std::string("registers 1 @0 to 8"), std::string("registers 1 @0 to many")})
      QVERIFY2(active(what) == std::vector{false}, what.c_str());
  }

  void cacheOperatorsAreInThePtx() {
    QVERIFY(ptx("").find("ld.global.cg") == std::string::npos);
    QVERIFY(ptx(std::string("cache 1 ") + load + " to cg").find("ld.global.cg.f32") != std::string::npos);
    QVERIFY(ptx(std::string("cache 1 ") + store + " to cs").find("st.global.cs.f32") != std::string::npos);
  }

  void limitOfRegistersIsInThePtx() {
    QVERIFY(ptx("").find(".maxnreg") == std::string::npos);
    QVERIFY(ptx("registers 1 @0 to 64").find(".maxnreg 64") != std::string::npos);
  }

  void limitsFarAboveWhatAKernelTakesAreNotProposed() {
    MutationChoice choice{{Operator::Registers}, nullptr, {{"kernel", 32}}};
    std::set<unsigned> limits;
    for (std::uint32_t i = 0; i < 200; ++i) {
      RandomStream stream = testStream(1, i);
      if (const auto edit = proposeEdit(*base_, {}, stream, choice)) limits.insert(static_cast<unsigned>(std::stoul(edit->value)));
    }
    QVERIFY(!limits.empty());
    QVERIFY(*limits.begin() < 32 && *limits.rbegin() <= 48);
  }

  /// The combiner drops the flags of a counter that an integer division takes.
  void loopWhoseCounterIsDividedIsUnrolledWithoutTestsBetweenTheRounds() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i32 %cols) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %row = sdiv i32 %i, %cols
  %column = srem i32 %i, %cols
  %scaled = mul i32 %row, 1000
  %index = add i32 %scaled, %column
  %place = getelementptr float, ptr addrspace(1) %in, i32 %index
  %x = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 256
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %out
  ret void
}
)");
    const auto module = applyEdits(*base, edits("unroll 1 @12 to 4")).module;
    optimise(*module);
    std::size_t most = 0;
    for (const llvm::BasicBlock& block : *module->getFunction("kernel"))
      most =
          std::max<std::size_t>(most, llvm::count_if(block, [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); }));
    QCOMPARE(most, std::size_t(4));
  }

  void askingForWhatHappensAnywayIsTheSameCode() {
    const auto hashOf = [&](const std::string& list) { return codeHash(*optimised(list)); };
    QVERIFY(hashOf("") == hashOf(std::string("unroll 1 ") + secondLoop + " to full"));
  }

  /// A barrier, and nobody knows how many rounds.
  void whatCannotBeUnrolledStaysTheSameCode() {
    const auto base = loadText(R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) convergent
  %next = add nsw i32 %i, 1
  store volatile i32 %i, ptr addrspace(1) %out
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
)");
    const auto hashOf = [&](const std::string& list) {
      auto module = applyEdits(*base, edits(list)).module;
      optimise(*module);
      return codeHash(*module);
    };
    QVERIFY(hashOf("") == hashOf("unroll 1 @6 to 4"));
    QVERIFY((applyEdits(*base, edits("unroll 1 @6 to 1")).active == std::vector{false}));
  }

  void sharedMemoryHasNoCacheOperators() {
    const auto base = loadText(R"(
@tile = addrspace(3) global [64 x float] poison
define ptx_kernel void @kernel(ptr %out) {
  %x = load float, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  store float %x, ptr %out
  ret void
}
)");
    QVERIFY((applyEdits(*base, edits("cache 1 @0 to cg\ncache 2 @1 to cg")).active == std::vector{false, true}));
  }

  void codeWithADirectiveIsOtherCode() {
    std::set<std::string> hashes;
    const std::vector<std::string> lists{"",
                                         std::string("unroll 1 ") + firstLoop + " to 4",
                                         std::string("unroll 1 ") + firstLoop + " to 8",
                                         std::string("cache 1 ") + load + " to cg",
                                         std::string("cache 1 ") + load + " to cs",
                                         "registers 1 @0 to 64",
                                         "registers 1 @0 to 80"};
    for (const std::string& list : lists) hashes.insert(fmt::format("{}", toHex(codeHash(*applyEdits(*base_, edits(list)).module))));
    QCOMPARE(hashes.size(), lists.size());
  }

  /// Distinct nodes would stay in the context with every variant.
  void applyingAgainMakesNoNewMetadata() {
    const std::string list = std::string("unroll 1 ") + firstLoop + " to 4";
    const auto nodeOf = [](const llvm::Module& module) {
      for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel")))
        if (const auto* node = one.getMetadata(llvm::LLVMContext::MD_loop)) return node;
      return static_cast<const llvm::MDNode*>(nullptr);
    };
    const auto first = applyEdits(*base_, edits(list));
    const auto second = applyEdits(*base_, edits(list));
    QVERIFY(nodeOf(*first.module) != nullptr);
    QCOMPARE(nodeOf(*first.module), nodeOf(*second.module));
  }
};

QTEST_GUILESS_MAIN(DirectivesTest)
#include "directives_test.moc"
