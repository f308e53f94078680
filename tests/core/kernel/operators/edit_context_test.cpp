/// The words for what an edit changes.

#include "core/edit/edit_text.h"
#include "core/edit/idea.h"
#include "core/kernel/operators/edit_context.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr const char* kernel = R"(
@tile = internal addrspace(3) global [64 x float] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare float @llvm.sqrt.f32(float)

define ptx_kernel void @k(ptr %out, i32 %n, float %v) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()             ; 0
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()           ; 1
  %m = mul i32 %b, 64                                        ; 2
  %x = add i32 %m, %t                                        ; 3
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t   ; 4
  %inside = icmp slt i32 %x, %n                              ; 5
  br i1 %inside, label %body, label %end                     ; 6
body:
  %role = fcmp olt float %v, 2.0                             ; 7
  br i1 %role, label %loop, label %end                       ; 8
loop:
  %i = phi i32 [ 0, %body ], [ %next, %loop ]                ; 9
  %q = fdiv float %v, 3.0                                    ; 10
  %r = call float @llvm.sqrt.f32(float %q)                   ; 11
  %at = getelementptr float, ptr %out, i32 %i                ; 12
  %kept = load float, ptr addrspace(3) %s                    ; 13
  %all = fadd float %r, %kept                                ; 14
  store float %all, ptr %at                                  ; 15
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)   ; 16
  %next = add i32 %i, 1                                      ; 17
  %again = icmp slt i32 %next, 8                             ; 18
  br i1 %again, label %loop, label %end                      ; 19
end:
  ret void                                                   ; 20
}
)";

std::string contextOf(const BaseModule& base, const std::string& line) {
  Application application(base.state());
  return EditContexts(application).of(parseEdits(line).value().front());
}

} // namespace

class EditContextTest : public QObject {
  Q_OBJECT

private slots:
  void aContextSaysWhatAnEditChanges_data() {
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("context");
    QTest::newRow("barrier") << "delete 1 @16"
                             << "delete: barrier in a loop";
    QTest::newRow("load") << "delete 1 @13 use $2"
                          << "delete: load of a shared float in a loop, for a parameter";
    QTest::newRow("store of a kernel's pointer") << "delete 1 @15"
                                                 << "delete: store to a global float in a loop";
    QTest::newRow("default") << "delete 1 @10 use one"
                             << "delete: float division in a loop, for 1";
    QTest::newRow("call") << "delete 1 @11 use @10"
                          << "delete: call of sqrt in a loop, for another value";
    QTest::newRow("boundary check") << "delete 1 @5 use one"
                                    << "delete: boundary check, for true";
    QTest::newRow("exit") << "operand 1 @8 with @8.0=one"
                          << "operand: condition of branch that guards a loop becomes true";
    QTest::newRow("end of a loop") << "operand 1 @19 with @19.0=one"
                                   << "operand: condition of branch that repeats a loop in a loop becomes true";
    QTest::newRow("comparison") << "operand 1 @7 with @7.0=one"
                                << "operand: operand of comparison of floats that guards a loop becomes 1";
    QTest::newRow("unrolled") << "unroll 1 @19 to full"
                              << "unroll full: innermost loop with a constant limit";
    QTest::newRow("moved out") << "move 1 @10 before @7"
                               << "move: float division out of a loop";
    QTest::newRow("moved in") << "move 1 @3 before @13"
                              << "move: int addition into a loop";
    QTest::newRow("copied") << "copy 1 @14 before @15"
                            << "copy: float addition in a loop";
    QTest::newRow("replaced") << "replace 1 @10 by @14"
                              << "replace: float division in a loop by float addition";
    QTest::newRow("swapped") << "swap 1 @13 and @16"
                             << "swap: load of a shared float in a loop and barrier";
    QTest::newRow("kernel") << "pipeline 1 @6 to unrollfull"
                            << "pipeline unrollfull: kernel";
    QTest::newRow("pointer parameter") << "restrict 1 @6 use $0 to noalias"
                                       << "restrict noalias: pointer parameter";
    QTest::newRow("a size is the program's own") << "specialise 1 @6 use $1 to 4096"
                                                 << "specialise: int parameter";
    QTest::newRow("approximation") << "approximate 1 @10 to approx"
                                   << "approximate approx: float division in a loop";
    QTest::newRow("parameter of the program") << "set 1 BLOCK=32"
                                              << "";
    QTest::newRow("code that is not there") << "delete 1 @99"
                                            << "";
  }
  void aContextSaysWhatAnEditChanges() {
    QFETCH(QString, edit);
    QFETCH(QString, context);
    const auto base = loadText(kernel);
    QCOMPARE(QString::fromStdString(contextOf(*base, edit.toStdString())), context);
  }

  /// As another kernel with other names and another size has it.
  void namesAndSizesOfAProgramDontCount() {
    std::string other = kernel;
    for (const auto& [name, instead] : {std::pair{"@tile", "@rows"}, {"[64 x", "[32 x"}, {"%b, 64", "%b, 32"}, {"%kept", "%old"}}) {
      for (std::size_t at = other.find(name); at != std::string::npos; at = other.find(name, at + 1))
        other.replace(at, std::string_view(name).size(), instead);
    }
    const auto base = loadText(kernel);
    const auto changed = loadText(other);
    for (int target = 0; target <= 20; ++target) {
      const std::string line = fmt::format("delete 1 @{} use $2", target);
      QCOMPARE(contextOf(*changed, line), contextOf(*base, line));
    }
  }

  void everyContextBeginsWithItsOperator() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      for (std::uint32_t i = 0; i < 60; ++i) {
        RandomStream stream = testStream(1, i);
        for (const Edit& edit : proposeList(*base, 1, stream)) {
          const std::string context = contextOf(*base, printEdit(edit));
          QVERIFY2(!context.empty(), printEdit(edit).c_str());
          QCOMPARE(operatorOfContext(context), std::optional(edit.op));
        }
      }
    }
  }
};

QTEST_GUILESS_MAIN(EditContextTest)
#include "edit_context_test.moc"
