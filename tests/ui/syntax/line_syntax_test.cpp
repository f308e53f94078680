#include "ui/syntax/line_syntax.h"

#include <QTest>

using namespace gevo::ui;

class LineSyntaxTest : public QObject {
  Q_OBJECT

private slots:
  void unknownLanguagesArePlain() { QVERIFY(makeLineSyntax("no such language", {"text"}) == nullptr); }

  void tokensHaveTheirKinds_data() {
    QTest::addColumn<QString>("syntax");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("token");
    QTest::addColumn<TokenKind>("kind");
    const auto row = [](const char* syntax, const char* line, const char* token, TokenKind kind) {
      QTest::addRow("%s: %s", syntax, token) << QString(syntax) << QString(line) << QString(token) << kind;
    };
    row("CUDA", "__global__ void f(float* out) {", "__global__", TokenKind::Keyword);
    row("CUDA", "__global__ void f(float* out) {", "float", TokenKind::Type);
    row("CUDA", "  const int x = threadIdx.x;", "threadIdx", TokenKind::Function);
    row("CUDA", "  const int x = threadIdx.x;", "const", TokenKind::Keyword);
    row("CUDA", "  __syncthreads();", "__syncthreads", TokenKind::Function);
    row("CUDA", "  f<<<grid, block>>>(p);", "<<<", TokenKind::Keyword);
    row("CUDA", "  f<<<grid, block>>>(p);", "f", TokenKind::Function);
    row("CUDA", "  x = 2.0f * y; // why", "2.0f", TokenKind::Number);
    row("CUDA", "  x = 2.0f * y; // why", "// why", TokenKind::Comment);
    row("CUDA", "  if (x) return;", "if", TokenKind::Keyword);
    row("CUDA", "#define BLOCK 16", "define", TokenKind::Preprocessor);
    row("CUDA", "  float4 v;", "float4", TokenKind::Type);
    row("LLVM IR", "  %3 = load float, ptr %2, align 4, !tbaa !12", "load", TokenKind::Keyword);
    row("LLVM IR", "  %3 = load float, ptr %2, align 4, !tbaa !12", "ptr", TokenKind::Function);
    row("LLVM IR", "  %3 = load float, ptr %2, align 4, !tbaa !12", "!tbaa", TokenKind::Comment);
    row("LLVM IR", "  %3 = load float, ptr %2, align 4, !tbaa !12", "4", TokenKind::Number);
    row("LLVM IR", "  %4 = freeze i32 poison", "freeze", TokenKind::Keyword);
    row("LLVM IR", "  %4 = freeze i32 poison", "poison", TokenKind::Number);
    row("LLVM IR", "  %4 = freeze i32 poison", "i32", TokenKind::Function);
    row("LLVM IR", "  %5 = load float, ptr addrspace(1) %4", "addrspace", TokenKind::Comment);
    row("LLVM IR", "define ptx_kernel void @f(ptr %0) #0 {", "#0", TokenKind::Comment);
    row("LLVM IR", "define ptx_kernel void @f(ptr %0) #0 {", "@f", TokenKind::Function);
    row("LLVM IR", "26:   ; preds = %11", "26:", TokenKind::Label);
    row("LLVM IR", "26:   ; preds = %11", "; preds = %11", TokenKind::Comment);
    row("LLVM IR", "    #dbg_value(i32 %3, !7, !DIExpression(), !9)", "#dbg_value", TokenKind::Comment);
    row("PTX", "\tld.global.nc.f32 \t%f3, [%rd4+8];", "ld", TokenKind::Keyword);
    row("PTX", "\tld.global.nc.f32 \t%f3, [%rd4+8];", ".f32", TokenKind::Function);
    row("PTX", "\tld.global.nc.f32 \t%f3, [%rd4+8];", ".global", TokenKind::Comment);
    row("PTX", "\tld.global.nc.f32 \t%f3, [%rd4+8];", "%f3", TokenKind::Variable);
    row("PTX", "\tmov.u32 \t%r1, %tid.x;", "%tid.x", TokenKind::Function);
    row("PTX", "\t@%p2 bra \t$L__BB0_3;", "@%p2", TokenKind::Keyword);
    row("PTX", "\t@%p2 bra \t$L__BB0_3;", "$L__BB0_3", TokenKind::Label);
    row("PTX", "\tbar.sync \t0;", "bar", TokenKind::Function);
    row("PTX", "\tmov.f32 \t%f1, 0f42A00000;", "0f42A00000", TokenKind::Number);
    row("PTX", ".visible .entry kernel(", ".entry", TokenKind::Keyword);
    row("PTX", ".visible .entry kernel(", "kernel", TokenKind::Function);
    row("PTX", "\t.reg .pred \t%p<13>;", ".reg", TokenKind::Keyword);
  }

  void tokensHaveTheirKinds() {
    if (!syntaxHighlightingAvailable()) QSKIP("built without KSyntaxHighlighting");
    QFETCH(QString, syntax);
    QFETCH(QString, line);
    QFETCH(QString, token);
    QFETCH(TokenKind, kind);
    const auto lines = makeLineSyntax(syntax, {line});
    QVERIFY(lines != nullptr);
    QVERIFY(lines->prepare(0, QDeadlineTimer(QDeadlineTimer::Forever)));
    const int at = static_cast<int>(line.indexOf(token));
    for (int column = at; column < at + token.size(); ++column) QCOMPARE(kindAt(*lines, column), kind);
  }

  void blockCommentsGoOnOverLines() {
    if (!syntaxHighlightingAvailable()) QSKIP("built without KSyntaxHighlighting");
    const auto lines = makeLineSyntax("CUDA", {"/* first", "second */ int x;"});
    QVERIFY(lines->prepare(1, QDeadlineTimer(QDeadlineTimer::Forever)));
    QCOMPARE(lines->tokens(1).front().kind, TokenKind::Comment);
    QCOMPARE(lines->tokens(1).back().kind, TokenKind::Type);
  }

  void readingStopsWhenTheTimeIsOver() {
    if (!syntaxHighlightingAvailable()) QSKIP("built without KSyntaxHighlighting");
    const auto lines = makeLineSyntax("PTX", QStringList(1000, "\tret;"));
    QVERIFY(!lines->prepare(999, QDeadlineTimer(0)));
    QVERIFY(lines->prepare(999, QDeadlineTimer(QDeadlineTimer::Forever)));
  }

private:
  static TokenKind kindAt(const LineSyntax& lines, int column) {
    for (const Token& token : lines.tokens(0)) {
      if (column >= token.start && column < token.start + token.length) return token.kind;
    }
    return TokenKind::Text;
  }
};

QTEST_MAIN(LineSyntaxTest)
#include "line_syntax_test.moc"
