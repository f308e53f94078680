/// The papers' terms for edits. One kernel covers most of them; ids are the numbers beside its instructions.

#include "tests/core/kernel/ir/fixture.h"

#include "core/edit/edit_text.h"
#include "core/kernel/explain/inspect.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr const char* kernel = R"(
@tile = internal addrspace(3) global [64 x float] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

define void @k(ptr addrspace(1) %out, i32 %n, float %v) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()             ; 0
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()           ; 1
  %m = mul i32 %b, 64                                        ; 2
  %x = add i32 %m, %t                                        ; 3
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t   ; 4
  store float 0.0, ptr addrspace(3) %s                       ; 5
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)   ; 6
  call void @llvm.nvvm.bar.warp.sync(i32 -1)                 ; 7
  store float %v, ptr addrspace(3) %s                        ; 8
  %inside = icmp slt i32 %x, %n                              ; 9
  br i1 %inside, label %body, label %end                     ; 10
body:
  %role = icmp eq i32 %t, 0                                  ; 11
  br i1 %role, label %first, label %loop                     ; 12
first:
  %place = getelementptr float, ptr addrspace(1) %out, i32 %x ; 13
  store float %v, ptr addrspace(1) %place                    ; 14
  br label %loop                                             ; 15
loop:
  %i = phi i32 [ 0, %body ], [ 0, %first ], [ %next, %loop ] ; 16
  %square = fmul float %v, %v                                ; 17
  %triple = fmul float %v, 3.0                               ; 18
  %sum = fadd float %square, %triple                         ; 19
  %more = fadd float %sum, %v                                ; 20
  %at = getelementptr float, ptr addrspace(1) %out, i32 %i   ; 21
  %kept = load float, ptr addrspace(3) %s                    ; 22
  %all = fadd float %more, %kept                             ; 23
  store float %all, ptr addrspace(1) %at                     ; 24
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)   ; 25
  %next = add i32 %i, 1                                      ; 26
  %again = icmp slt i32 %next, %n                            ; 27
  br i1 %again, label %loop, label %end                      ; 28
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)   ; 29
  ret void                                                   ; 30
}
)";

/// The second addition is a copy of the first, as unrolling makes them: both have the same source location.
constexpr const char* unrolled = R"(
define void @k(ptr addrspace(1) %out, float %v, float %w) !dbg !3 {
  %one = fadd float %v, %w, !dbg !5                          ; 0
  %two = fadd float %one, %w, !dbg !5                        ; 1
  store float %two, ptr addrspace(1) %out, !dbg !6           ; 2
  ret void, !dbg !6                                          ; 3
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, unit: !0, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !7)
!5 = !DILocation(line: 2, column: 3, scope: !3)
!6 = !DILocation(line: 3, column: 3, scope: !3)
!7 = !{}
)";

/// A clamp at the border that clang turned into a select, and a loop that clears what another one fills.
constexpr const char* guarded = R"(
@tile = internal addrspace(3) global [64 x float] undef
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define void @k(ptr addrspace(1) %out, i32 %width, i32 %n, float %v) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()           ; 0
  %first = icmp eq i32 %x, 0                                 ; 1
  %left = sub i32 %x, 1                                      ; 2
  %clamped = select i1 %first, i32 0, i32 %left              ; 3
  %some = icmp sgt i32 %n, 0                                 ; 4
  br i1 %some, label %clear, label %fill                     ; 5
clear:
  %i = phi i32 [ 0, %entry ], [ %next, %clear ]              ; 6
  %cell = getelementptr float, ptr addrspace(3) @tile, i32 %i ; 7
  store float 0.0, ptr addrspace(3) %cell                    ; 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)   ; 9
  %next = add i32 %i, 1                                      ; 10
  %again = icmp slt i32 %next, %n                            ; 11
  br i1 %again, label %clear, label %fill                    ; 12
fill:
  %inRow = icmp slt i32 %x, %width                           ; 13
  %both = and i1 %inRow, %first                              ; 14
  br i1 %both, label %write, label %end                      ; 15
write:
  %mine = getelementptr float, ptr addrspace(3) @tile, i32 %clamped ; 16
  store float %v, ptr addrspace(3) %mine                     ; 17
  br label %end                                              ; 18
