#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include "core/edit/edit_text.h"
#include "core/kernel/ir/pipeline.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

// Ids are the numbers on the right.
const std::string sample = R"(
  declare void @llvm.assume(i1)
  declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
  declare i32 @outside(i32)
  define ptx_kernel void @kernel(ptr noalias %p, ptr noalias %q, i32 %n, float %x) {
  entry:
    %local = alloca [4 x i32]                                     ; 0
    %a = add nuw nsw i32 %n, 1                                    ; 1
    %b = mul nsw i32 %a, 3                                        ; 2
    %positive = icmp sgt i32 %a, 0                                ; 3
    call void @llvm.assume(i1 %positive)                          ; 4
    %at = getelementptr inbounds { i32, i32 }, ptr %p, i32 %a, i32 1 ; 5
    %v = load i32, ptr %at, !range !0                             ; 6
    %less = icmp slt i32 %v, %b                                   ; 7
    br i1 %less, label %then, label %done                         ; 8
  then:
    %called = call i32 @outside(i32 noundef %v)                   ; 9
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)      ; 10
    %y = fadd nnan float %x, 2.0                                  ; 11
    switch i32 %called, label %done [ i32 1, label %done ]        ; 12
  done:
    %m = phi i32 [ %v, %entry ], [ %called, %then ], [ %called, %then ] ; 13
    store i32 %m, ptr %q                                          ; 14
    ret void                                                      ; 15
  }
  !0 = !{i32 0, i32 100})";

struct EvaluationResult {
  std::vector<bool> active;
  std::string text;
};

EvaluationResult applied(const std::string& edits) {
  const auto base = loadText(sample);
  const Applied result = applyEdits(*base, parseEdits(edits).value(), true);
  return {result.active, printModule(*result.module) + verifierMessage(*result.module)};
}

bool has(const EvaluationResult& result, const std::string& part) { return result.text.find(part) != std::string::npos; }

} // namespace

class EditRulesTest : public QObject {
  Q_OBJECT

private slots:
  void changedInstructionLosesItsPoisonFlags() {
    const EvaluationResult result = applied("operand 1 @1 with @1.0=#0\noperand 2 @6 with @6.0=$1");
    QVERIFY(has(result, "%a = add i32"));
    QVERIFY(has(result, "%v = load i32, ptr %q"));
    QVERIFY(!has(result, "!range"));
    QVERIFY(has(result, "%b = mul nsw i32")); // unchanged itself
  }

  void assumptionAboutAChangedValueIsRemoved() {
    QVERIFY(has(applied(""), "call void @llvm.assume"));
    QVERIFY(!has(applied("operand 1 @1 with @1.0=#0"), "call void @llvm.assume"));
    QVERIFY(!has(applied("delete 1 @3 use one"), "call void @llvm.assume"));
    QVERIFY(has(applied("operand 1 @11 with @11.0=one"), "call void @llvm.assume"));
  }

  void assumptionBehindAChangedConditionIsRemoved() { QVERIFY(!has(applied("operand 1 @8 with @8.0=@3"), "call void @llvm.assume")); }

  void assumptionAboutMemoryIsRemovedWithAChangedStore() {
    const auto assumes = [](const std::string& edits) {
      const auto base = loadText(R"(
        declare void @llvm.assume(i1)
        define ptx_kernel void @kernel(ptr %p, i32 %n) {
          store i32 %n, ptr %p            ; 0
          %v = load i32, ptr %p           ; 1
          %small = icmp ult i32 %v, 64    ; 2
          call void @llvm.assume(i1 %small) ; 3
          %unrelated = add i32 %n, 1      ; 4
          store i32 %unrelated, ptr %p    ; 5
          ret void                        ; 6
        })");
      return printModule(*applyEdits(*base, parseEdits(edits).value()).module).find("call void @llvm.assume") != std::string::npos;
    };
    QVERIFY2(!assumes("operand 1 @4 with @4.0=one"), "a store writes it");
    QVERIFY(!assumes("delete 1 @0"));
    QVERIFY(!assumes("move 1 @1 before @0"));
    QVERIFY(assumes("move 1 @4 before @0"));
  }

