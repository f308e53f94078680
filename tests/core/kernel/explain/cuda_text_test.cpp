#include "core/kernel/explain/cuda_text.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

const std::string source = R"(#define TILE 16 // if (never)
__global__ void kernel(float* out, int n) {
  /* x = 1; */
  const int x = threadIdx.x;
  float sum = 0.5f * x + out[x];
  if (x > 0 && x < n) out[x] = sum + out[x - 1];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    sum += i - x;
  }
  out[x] =
      max(sum, 0.0f);
}
)";

std::size_t at(const std::string& part) { return source.find(part); }

std::string textOf(const CudaText& text) { return text.result(0).text; }

/// The source with one part replaced.
std::string with(const std::string& part, const std::string& other) {
  std::string result = source;
  return result.replace(result.find(part), part.size(), other);
}

} // namespace

class CudaTextTest : public QObject {
  Q_OBJECT
private slots:
  void unchangedTextIsKept() {
    const MappedText result = CudaText(source).result(3);
    QCOMPARE(result.text, source);
    for (std::size_t line = 0; line < 13; ++line) QCOMPARE(result.sourceLine[line], std::uint32_t(line + 1));
    QCOMPARE(result.sourceFile[0], 3);
  }

  void linesAndColumnsCountFromOne() {
    const CudaText text(source);
    QCOMPARE(*text.offset(4, 3), at("const int x"));
    QCOMPARE(text.line(at("const int x")), 4U);
    QVERIFY(!text.offset(99, 1));
    QVERIFY(!text.offset(4, 99));
  }

  void statementsExcludeTheirHeaders() {
    const CudaText text(source);
    const auto position = text.position(at("sum + out"));
    QVERIFY(position && position->controlled && position->header.empty());
    QCOMPARE(std::string(text.part(position->statement)), std::string("out[x] = sum + out[x - 1];"));
    QCOMPARE(std::string(text.part(text.position(at("max("))->statement)), std::string("out[x] =\n      max(sum, 0.0f);"));
  }

  void conditionsAreFoundWithTheirBodies() {
    const CudaText text(source);
    const auto position = text.position(at("&& x <"));
    QVERIFY(position);
    QCOMPARE(position->header, std::string("if"));
    QCOMPARE(std::string(text.part(position->condition)), std::string("x > 0 && x < n"));
    QCOMPARE(std::string(text.part(position->body)), std::string("out[x] = sum + out[x - 1];"));
    const auto loop = text.position(at("i < n"));
    QVERIFY(loop);
    QCOMPARE(std::string(text.part(loop->condition)), std::string("i < n"));
    QVERIFY(text.part(loop->body).starts_with("{"));
  }

  void expressionsAreComparedTokenByToken() {
    const CudaText text(source);
    const CudaText::Range statement = text.position(at("sum + out"))->statement;
    QCOMPARE(text.occurrences("x", statement).size(), std::size_t(2));
    QCOMPARE(text.occurrences("out[x-1]", statement).size(), std::size_t(1));
    QVERIFY(text.occurrences("out", statement).empty()); // out[…] is more than out
    QCOMPARE(text.occurrences("0.5", {at("float sum"), at("if (x > 0")}).size(), std::size_t(1));
    QVERIFY(text.occurrences("never", {0, source.size()}).empty());
  }

  void replacedOperandsKeepTheirPrecedence() {
    CudaText text(source);
    const auto range = text.occurrences("x", {at("0.5f"), at(" + out[x];")}).front();
    QVERIFY(text.replaceOperand(range, "x + 1"));
    QCOMPARE(textOf(text), with("0.5f * x", "0.5f * (x + 1)"));
    CudaText argument(source);
    QVERIFY(argument.replaceOperand(argument.occurrences("0.0f", argument.position(at("max("))->statement).front(), "sum - 1"));
    QCOMPARE(textOf(argument), with("0.0f", "sum - 1"));
  }

  void removingAStatementRemovesItsLines() {
    CudaText text(source);
    QVERIFY(text.remove(text.position(at("__syncthreads"))->statement));
    QCOMPARE(textOf(text), with("  __syncthreads();\n", ""));
    const MappedText result = text.result(0);
    QCOMPARE(result.sourceLine[6], 8U);
  }

  void insertedStatementsGetTheirOwnLine() {
    CudaText text(source);
    QVERIFY(text.insertBefore(*text.position(at("sum += i")), "__syncthreads();"));
    QCOMPARE(textOf(text), with("    sum += i", "    __syncthreads();\n    sum += i"));
    const MappedText result = text.result(0);
    QCOMPARE(result.sourceFile[8], -1);
    QCOMPARE(result.sourceLine[9], 9U);
  }

  void insertedStatementsStayUnderTheirCondition() {
    CudaText text(source);
    QVERIFY(text.insertBefore(*text.position(at("sum + out")), "__syncthreads();"));
    QCOMPARE(textOf(text), with("out[x] = sum + out[x - 1];", "{ __syncthreads(); out[x] = sum + out[x - 1]; }"));
  }

  void loopHeadersCannotTakeInsertions() {
    CudaText text(source);
    QVERIFY(!text.insertBefore(*text.position(at("i < n")), "__syncthreads();"));
    QVERIFY(!text.changed());
  }

  void rangeCanBeChangedOnce() {
    CudaText text(source);
    const CudaText::Range statement = text.position(at("__syncthreads"))->statement;
    QVERIFY(text.remove(statement));
    QVERIFY(!text.replace({statement.begin + 2, statement.begin + 4}, "x"));
    QVERIFY(!text.remove(statement));
  }

  void linesCanBeJoined() {
    CudaText text(source);
    const CudaText::Range statement = text.position(at("max("))->statement;
    QVERIFY(text.replace(statement, "out[x] = sum;"));
    QCOMPARE(textOf(text), with("out[x] =\n      max(sum, 0.0f);", "out[x] = sum;"));
    QCOMPARE(text.result(0).sourceLine[10], 11U);
    QCOMPARE(text.result(0).sourceLine[11], 13U);
  }

  void acceptsUnbalancedText() {
    for (const char* broken : {"", "(", ")", "if (", "for (;;", "a[", "\"", "/*", "{ } }", "x = (1;", "else", "if (x) else"}) {
      CudaText text(broken);
      for (std::size_t i = 0; i <= std::string_view(broken).size(); ++i) {
        if (const auto position = text.position(i)) QVERIFY(position->statement.end <= std::string_view(broken).size());
        (void)text.subscripts(i);
      }
      QCOMPARE(textOf(text), std::string(broken));
    }
  }
};

QTEST_GUILESS_MAIN(CudaTextTest)
#include "cuda_text_test.moc"
