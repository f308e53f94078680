#include "core/kernel/describe/variables.h"

#include <QtTest>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo::ir;

namespace {

/// `for (int m...) {...}` on line 2, and another one with its own m on line 3; %made has no line of its own.
constexpr const char* twoBlocks = R"(
define void @kernel(ptr %out, i32 %a, i32 %b) !dbg !4 {
  %first = mul i32 %a, 3, !dbg !10
    #dbg_value(i32 %first, !8, !DIExpression(), !10)
  %inFirst = xor i32 %first, 1, !dbg !10
  %second = mul i32 %b, 5, !dbg !11
    #dbg_value(i32 %second, !9, !DIExpression(), !11)
  %made = xor i32 %second, 1
  %inSecond = xor i32 %second, 2, !dbg !11
  store i32 %made, ptr %out, align 4, !dbg !12
  ret void, !dbg !12
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "blocks.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2)
!7 = distinct !DILexicalBlock(scope: !4, file: !1, line: 3)
!8 = !DILocalVariable(name: "m", scope: !6, file: !1, line: 2, type: !3)
!9 = !DILocalVariable(name: "m", scope: !7, file: !1, line: 3, type: !3)
!10 = !DILocation(line: 2, scope: !6)
!11 = !DILocation(line: 3, scope: !7)
!12 = !DILocation(line: 4, scope: !4)
)";

} // namespace

class VariablesTest : public QObject {
  Q_OBJECT

private slots:
  void aVariableIsNamedOnlyInItsBlock_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("text");
    QTest::newRow("in its block") << "first"
                                  << "inFirst"
                                  << "m";
    QTest::newRow("in the next block, which has another one of that name") << "first"
                                                                           << "inSecond"
                                                                           << "";
    QTest::newRow("that other one") << "second"
                                    << "inSecond"
                                    << "m";
    QTest::newRow("behind its block") << "second"
                                      << ""
                                      << "";
    QTest::newRow("at an instruction without a line, in the block that it stands in") << "second"
                                                                                      << "made"
                                                                                      << "m";
  }
  void aVariableIsNamedOnlyInItsBlock() {
    QFETCH(const QString, value);
    QFETCH(const QString, at);
    QFETCH(const QString, text);
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseAssemblyString(twoBlocks, diagnostic, context);
    QVERIFY2(module, diagnostic.getMessage().str().c_str());
    llvm::Function& kernel = *module->getFunction("kernel");
    const auto named = [&](const QString& name) -> const llvm::Instruction& {
      for (const llvm::Instruction& instruction : llvm::instructions(kernel))
        if (instruction.getName() == name.toStdString() && !name.isEmpty()) return instruction;
      return *kernel.getEntryBlock().getTerminator();
    };
    const auto variable = SourceVariables(*module).at(named(value), named(at));
    QCOMPARE(QString::fromStdString(variable ? variable->text() : ""), text);
  }
};

QTEST_GUILESS_MAIN(VariablesTest)
#include "variables_test.moc"