  void assumptionInACalledFunctionIsRemovedWithAChangedArgument() {
    const auto text = [](const std::string& edits) {
      const auto base = loadText(R"(
        declare void @llvm.assume(i1)
        define internal i32 @half(i32 %v) noinline {
          %even = icmp ult i32 %v, 64     ; 0
          call void @llvm.assume(i1 %even) ; 1
          %h = lshr i32 %v, 1             ; 2
          ret i32 %h                      ; 3
        }
        define ptx_kernel void @kernel(ptr %p, i32 %n) {
          %c = call i32 @half(i32 %n)     ; 4
          store i32 %c, ptr %p            ; 5
          ret void                        ; 6
        })");
      return printModule(*applyEdits(*base, parseEdits(edits).value()).module);
    };
    QVERIFY(text("").find("call void @llvm.assume") != std::string::npos);
    QVERIFY(text("operand 1 @4 with @4.0=one").find("call void @llvm.assume") == std::string::npos);
  }

  void changedPointerMayAliasInCalledFunctions() {
    const auto base = loadText(R"(
      define internal void @put(ptr noalias align 16 %to, ptr noalias %from) noinline {
        %v = load i32, ptr %from          ; 0
        store i32 %v, ptr %to             ; 1
        ret void                          ; 2
      }
      define ptx_kernel void @kernel(ptr %p, ptr %q) {
        call void @put(ptr %p, ptr %q)    ; 3
        ret void                          ; 4
      })");
    const std::string text = printModule(*applyEdits(*base, parseEdits("operand 1 @3 with @3.0=$1").value()).module);
    QVERIFY(text.find("noalias") == std::string::npos);
    QVERIFY2(text.find("align 16") == std::string::npos, "nor is it aligned as the other was");
  }

  void poisonImmediateIsClearedWithAChangedOperand() {
    const auto base = loadText(R"(
      declare i32 @llvm.abs.i32(i32, i1)
      define ptx_kernel void @kernel(ptr %p, i32 %n, i32 %m) {
        %a = call i32 @llvm.abs.i32(i32 %n, i1 true) ; 0
        store i32 %a, ptr %p                         ; 1
        ret void                                     ; 2
      })");
    const std::string text = printModule(*applyEdits(*base, parseEdits("operand 1 @0 with @0.0=$2").value()).module);
    QVERIFY(text.find("i1 false") != std::string::npos);
  }

  void noaliasIsRemovedWithAChangedPointer() {
    QVERIFY(has(applied("operand 1 @11 with @11.0=one"), "ptr noalias %p, ptr noalias %q"));
    QVERIFY(has(applied("operand 1 @14 with @14.1=$0"), "ptr %p, ptr %q"));
  }

  void attributesOfAChangedArgumentAreRemoved() {
    QVERIFY(has(applied(""), "@outside(i32 noundef %v)"));
    QVERIFY(has(applied("operand 1 @9 with @9.0=$2"), "@outside(i32 %n)"));
  }

  void usesOfADeletedValueTakeTheSubstitute() {
    const EvaluationResult result = applied("delete 1 @2 use @1");
    QVERIFY(has(result, "%less = icmp slt i32 %v, %a"));
    QVERIFY(!has(result, "mul"));
  }

  void laterReferencesToADeletedValueFindItsSubstitute() {
    const EvaluationResult result = applied("delete 1 @2 use @1\noperand 2 @14 with @14.0=@2");
    QVERIFY((result.active == std::vector{true, true}));
    QVERIFY(has(result, "store i32 %a, ptr %q"));
  }

  void deletedSubstituteFallsBackToItsOwnOrTheDefault() {
    QVERIFY(has(applied("delete 1 @1 use $2\ndelete 2 @2 use @1"), "%less = icmp slt i32 %v, %n"));
    QVERIFY(has(applied("delete 1 @2 use @14"), "%less = icmp slt i32 %v, 1"));
    // %called is not available where %v was.
    QVERIFY(has(applied("delete 1 @2 use @9"), "%less = icmp slt i32 %v, 1"));
  }

  void createdInstructionIsFoundByItsEdit() {
    const std::string copy = "copy abcd000000000001 @2 before @14 with @14.0=+abcd000000000001\n";
    const EvaluationResult both = applied(copy + "operand 2 +abcd000000000001 with +abcd000000000001.1=one");
    QVERIFY((both.active == std::vector{true, true}));
    QVERIFY(has(both, "%b.byabcd = mul i32 %a, 1"));
    QVERIFY(has(both, "store i32 %b.byabcd"));
    QVERIFY((applied("operand 2 +abcd000000000001 with +abcd000000000001.1=one").active == std::vector{false}));
  }

