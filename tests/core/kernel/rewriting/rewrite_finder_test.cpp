#include "tests/core/kernel/syntax/syntax_of.h" // before <compare>, which moc can't read as the first header

#include "core/edit/edit_text.h"
#include "core/kernel/rewriting/find_rewrites.h"
#include "core/patch/apply_rewrites.h"

#include <QtTest>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::program;

namespace {

/// A kernel's syntax and its base.
struct Program {
  SmallProgram folder;
  SmallSyntax read;
  std::unique_ptr<BaseModule> base;

  explicit Program(const std::string& body) : read(syntaxOf(kernelOf(body))) {
    folder.write("a.cu", read.sources[0].text);
    std::filesystem::create_directories(folder.generated());
    const InputFiles files = valueOf(sortFiles(folder.settings, folder.folder()));
    const CompilerSetup setup{valueOf(locateClang()), valueOf(locateCuda()), folder.settings, folder.folder(), folder.generated()};
    base = valueOf(BaseModule::load(valueOf(compileSources(setup, files))));
  }

  /// The first comparison in the code of the line that has the text.
  std::string comparison(const std::string& text) const {
    return id(
        text, [](const llvm::Instruction& one) { return llvm::isa<llvm::ICmpInst>(one); }, 0);
  }
  /// The condition of one of the branches in the code of the line that has the text becomes `true`.
  std::string branchBecomesTrue(const std::string& text, int skip) const {
    const auto isBranch = [](const llvm::Instruction& one) { return one.isTerminator() && one.getNumSuccessors() == 2; };
    const std::string branch = id(text, isBranch, skip);
    return "operand 1 " + branch + " with " + branch + ".0=one";
  }

  /// The kernel's body after each candidate for the edit.
  QStringList candidates(const std::string& edit) const {
    const FindRewritesRequest request{valueOf(parseEdits(edit)), read.syntax};
    const FoundRewrites found = valueOf(findRewrites(*base, request, read.sources));
    QStringList texts;
    for (const SourceRewrite& rewrite : found.perEdit.at(0))
      texts += QString::fromStdString(bodyOf(applyRewrites(read.sources, std::vector{rewrite})[0].text));
    return texts;
  }

  /// Whole sources instead.
  std::vector<std::string> wholeCandidates(const std::string& edit) const {
    const FindRewritesRequest request{valueOf(parseEdits(edit)), read.syntax};
    const FoundRewrites found = valueOf(findRewrites(*base, request, read.sources));
    std::vector<std::string> texts;
    for (const SourceRewrite& rewrite : found.perEdit.at(0)) texts.push_back(applyRewrites(read.sources, std::vector{rewrite})[0].text);
    return texts;
  }

  /// The terminator of the kernel's first block.
  std::string firstEnd() const {
    std::uint64_t id = 0;
    for (const llvm::Function& function : base->module())
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (instruction.isTerminator()) return fmt::format("@{}", id);
        ++id;
      }
    throw std::runtime_error("no kernel");
  }

  /// The branch that goes back to the beginning of the only loop.
  std::string backEdge() const {
    std::uint64_t id = 0;
    for (const llvm::Function& function : base->module()) {
      std::vector<const llvm::BasicBlock*> seen;
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        seen.push_back(instruction.getParent());
        for (unsigned i = 0; instruction.isTerminator() && i < instruction.getNumSuccessors(); ++i)
          if (std::ranges::find(seen, instruction.getSuccessor(i)) != seen.end()) return fmt::format("@{}", id);
        ++id;
      }
    }
    throw std::runtime_error("no loop");
  }

  template <class Predicate> std::string id(const std::string& text, const Predicate& isMeant, int skip) const {
    const std::string& all = read.sources[0].text;
    const auto line = static_cast<unsigned>(std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.find(text)), '\n')) + 1;
    std::uint64_t id = 0;
    for (const llvm::Function& function : base->module())
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::DILocation* at = instruction.getDebugLoc();
        if (at != nullptr && at->getLine() == line && isMeant(instruction) && skip-- == 0) return fmt::format("@{}", id);
        ++id;
      }
    throw std::runtime_error("no instruction of " + text);
  }
};

} // namespace

class RewriteFinderTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void loopIsUnrolledByAPragma() {
    const Program program("  float sum = 0;\n"
                          "  for (int row = 0; row < n; ++row) {\n"
                          "    sum += in[row];\n"
                          "    __syncthreads();\n"
                          "  }\n"
                          "  out[i] = sum;");
    const QString body = "  float sum = 0;\n%1"
                         "  for (int row = 0; row < n; ++row) {\n"
                         "    sum += in[row];\n"
                         "    __syncthreads();\n"
                         "  }\n"
                         "  out[i] = sum;";
    QCOMPARE(program.candidates("unroll 1 " + program.backEdge() + " to 4"), QStringList{body.arg("  #pragma unroll 4\n")});
    QCOMPARE(program.candidates("unroll 1 " + program.backEdge() + " to full"), QStringList{body.arg("  #pragma unroll\n")});
  }

  void pragmaThatIsThereIsReplaced() {
    const Program program("  float sum = 0;\n"
                          "  #pragma unroll 1\n"
                          "  for (int row = 0; row < n; ++row) sum += in[row];\n"
                          "  out[i] = sum;");
    QCOMPARE(program.candidates("unroll 1 " + program.backEdge() + " to 2"),
             QStringList{"  float sum = 0;\n"
                         "  #pragma unroll 2\n"
                         "  for (int row = 0; row < n; ++row) sum += in[row];\n"
                         "  out[i] = sum;"});
  }

  void cacheOperatorsAreFunctions() {
    const Program program("  out[i] = in[i] * 2;");
    const auto isLoad = [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); };
    const auto isStore = [](const llvm::Instruction& one) { return llvm::isa<llvm::StoreInst>(one); };
    QCOMPARE(program.candidates("cache 1 " + program.id("out[i]", isLoad, 0) + " to cg"), QStringList{"  out[i] = __ldcg(&in[i]) * 2;"});
    QCOMPARE(program.candidates("cache 1 " + program.id("out[i]", isStore, 0) + " to cs"), QStringList{"  __stcs(&out[i], in[i] * 2);"});
  }

  void neighboursAreReadThroughAPointerToAVector() {
    const auto isLoad = [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); };
    const Program program("  float first = in[2 * i];\n"
                          "  out[i] = first * in[2 * i + 1];");
    QCOMPARE(program.candidates("vectorise 1 " + program.id("float first", isLoad, 0) + " to 2"),
             QStringList{"  const float2 loaded = *(const float2*)&in[2 * i];\n"
                         "  float first = loaded.x;\n"
                         "  out[i] = first * loaded.y;"});
    const Program decided("  const int* numbers = (const int*)in;\n"
                          "  if (numbers[2 * i] < numbers[2 * i + 1]) out[i] = 1;");
    QCOMPARE(decided.candidates("vectorise 1 " + decided.id("if (numbers", isLoad, 0) + " to 2"),
             (QStringList{"  const int* numbers = (const int*)in;\n"
                          "  const int2 loaded = *(const int2*)&numbers[2 * i];\n"
                          "  if (loaded.x < loaded.y) out[i] = 1;",
                          "  const int* numbers = (const int*)in;\n"
                          "  const uint2 loaded = *(const uint2*)&numbers[2 * i];\n"
                          "  if (loaded.x < loaded.y) out[i] = 1;"}));
  }

  void sharedLoadsTakeTheIndexOfTheFirstThread() {
    const auto isLoad = [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); };
    const Program program("  out[i] = in[i * n];");
    const std::string edit = "share 1 " + program.id("out[i]", isLoad, 0) + " to ";
    const QString active = "  const unsigned active = __activemask();\n";
    QCOMPARE(program.candidates(edit + "32"),
             (QStringList{
                 active + "  out[i] = in[__shfl_sync(active, i * n, __ffs(active) - 1)];",
                 active + "  out[i] = (*(decltype(&in[i * n]))__shfl_sync(active, (unsigned long long)&in[i * n], __ffs(active) - 1));"}));
    QCOMPARE(program.candidates(edit + "4").front(),
             active + "  const unsigned first = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 28;\n"
                      "  out[i] = in[__shfl_sync(active, i * n, first + __ffs(active >> first) - 1)];");
  }

  void approximateDivisionIsAFunction() {
    const Program program("  out[i] = in[i] / (n + 1);");
    const auto isDivision = [](const llvm::Instruction& one) { return one.getOpcode() == llvm::Instruction::FDiv; };
    QCOMPARE(program.candidates("approximate 1 " + program.id("out[i]", isDivision, 0) + " to approx"),
             QStringList{"  out[i] = __fdividef(in[i], (n + 1));"});
  }

  void divisionByAReciprocalIsAProduct() {
    const auto isDivision = [](const llvm::Instruction& one) { return one.getOpcode() == llvm::Instruction::FDiv; };
    const Program program("  out[i] = in[i] / (n + 1);");
    QCOMPARE(program.candidates("approximate 1 " + program.id("out[i]", isDivision, 0) + " to reciprocal"),
             (QStringList{"  out[i] = in[i] * (1.0f / (n + 1));", "  out[i] = __fmul_rn(in[i], 1.0f / (n + 1));"}));
    const Program assigning("  out[i] /= in[i] + 1.0f;");
    QCOMPARE(assigning.candidates("approximate 1 " + assigning.id("out[i]", isDivision, 0) + " to reciprocal").front(),
             QString("  out[i] = out[i] * (1.0f / (in[i] + 1.0f));"));
  }

  void expressionsInFloatAreCast() {
    const Program program("  double x = in[i];\n"
                          "  out[i] = (x + 0.5) * n;");
    const auto isProduct = [](const llvm::Instruction& one) { return one.getOpcode() == llvm::Instruction::FMul; };
    QCOMPARE(program.candidates("precision 1 " + program.id("out[i]", isProduct, 0) + " to float"),
             QStringList{"  double x = in[i];\n"
                         "  out[i] = ((float)x + 0.5f) * (float)n;"});
  }

  void perforatedLoopStepsFurther() {
    const Program program("  float sum = 0;\n"
                          "  for (int row = 0; row < n; ++row) {\n"
                          "    float x = in[row];\n"
                          "    x += 1;\n"
                          "    sum += x;\n"
                          "    __syncthreads();\n"
                          "  }\n"
                          "  out[i] = sum;");
    const QString body = "  float sum = 0;\n"
                         "  for (int row = 0; row < n; row += 4) {\n"
                         "    float x = in[row];\n"
                         "    x += 1;\n"
                         "    sum += %1;\n"
                         "    __syncthreads();\n"
                         "  }\n"
                         "  out[i] = sum;";
    QCOMPARE(program.candidates("perforate 1 " + program.backEdge() + " to 4"), (QStringList{body.arg("4 * (x)"), body.arg("x")}));
  }

  void aSpecialisedKernelHasABranchOfItsOwn() {
    const Program program("  out[i] = in[i] * n;");
    const std::string edit = "specialise 1 " + program.firstEnd() + " use $2 to ";
    const std::vector<std::string> sources = program.wholeCandidates(edit + "64");
    QCOMPARE(sources.size(), 1UZ);
    const QString text = QString::fromStdString(sources[0]).simplified();
    QVERIFY2(text.contains("const auto run_for_n = [&](int n) {"), qPrintable(text));
    QVERIFY2(text.contains("}; if (n == 64) run_for_n(64); else run_for_n(n); }"), qPrintable(text));
  }

  /// Each is one way of its own, and both together are nested.
  void twoValuesOfAKernelAreNested() {
    const Program program("  out[i] = in[i] * n;");
    const std::string edit = "specialise 1 " + program.firstEnd() + " use $2 to 64\nspecialise 2 " + program.firstEnd() + " use $2 to 32\n";
    const FoundRewrites found =
        valueOf(findRewrites(*program.base, {valueOf(parseEdits(edit)), program.read.syntax}, program.read.sources));
    QCOMPARE(found.perEdit.at(1).size(), 1UZ);
    const std::vector both{found.perEdit[0].at(0), found.perEdit[1].at(0)};
    const QString text = QString::fromStdString(applyRewrites(program.read.sources, both)[0].text).simplified();
    QVERIFY2(text.contains("out[i] = in[i] * n; }; if (n == 32) run_for_n(32); else run_for_n(n); }; if (n == 64) run_for_n(64);"),
             qPrintable(text));
  }

  void aBarrierForAWarpIsWrittenAsOne() {
    const Program program("  __shared__ float shared[32];\n  shared[threadIdx.x] = in[i];\n  __syncthreads();\n"
                          "  out[i] = shared[31 - threadIdx.x];");
    const auto isCall = [](const llvm::Instruction& one) { return llvm::isa<llvm::CallInst>(one); };
    const QStringList found = program.candidates("synchronise 1 " + program.id("__syncthreads", isCall, 0) + " to warp");
    QCOMPARE(found.size(), 1);
    QVERIFY2(found[0].contains("__syncwarp();") && !found[0].contains("__syncthreads"), qPrintable(found[0]));
  }

  void aRestrictedPointerSaysSo() {
    const Program program("  out[i] = in[i] * n;");
    const std::vector<std::string> sources = program.wholeCandidates("restrict 1 " + program.firstEnd() + " use $1 to noalias");
    QCOMPARE(sources.size(), 1UZ);
    QVERIFY2(QString::fromStdString(sources[0]).contains("const float* __restrict__ in"), sources[0].c_str());
  }

  /// The branch is located at the `for`, the comparison in a part of what it decides by.
  void aPartOfALoopsConditionBecomesAnother() {
    const Program program("  for (int row = 1; row < 40 && i + row < n + 5; ++row) {\n"
                          "    __syncthreads();\n"
                          "    if (i + row < n) out[i + row] = in[row];\n"
                          "  }");
    const QStringList found =
        program.candidates("replace 1 " + program.comparison("for (int row") + " by " + program.comparison("if (i + row"));
    QVERIFY2(found.contains("  for (int row = 1; row < 40 && i + row < n; ++row) {\n"
                            "    __syncthreads();\n"
                            "    if (i + row < n) out[i + row] = in[row];\n"
                            "  }"),
             qPrintable(found.join("\n---\n")));
  }

  /// One of the four comparisons that LLVM made of the one in the source.
  void aConditionOfOneRoundOfAnUnrolledLoopBecomesTrue() {
    const Program program("#pragma unroll\n"
                          "  for (int k = 0; k < 4; ++k) {\n"
                          "    if (in[k] < n) out[k * n] = in[k + n] / n;\n"
                          "  }");
    const QStringList found = program.candidates(program.branchBecomesTrue("if (in[k]", 2));
    QVERIFY2(found.contains("#pragma unroll\n"
                            "  for (int k = 0; k < 4; ++k) {\n"
                            "    if (k == 2 || in[k] < n) out[k * n] = in[k + n] / n;\n"
                            "  }"),
             qPrintable(found.join("\n---\n")));
  }
};

QTEST_GUILESS_MAIN(RewriteFinderTest)
#include "rewrite_finder_test.moc"
