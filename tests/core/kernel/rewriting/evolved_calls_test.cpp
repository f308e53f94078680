#include "tests/core/kernel/syntax/syntax_of.h" // before <compare>, which moc can't read as the first header

#include "core/edit/edit_text.h"
#include "core/kernel/explain/inspect.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/kept_functions.h"
#include "core/kernel/rewriting/find_rewrites.h"
#include "core/patch/apply_rewrites.h"
#include "core/tmbl/program_text.h"

#include <QtTest>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::program;

namespace {

/// A program whose function half may be replaced by 1 * x + 2 for arguments from -3 to 4.5.
struct Synthesised {
  std::string text;
  SmallProgram folder;
  SmallSyntax read;
  Bytes bitcode;
  std::unique_ptr<BaseModule> base;

  explicit Synthesised(const std::string& source) : text(source), read(syntaxOf(source)) {
    folder.write("a.cu", text);
    std::filesystem::create_directories(folder.generated());
    folder.settings.synthesised = {"half"};
    const InputFiles files = valueOf(sortFiles(folder.settings, folder.folder()));
    const CompilerSetup setup{valueOf(locateClang()), valueOf(locateCuda()), folder.settings, folder.folder(), folder.generated()};
    const Bytes plain = valueOf(compileSources(setup, files));
    const auto loaded = valueOf(BaseModule::load(plain));
    for (const llvm::Function& function : loaded->module())
      if (isKept(function)) {
        const tmbl::Program program = tmbl::parsePrograms("tmbl inputs 1 slots 1\nadd slot0 2").value().front();
        bitcode = valueOf(addEvolvedFunctions(plain, {{function.getName().str(), {{-3, 4.5F}}, program, 0.25}}));
      }
    base = valueOf(BaseModule::load(bitcode));
  }

  /// The first call uses the program.
  EditList edits() const {
    std::uint64_t id = 0;
    for (const llvm::Function& function : base->module())
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (keptFunctionOf(instruction) && !isEvolved(function)) return valueOf(parseEdits(fmt::format("synthesise 1 @{} to 1", id)));
        ++id;
      }
    throw std::runtime_error("no call");
  }

  /// The sources with each way to write that.
  std::vector<std::string> written() const {
    const FoundRewrites found = valueOf(findRewrites(*base, {edits(), read.syntax}, read.sources));
    std::vector<std::string> texts;
    for (const SourceRewrite& rewrite : found.perEdit.at(0)) texts.push_back(applyRewrites(read.sources, std::vector{rewrite})[0].text);
    return texts;
  }
};

const std::string definition = R"(// Near half where that is called; its error there is 0.25.
static __device__ float half_evolved1_program(float x1) {
  const float v0 = __fadd_rn(x1, 2.0f);
  return v0;
}
static __device__ float half_evolved1(float x1) {
  if (x1 >= -3.0f && x1 <= 4.5f) return half_evolved1_program(x1);
  return half(x1);
}

)";

} // namespace

class EvolvedCallsTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void theProgramIsAFunctionBeforeTheOneThatCallsIt() {
    const std::string before = "__device__ float half(float x) { return x / 2; }\n\n";
    const std::string remark = "// Halves all.\n";
    const std::string kernel =
        "__global__ void kernel(float* out, const float* in) {\n  out[threadIdx.x] = HALF(in[threadIdx.x]);\n}\nint main() {}\n";
    const auto with = [&](const std::string& name) {
      std::string text = kernel;
      return text.replace(text.find("HALF"), 4, name);
    };
    const std::vector<std::string> written = Synthesised(before + remark + with("half")).written();
    QVERIFY(written.size() >= 2);
    QCOMPARE(written[0], before + definition + remark + with("half_evolved1"));
    QCOMPARE(written[1], before + remark + with("half_evolved1")); // where another edit has written it
  }

  void theFormulaIsSaidOnce() {
    const Synthesised program("__device__ float half(float x) { return x / 2; }\n"
                              "__global__ void kernel(float* out, const float* in) {\n"
                              "  out[threadIdx.x] = half(in[threadIdx.x]);\n}\nint main() {}\n");
    const VariantTexts texts = valueOf(describeVariant(*program.base, program.edits(), program.read.sources));
    QCOMPARE(QString::fromStdString(texts.edits.at(0).text), QString("call of half uses program 1: x + 2"));
    QCOMPARE(texts.consequences.size(), std::size_t(1));
    QCOMPARE(texts.consequences[0].text, std::string("call of half uses program 1"));
  }
};

QTEST_GUILESS_MAIN(EvolvedCallsTest)
#include "evolved_calls_test.moc"
