/// What is said about searched, minimised variants of the bundled samples: texts that tests/bench/words.py wrote, with the state of each
/// variant's patch, to review when a sentence changes. With GEVO_WRITE_GOLDEN=1 in the environment the sentences are written anew (the
/// states are not); with GEVO_CORPUS_IR=FOLDER the variants' LLVM IR is written there, for a reviewer to read them against.

#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/kernel/compile/compile.h"
#include "core/kernel/device_code/device_code.h"
#include "core/kernel/explain/inspect.h"
#include "core/kernel/ir/base_module.h"
#include "tests/core/base/value_of.h"

#include <QtTest>

#include <map>

using namespace gevo;
namespace fs = std::filesystem;

namespace {

const fs::path root = GEVO_TEST_SOURCE;
const fs::path corpus = root / "tests/core/kernel/explain/corpus";

struct Sample {
  std::unique_ptr<ir::BaseModule> base;
  std::vector<SourceFile> sources;
};

Sample compiled(const std::string& name) {
  const auto scratch = valueOf(program::ScratchFolder::make());
  const std::string file = name + ".cu";
  const fs::path folder = root / "resources/samples" / name;
  BuildSettings settings;
  settings.files = {file};
  settings.architecture = "sm_90";
  const program::CompilerSetup setup{valueOf(program::locateClang()), valueOf(program::locateCuda()), settings, folder, scratch.path()};
  const auto modules = valueOf(program::compileDeviceCode(setup, valueOf(program::sortFiles(settings, folder))));
  const Bytes base = valueOf(ir::prepareBase(valueOf(program::linkDeviceFiles(modules, {file}))));
  return {valueOf(ir::BaseModule::load(base)), {{file, valueOf(readFile(folder / file))}}};
}

std::string place(const std::vector<SourcePosition>& chain) {
  std::string text;
  for (const SourcePosition& at : chain) text += fmt::format("{}{}:{}", text.empty() ? "" : " in ", at.file, at.line);
  return text.empty() ? "?" : text;
}

/// One of the file: its first line says which it is and how its patch fared.
struct Variant {
  std::string heading;
  EditList edits;
};

std::vector<Variant> variantsOf(const std::string& golden) {
  std::vector<Variant> variants;
  for (const QString& line : QString::fromStdString(golden).split('\n', Qt::SkipEmptyParts)) {
    if (line.startsWith("variant "))
      variants.push_back({line.toStdString(), {}});
    else if (!line.startsWith("  "))
      variants.back().edits.push_back(valueOf(parseEdits(line.toStdString())).front());
  }
  return variants;
}

/// As words.py writes it.
std::string textOf(const Variant& variant, const VariantTexts& said) {
  std::string text = variant.heading + '\n';
  for (std::size_t i = 0; i < variant.edits.size(); ++i) {
    const EditDescription& edit = said.edits[i];
    text += printEdit(variant.edits[i]);
    if (!text.ends_with('\n')) text += '\n';
    text += fmt::format("  {}: {}{}\n", place(edit.target), edit.text, edit.meaning.empty() ? "" : fmt::format(" ({})", edit.meaning));
  }
  for (const Consequence& one : said.consequences)
    text += fmt::format("    {}: {}{}\n", place(one.at), one.kernel.empty() ? "" : "in " + one.kernel + ": ", one.text);
  return text;
}

/// Of "variant 7: 1.050x, partly proven with 71 % of the gain".
std::string stateOf(const Variant& variant) {
  const std::string state = variant.heading.substr(std::min(variant.heading.find("x, "), variant.heading.size()));
  for (const char* known : {"partly proven", "proven", "illustration"})
    if (state.starts_with(std::string("x, ") + known)) return known;
  return "not tried";
}

} // namespace

class CorpusTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const auto clang = program::locateClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::locateCuda(); !cuda) QSKIP(cuda.error().message.c_str());
  }

  void sentencesAreThoseThatWereReviewed_data() {
    QTest::addColumn<QString>("sample");
    for (const auto& entry : fs::directory_iterator(corpus))
      QTest::newRow(entry.path().stem().c_str()) << QString(entry.path().stem().c_str());
  }
  void sentencesAreThoseThatWereReviewed() {
    QFETCH(QString, sample);
    const std::string name = sample.toStdString();
    const fs::path golden = corpus / (name + ".txt");
    const std::string reviewed = valueOf(readFile(golden));
    const Sample program = compiled(name);
    const QString folder = qEnvironmentVariable("GEVO_CORPUS_IR");
    std::string words;
    for (const Variant& variant : variantsOf(reviewed)) {
      words += textOf(variant, valueOf(ir::describeVariant(*program.base, variant.edits, program.sources)));
      ++states_[stateOf(variant)];
      if (folder.isEmpty()) continue;
      const std::string id = variant.heading.substr(0, variant.heading.find(':')).substr(std::string_view("variant ").size());
      const VariantTexts texts = valueOf(ir::inspect(*program.base, variant.edits, program.sources, "sm_90"));
      QVERIFY(writeFile(fs::path(folder.toStdString()) / fmt::format("{}.{}.ll", name, id), texts.ir.text));
    }
    if (!folder.isEmpty()) {
      const VariantTexts original = valueOf(ir::inspect(*program.base, {}, program.sources, "sm_90"));
      QVERIFY(writeFile(fs::path(folder.toStdString()) / (name + ".original.ll"), original.ir.text));
    }
    if (qEnvironmentVariableIsSet("GEVO_WRITE_GOLDEN")) QVERIFY(writeFile(golden, words));
    QCOMPARE(QString::fromStdString(words), QString::fromStdString(valueOf(readFile(golden))));
  }

  void cleanupTestCase() {
    std::size_t all = 0;
    for (const auto& [state, count] : states_) all += count;
    for (const auto& [state, count] : states_) qInfo().noquote() << fmt::format("{} of {} variants: {}", count, all, state).c_str();
  }

private:
  std::map<std::string, std::size_t> states_;
};

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
