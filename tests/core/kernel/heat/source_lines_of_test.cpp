#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/heat/source_lines_of.h"
#include "core/kernel/simulator/decode/source_lines.h"

#include <QTest>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo;
using namespace gevo::program;

namespace {

/// Line 2 of a.cu, line 3 with code inlined from a toolkit's header, and line 5 of a header of the user's that the project does not
/// hold, which is called in lines 4 and 6.
const char* const text = R"(
define void @kernel(ptr %out) !dbg !4 {
  store i32 1, ptr %out, !dbg !7
  store i32 2, ptr %out, !dbg !11
  store i32 3, ptr %out, !dbg !13
  store i32 4, ptr %out, !dbg !15
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
!6 = !DIFile(filename: "own.h", directory: "/home/somebody")
!7 = !DILocation(line: 2, scope: !4)
!8 = distinct !DISubprogram(name: "own", scope: !6, file: !6, line: 5, unit: !0)
!10 = distinct !DILocation(line: 3, scope: !4)
!11 = !DILocation(line: 5, scope: !5, inlinedAt: !10)
!12 = distinct !DILocation(line: 4, scope: !4)
!13 = !DILocation(line: 5, scope: !8, inlinedAt: !12)
!14 = distinct !DILocation(line: 6, scope: !4)
!15 = !DILocation(line: 5, scope: !8, inlinedAt: !14)
)";

} // namespace

class SourceLinesOfTest : public QObject {
  Q_OBJECT

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;

  /// Of what stores this number.
  CodeLine lineOf(std::uint64_t stored) const {
    const SourceLinesOf lines(*module_, {{"a.cu", ""}});
    for (const llvm::Instruction& instruction : llvm::instructions(*module_->getFunction("kernel")))
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        if (llvm::cast<llvm::ConstantInt>(store->getValueOperand())->getZExtValue() == stored)
          return lines.of(sim::sourceLocationOf(*store->getDebugLoc().get()));
    return {};
  }

private slots:
  void initTestCase() {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseIR(llvm::MemoryBufferRef(text, "text"), diagnostic, context_);
    QVERIFY2(module_, diagnostic.getMessage().str().c_str());
  }

  void linesAreThoseOfTheProjectsSources() {
    QCOMPARE(lineOf(1), (CodeLine{"a.cu", 2}));
    QCOMPARE(lineOf(2), (CodeLine{"a.cu", 3})); // what was inlined there from a header
  }

  void codeOfOtherFilesCountsWhereItIsCalled() {
    QCOMPARE(lineOf(3), (CodeLine{"a.cu", 4}));
    QCOMPARE(lineOf(4), (CodeLine{"a.cu", 6})); // the same code, called once more
  }

  void whatIsNotKnownHasNoLine() {
    const SourceLinesOf lines(*module_, {{"a.cu", ""}});
    QCOMPARE(lines.of({"", 0, 0, 0}), CodeLine());
    QCOMPARE(lines.of({"b.cu", 2, 0, 0}), CodeLine());
  }
};

QTEST_APPLESS_MAIN(SourceLinesOfTest)
#include "source_lines_of_test.moc"