end:
  ret void                                                   ; 19
}
)";

} // namespace

class MeaningTest : public QObject {
  Q_OBJECT

private slots:
  void editsAreClassified_data() {
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("meaning");
    const auto row = [](const char* name, const char* module, const char* edit, const char* meaning) {
      QTest::newRow(name) << QString(module) << QString(edit) << QString(meaning);
    };
    row("a barrier is deleted", kernel, "delete 1 @6 use none", "barrier removed");
    row("a barrier moves out of a loop", kernel, "move 1 @25 before @8 use none", "barrier removed");
    row("a barrier moves beside another", kernel, "move 1 @6 before @29 use none", "barrier removed");
    row("a barrier moves elsewhere", kernel, "move 1 @6 before @17 use none", "");
    row("a barrier replaces another", kernel, "replace 1 @6 by @25 use none", "");
    row("a warp's barrier is deleted", kernel, "delete 1 @7 use none", "warp synchronisation removed");
    row("zeros that values overwrite are not stored", kernel, "delete 1 @5 use none", "initialisation removed");
    row("values are not stored", kernel, "delete 1 @8 use none", "store removed");
    row("a store to device memory is deleted", kernel, "delete 1 @14 use none", "store removed");
    row("the end of the grid is not checked", kernel, "operand 1 @10 with @10.0=one", "boundary check removed");
    row("a thread's role is not checked", kernel, "operand 1 @12 with @12.0=one", "conditional removed");
    row("a condition that already holds is repeated", kernel, "operand 1 @12 with @12.0=@9", "conditional removed");
    row("another condition is used", guarded, "operand 1 @15 with @15.0=@4", "");
    row("a loop's step grows", kernel, "operand 1 @26 with @26.1=$1", "loop control changed");
    row("a loop's bound changes", kernel, "operand 1 @27 with @27.1=@3", "loop control changed");
    row("a loop ends after its first iteration", kernel, "operand 1 @27 with @27.0=$1", "loop perforation");
    row("a loop starts elsewhere", kernel, "operand 1 @16 with @16.0=$1", "loop control changed");
    row("another product is reused", kernel, "delete 1 @18 use @17", "value reused");
    row("another product is computed again", kernel, "replace 1 @18 by @17 use none", "value reused");
    row("the stored value is used", kernel, "delete 1 @22 use $2", "");
    row("a step of a computation is skipped", kernel, "delete 1 @20 use @19", "");
    row("a value becomes a constant", kernel, "delete 1 @17 use one", "");
    row("a step in an unrolled loop is skipped", unrolled, "delete 1 @1 use @0", "");
    row("both iterations add another value", unrolled, "operand 1 @0 with @0.1=$1", "");
    row("a clamp at the border is deleted", guarded, "delete 1 @3 use @2", "conditional removed");
    row("a clamp at the border is decided", guarded, "operand 1 @3 with @3.0=one", "conditional removed");
    row("a part of a condition is removed", guarded, "operand 1 @14 with @14.0=one", "boundary check removed");
    row("a loop that clears is skipped", guarded, "operand 1 @4 with @4.1=$2", "initialisation removed");
  }
  void editsAreClassified() {
    QFETCH(QString, module);
    QFETCH(QString, edit);
    const auto base = loadText(module.toStdString());
    const Result<EditList> edits = parseEdits(edit.toStdString());
    QVERIFY2(edits.has_value(), edits ? "" : edits.error().message.c_str());
    const auto reply = inspect(*base, *edits, {}, "sm_90");
    QVERIFY(reply.has_value());
    QVERIFY(reply->edits.at(0).active);
    QTEST(QString::fromStdString(reply->edits[0].meaning), "meaning");
  }

  void inactiveEditsHaveNoMeaning() {
    const auto base = loadText(kernel);
    const auto reply = inspect(*base, parseEdits("delete 1 @6 use none\ndelete 2 @6 use none").value(), {}, "sm_90");
    QCOMPARE(reply->edits.at(0).meaning, std::string("barrier removed"));
    QVERIFY(!reply->edits.at(1).active);
    QCOMPARE(reply->edits[1].meaning, std::string());
  }
};

QTEST_GUILESS_MAIN(MeaningTest)
#include "meaning_test.moc"
