#include "tests/core/kernel/syntax/syntax_of.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/rewriting/function_copies.h"
#include "core/patch/apply_rewrites.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::program;

namespace {

struct Program {
  SmallSyntax read;
  SyntaxTree tree;

  explicit Program(const std::string& text)
      : read(syntaxOf(text + "int main() {}\n")), tree(valueOf(SyntaxTree::make(read.syntax, read.sources))) {}

  /// Where the text stands for the first time behind `after`.
  SourcePosition place(const std::string& function, const std::string& text, const std::string& after = {}) const {
    const std::string& all = read.sources[0].text;
    const std::size_t offset = all.find(text, all.find(after));
    if (offset == std::string::npos) throw std::runtime_error("no text " + text);
    const auto line = static_cast<std::uint32_t>(std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) + 1;
    const std::size_t begin = offset == 0 ? 0 : all.rfind('\n', offset - 1) + 1;
    return {"a.cu", line, static_cast<std::uint32_t>(offset - begin) + 1, function};
  }

  SourceRewrite replacing(const std::string& text, const std::string& by) const {
    const auto begin = static_cast<std::uint32_t>(read.sources[0].text.find(text));
    return {{{0, begin, begin + static_cast<std::uint32_t>(text.size()), by}}, "it changes"};
  }

  QString after(const SourceRewrite& rewrite) const {
    std::string text = applyRewrites(read.sources, std::vector{rewrite})[0].text;
    return QString::fromStdString(text.substr(0, text.find("int main")));
  }
};

const std::string scale = "__device__ float scale(float x) { return x * 2; }\n";
const std::string twoKernels = "__global__ void up(float* out) { out[0] = scale(out[1]); }\n"
                               "__global__ void down(float* out) { out[0] = scale(-out[1]); }\n";

} // namespace

class FunctionCopiesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void oneOfSeveralCallsHasItsOwnFunction() {
    const Program program(scale + twoKernels);
    const auto made =
        inCopies(program.tree, {program.place("scale", "* 2"), program.place("down", "scale(-")}, program.replacing("2", "3"));
    QVERIFY(made);
    QCOMPARE(program.after(*made), QString("__device__ float scale(float x) { return x * 2; }\n"
                                           "\n"
                                           "// As scale, changed for its call in down.\n"
                                           "__device__ float scale_in_down(float x) { return x * 3; }\n"
                                           "__global__ void up(float* out) { out[0] = scale(out[1]); }\n"
                                           "__global__ void down(float* out) { out[0] = scale_in_down(-out[1]); }\n"));
    QCOMPARE(made->what, std::string("it changes, in a copy of `scale` for its call in `down`"));
  }

  void aFunctionThatIsCalledOnceIsNotCopied() {
    const Program program(scale + "__global__ void up(float* out) { out[0] = scale(out[1]); }\n");
    QVERIFY(!inCopies(program.tree, {program.place("scale", "* 2"), program.place("up", "scale(out")}, program.replacing("2", "3")));
  }

  void aChangeOfTheKernelItselfNeedsNoCopy() {
    const Program program(scale + twoKernels);
    QVERIFY(!inCopies(program.tree, {program.place("scale", "* 2"), program.place("down", "scale(-")}, program.replacing("-out", "out")));
  }

  void aTemplateIsCopiedAsOne() {
    const Program program("template <int N>\n__device__ float scale(float x) { return x * N; }\n"
                          "__global__ void kernel(float* out) { out[0] = scale<2>(out[1]) + scale<3>(out[2]); }\n");
    const auto made =
        inCopies(program.tree, {program.place("scale<3>", "* N"), program.place("kernel", "scale<3>")}, program.replacing("x * N", "x"));
    QVERIFY(made);
    QVERIFY2(program.after(*made).contains("template <int N>\n__device__ float scale_in_kernel_2(float x) { return x; }\n"),
             qPrintable(program.after(*made)));
    QVERIFY(program.after(*made).contains("scale<2>(out[1]) + scale_in_kernel_2<3>(out[2])"));
  }

  void functionsOnTheWayThereAreCopiedToo() {
    const Program program(scale + "__device__ float twice(float x) { return scale(scale(x)); }\n" +
                          "__global__ void up(float* out) { out[0] = twice(out[1]); }\n"
                          "__global__ void down(float* out) { out[0] = twice(-out[1]); }\n");
    const auto made =
        inCopies(program.tree, {program.place("scale", "* 2"), program.place("twice", "scale(scale"), program.place("down", "twice(-")},
                 program.replacing("2", "3"));
    QVERIFY(made);
    const QString text = program.after(*made);
    QVERIFY2(text.contains("float scale_in_twice_in_down(float x) { return x * 3; }"), qPrintable(text));
    QVERIFY2(text.contains("float twice(float x) { return scale(scale(x)); }"), qPrintable(text));
    QVERIFY2(text.contains("float twice_in_down(float x) { return scale_in_twice_in_down(scale(x)); }"), qPrintable(text));
    QVERIFY2(text.contains("void up(float* out) { out[0] = twice(out[1]); }"), qPrintable(text));
    QVERIFY2(text.contains("void down(float* out) { out[0] = twice_in_down(-out[1]); }"), qPrintable(text));
  }

  void whatIsCalledBeforeItsDefinitionIsNotCopied() {
    const Program program("__device__ float scale(float x);\n" + twoKernels + scale);
    QVERIFY(!inCopies(program.tree, {program.place("scale", "* 2"), program.place("down", "scale(-")}, program.replacing("2", "3")));
  }

  void aCallThatIsNotFoundGivesNoCopy() {
    const Program program(scale + twoKernels);
    QVERIFY(!inCopies(program.tree, {program.place("scale", "* 2"), program.place("down", "out[1]", "down")}, program.replacing("2", "3")));
    QVERIFY(!inCopies(program.tree, {}, program.replacing("2", "3")));
  }
};

QTEST_GUILESS_MAIN(FunctionCopiesTest)
#include "function_copies_test.moc"
