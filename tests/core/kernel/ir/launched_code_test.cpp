#include "core/kernel/ir/launched_code.h"
#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>
#include <algorithm>
#include <llvm/Support/raw_ostream.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

/// A kernel that is never launched stands before one that is. They share a function, and each has one of its own; the launched one calls
/// another through a table.
constexpr const char* text = R"(
@table = addrspace(1) global [1 x ptr] [ptr @listed]
@llvm.used = appending global [2 x ptr] [ptr @idle, ptr @busy], section "llvm.metadata"

define ptx_kernel void @idle(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  %b = call i32 @shared(i32 %a)
  %c = call i32 @onlyIdle(i32 %b)
  store i32 %c, ptr addrspace(1) %p
  ret void
}
define i32 @onlyIdle(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define i32 @shared(i32 %x) {
  %y = add i32 %x, 5
  ret i32 %y
}
define i32 @listed(i32 %x) {
  %y = xor i32 %x, 9
  ret i32 %y
}
define i32 @onlyBusy(i32 %x) {
  %y = sub i32 %x, 7
  ret i32 %y
}
define ptx_kernel void @busy(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  %b = call i32 @shared(i32 %a)
  %c = call i32 @onlyBusy(i32 %b)
  %f = load ptr, ptr addrspace(1) @table
  %d = call i32 %f(i32 %c)
  store i32 %d, ptr addrspace(1) %p
  ret void
}
)";
constexpr std::uint64_t idleInstructions = 7; ///< of idle and onlyIdle, which come first

std::unique_ptr<BaseModule> load(CodeOf held) { return std::move(BaseModule::load(assemble(text), {}, {"idle"}, held).value()); }

std::string printed(const llvm::Module& module, const char* function) {
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module.getFunction(function)->print(stream);
  return printed;
}

} // namespace

class LaunchedCodeTest : public QObject {
  Q_OBJECT
private slots:
  void variantsHoldWhatLaunchesReach() {
    const auto base = load(CodeOf::LaunchedKernels); // its context is the module's
    const auto module = base->original();
    for (const char* gone : {"idle", "onlyIdle"}) QVERIFY2(module->getFunction(gone)->isDeclaration(), gone);
    for (const char* kept : {"busy", "onlyBusy", "shared", "listed"}) QVERIFY2(!module->getFunction(kept)->isDeclaration(), kept);
  }
  void allCodeIsThereIfAsked() {
    const auto base = load(CodeOf::AllKernels);
    QVERIFY(!base->original()->getFunction("idle")->isDeclaration());
  }
  void numbersOfInstructionsStay() { QCOMPARE(load(CodeOf::LaunchedKernels)->instructionCount(), loadText(text)->instructionCount()); }
  void kernelsThatAreNotLaunchedAreNotEdited() {
    for (const CodeOf held : {CodeOf::LaunchedKernels, CodeOf::AllKernels}) {
      const auto base = load(held);
      for (std::uint32_t i = 0; i < 300; ++i) {
        RandomStream stream = testStream(1, i);
        for (const Edit& edit : proposeList(*base, 2, stream))
          QVERIFY(edit.target.kind != InstructionRef::Kind::Base || edit.target.id >= idleInstructions);
      }
    }
  }
  void editsMeanTheSameWhateverIsHeld() {
    const auto part = load(CodeOf::LaunchedKernels);
    const auto whole = load(CodeOf::AllKernels);
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream stream = testStream(2, i);
      const EditList edits = proposeList(*part, 4, stream);
      const Applied inPart = applyEdits(*part, edits);
      const Applied inWhole = applyEdits(*whole, edits);
      QCOMPARE(inPart.active, inWhole.active);
      for (const char* function : {"busy", "onlyBusy", "shared", "listed"})
        QCOMPARE(printed(*inPart.module, function), printed(*inWhole.module, function));
    }
  }
};

QTEST_GUILESS_MAIN(LaunchedCodeTest)
#include "launched_code_test.moc"