  void repeatedEditIsAppliedOnce() {
    const std::string copy = "copy 7 @2 before @14 with @14.0=+7\n";
    QVERIFY((applied(copy + copy).active == std::vector{true, false}));
    QVERIFY((applied("swap 7 @1 and @2\nswap 7 @1 and @2\n").active == std::vector{true, false}));
  }

  void operandsUnavailableAtTheNewPositionAreRepaired() {
    QVERIFY(has(applied("move 1 @7 before @1 with @7.0=$2"), "%less = icmp slt i32 %n, 1\n"));
    QVERIFY(has(applied("copy 1 @11 before @1"), "fadd float %x, 2.0"));
  }

  void usesThatAMovedResultNoLongerDominatesTakeTheSubstitute() {
    const EvaluationResult result = applied("move 1 @2 before @14 use @1");
    QVERIFY(has(result, "%less = icmp slt i32 %v, %a"));
  }

  void swapRepairsBothInstructions() {
    const EvaluationResult result = applied("swap 1 @1 and @2 use $2 with @2.0=$2");
    QVERIFY((result.active == std::vector{true}));
    QVERIFY(has(result, "%b = mul i32 %n, 3\n  %a = add nuw nsw i32 %n, 1\n"));
  }

  void phiEntriesOfOnePredecessorAgree() {
    const EvaluationResult result = applied("operand 1 @13 with @13.1=@2");
    QVERIFY(has(result, "[ %v, %entry ], [ %b, %then ], [ %b, %then ]"));
  }

  void phiTakesOnlyValuesAvailableInThePredecessor() {
    QVERIFY((applied("operand 1 @13 with @13.0=@9").active == std::vector{false}));
    QVERIFY((applied("operand 1 @13 with @13.0=@2").active == std::vector{true}));
  }

  void conditionsCanBeEdited() {
    QVERIFY(has(applied("operand 1 @8 with @8.0=@3"), "br i1 %positive, label %then, label %done"));
    QVERIFY(has(applied("operand 1 @12 with @12.0=$2"), "switch i32 %n, label %done"));
  }

  void protectedInstructionsCannotBeEdited_data() {
    QTest::addColumn<QString>("edit");
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"copy a phi", "copy 1 @13 before @14"},
        {"copy an alloca", "copy 1 @0 before @14"},
        {"copy a terminator", "copy 1 @8 before @14"},
        {"copy an assumption", "copy 1 @4 before @14"},
        {"delete a terminator", "delete 1 @15"},
        {"delete a phi", "delete 1 @13 use one"},
        {"delete an alloca", "delete 1 @0 use one"},
        {"move before a phi", "move 1 @2 before @13"},
        {"move to where it is", "move 1 @2 before @3"},
        {"swap with a terminator", "swap 1 @2 and @8"},
        {"swap with itself", "swap 1 @2 and @2"},
        {"replace by itself", "replace 1 @2 by @2"},
        {"a struct index", "operand 1 @5 with @5.2=one"},
        {"a callee", "operand 1 @9 with @9.1=$0"},
        {"a switch case", "operand 1 @12 with @12.2=$2"},
        {"an operand of another type", "operand 1 @2 with @2.0=$3"},
        {"an operand that is not there", "operand 1 @2 with @2.7=$2"},
        {"a value from below", "operand 1 @2 with @2.0=@6"},
        {"the value it has", "operand 1 @2 with @2.0=@1"},
        {"nothing there", "delete 1 @99"},
    };
    for (const auto& [name, edit] : rows) QTest::newRow(name) << edit;
  }
  void protectedInstructionsCannotBeEdited() {
    QFETCH(QString, edit);
    const EvaluationResult result = applied(edit.toStdString());
    QVERIFY((result.active == std::vector{false}));
    QCOMPARE(result.text, applied("").text);
  }

  void barriersCanBeDeleted() { QVERIFY(!has(applied("delete 1 @10"), "call void @llvm.nvvm.barrier")); }
};

QTEST_GUILESS_MAIN(EditRulesTest)
#include "edit_rules_test.moc"
