#include "tests/core/kernel/ir/fixture.h"

#include "core/edit/edit_text.h"
#include "core/kernel/explain/inspect.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

} // namespace

class CudaRewriterTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<BaseModule> base_ = loadFixture("stencil");
  std::vector<SourceFile> sources_ = {{"stencil.cu", readFixture("stencil.cu")}};

  VariantTexts inspected(const std::string& edits) { return inspect(*base_, parseEdits(edits).value(), sources_, "sm_90").value(); }
  std::string cuda(const VariantTexts& reply) { return reply.cuda.empty() ? sources_[0].text : reply.cuda.at(0).text.text; }

  std::string id(const std::string& start, int skip = 0) {
    std::uint64_t number = 0;
    for (const std::string& line : lines(inspected("").ir.text)) {
      if (!line.starts_with("  ") || line.starts_with("    ")) continue;
      if (line.substr(2).starts_with(start) && skip-- == 0) return fmt::format("@{}", number);
      ++number;
    }
    return "@missing";
  }
  std::string with(const std::string& part, const std::string& other) {
    std::string result = sources_[0].text;
    return result.replace(result.find(part), part.size(), other);
  }

private slots:
  void nothingIsRewrittenWithoutEdits() { QVERIFY(inspected("").cuda.empty()); }

  void deletedBarrierIsRemovedFromTheSource() {
    const VariantTexts reply = inspected("delete 1 " + id("call void @llvm.nvvm.barrier"));
    QVERIFY(reply.edits.at(0).inSource);
    QCOMPARE(cuda(reply), with("  __syncthreads();\n  for", "  for"));
  }

  void addressIsReplacedInPlace() {
    const std::string load = id("%load64 = ");
    const VariantTexts reply = inspected("operand 1 " + load + " with " + load + ".0=" + id("%address22 = "));
    QVERIFY(reply.edits.at(0).inSource);
    QCOMPARE(cuda(reply), with("if (valid) tile[ty][tx] = next[ty][tx];", "if (valid) tile[ty][tx] = tile[ty][tx];"));
  }

  void operandIsReplacedInItsExpression() {
    const std::string index = id("%index = ");
    const VariantTexts reply = inspected("operand 1 " + index + " with " + index + ".1=" + id("%tx = "));
    QCOMPARE(reply.edits.at(0).text, std::string("operand `x` becomes `tx`"));
    QVERIFY(reply.edits.at(0).inSource);
    QCOMPARE(cuda(reply), with("y * cols + x;", "y * cols + tx;"));
  }

  void editsWithoutSourceEquivalentAreOnlyDescribed() {
    const std::string compare = id("%ult = "); // tx > 0 && tx < TILE - 1 became (tx - 1) < 14
    const VariantTexts reply = inspected("operand 1 " + compare + " with " + compare + ".0=" + id("%y = "));
    QVERIFY(reply.edits.at(0).active);
    QVERIFY(!reply.edits.at(0).inSource);
    QVERIFY(reply.cuda.empty());
  }

  void conditionIsReplacedAsAWhole() {
    const std::string branch = id("br i1 %valid");
    const VariantTexts reply = inspected("operand 1 " + branch + " with " + branch + ".0=" + id("%slt = "));
    QVERIFY(reply.edits.at(0).inSource);
    QCOMPARE(cuda(reply), with("if (valid) {", "if (x < cols) {"));
  }

  void movedBarrierIsShownAtItsNewLine() {
    const VariantTexts reply = inspected("move 1 " + id("call void @llvm.nvvm.barrier") + " before " + id("store float"));
    QVERIFY(reply.edits.at(0).inSource);
    std::string expected = with("if (inside) tile[ty][tx] = in[index];", "if (inside) { __syncthreads(); tile[ty][tx] = in[index]; }");
    expected.erase(expected.find("  __syncthreads();\n  for"), std::string("  __syncthreads();\n").size());
    QCOMPARE(cuda(reply), expected);
  }

  void everyLineOfTheResultHasItsOrigin() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      const std::vector<SourceFile> sources = {{name + ".cu", readFixture(name + ".cu")}};
      for (std::uint32_t i = 0; i < 30; ++i) {
        RandomStream stream = testStream(7, i);
        const VariantTexts reply = inspect(*base, proposeList(*base, 5, stream), sources, "sm_90").value();
        const std::vector<std::string> before = lines(sources[0].text);
        for (const RewrittenSource& rewritten : reply.cuda) {
          const auto count = static_cast<std::size_t>(std::ranges::count(rewritten.text.text, '\n')) + 1;
          QCOMPARE(rewritten.text.sourceLine.size(), count);
          QCOMPARE(rewritten.text.sourceFile.size(), count);
          std::uint32_t last = 0;
          for (const std::uint32_t line : rewritten.text.sourceLine) {
            if (line == 0) continue;
            QVERIFY(line >= last && line <= before.size() + 1);
            last = line;
          }
        }
      }
    }
  }
};

QTEST_GUILESS_MAIN(CudaRewriterTest)
#include "cuda_rewriter_test.moc"
