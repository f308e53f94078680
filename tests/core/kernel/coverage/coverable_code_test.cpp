#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/coverage/coverable_code.h"

#include <QTest>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo;
using namespace gevo::program;

namespace {

/// Lines of a.cu: 2 has the branch, 3 the code that it guards, 4 code in both, and 5 is of a header that is no source of the project,
/// called from line 3. Line 9 is of a function that nothing calls.
const char* const text = R"(
define void @kernel(ptr %out, i1 %some) !dbg !4 {
entry:
  br i1 %some, label %then, label %end, !dbg !7
then:
  store i32 1, ptr %out, !dbg !8
  store i32 2, ptr %out, !dbg !11
  br label %end, !dbg !9
end:
  store i32 3, ptr %out, !dbg !9
  ret void
}
define void @other(ptr %out, i32 %which) !dbg !12 {
entry:
  switch i32 %which, label %end [ i32 1, label %end i32 2, label %two ], !dbg !13
two:
  br label %end
end:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/home/somebody")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "/usr/include/header.h", directory: "/")
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, unit: !0)
!5 = distinct !DISubprogram(name: "inlined", scope: !3, file: !3, line: 5, unit: !0)
!7 = !DILocation(line: 2, scope: !4)
!8 = !DILocation(line: 3, scope: !4)
!9 = !DILocation(line: 4, scope: !4)
!10 = distinct !DILocation(line: 3, scope: !4)
!11 = !DILocation(line: 5, scope: !5, inlinedAt: !10)
!12 = distinct !DISubprogram(name: "other", scope: !1, file: !1, line: 8, unit: !0)
!13 = !DILocation(line: 9, scope: !12)
)";

/// Cycles of the kernel's instructions, and of none of the other function.
sim::Profile profile(const std::vector<double>& cycles, const std::set<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  sim::Profile one;
  one.cycles["kernel"] = cycles;
  one.edges["kernel"] = edges;
  return one;
}

} // namespace

class CoverableCodeTest : public QObject {
  Q_OBJECT

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<CoverableModule> base_;

private slots:
  void initTestCase() {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseIR(llvm::MemoryBufferRef(text, "text"), diagnostic, context_);
    QVERIFY2(module_, diagnostic.getMessage().str().c_str());
    base_ = std::make_unique<CoverableModule>(*module_, std::vector<SourceFile>{{"a.cu", ""}});
  }

  void linesAreThoseOfTheSources() {
    QCOMPARE(base_->code().lines, (std::vector<CodeLine>{{"a.cu", 2}, {"a.cu", 3}, {"a.cu", 4}, {"a.cu", 9}}));
  }

  void edgesAreThoseOutOfBranches() {
    QCOMPARE(base_->code().branches, (std::vector<BranchEdge>{{"kernel", 0}, {"kernel", 0}, {"other", 3}, {"other", 3}}));
  }

  void aLineIsReachedWhereOneOfItsBlocksIs() {
    const Coverage reached = base_->reachedIn(profile({4, 0, 0, 0, 4, 1}, {{0, 1}}));
    QCOMPARE(reached.lines, (std::vector<bool>{true, false, true, false}));
    QCOMPARE(reached.branches, (std::vector<bool>{false, true, false, false}));
  }

  void wherePathsPartAllOfThemAreReached() {
    const Coverage reached = base_->reachedIn(profile({4, 4, 4, 1, 4, 1}, {{0, 0}, {0, 1}}));
    QCOMPARE(reached.lines, (std::vector<bool>{true, true, true, false}));
    QCOMPARE(reached.branches, (std::vector<bool>{true, true, false, false}));
  }

  void nothingIsReachedWhereNothingWasLaunched() {
    const Coverage reached = base_->reachedIn({});
    QVERIFY(reached.isOf(base_->code()));
    QCOMPARE(countBeyond(reached, {}), std::size_t(0));
  }
};

QTEST_APPLESS_MAIN(CoverableCodeTest)
#include "coverable_code_test.moc"
