/// What is said about variants of the fixtures, as people read it: golden files to review when a sentence changes. With
/// GEVO_WRITE_GOLDEN=1 in the environment they are written anew.

#include "tests/core/kernel/ir/fixture.h"

#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/kernel/explain/consequences.h"
#include "core/kernel/operators/mutate.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr std::uint32_t variants = 40; ///< of each fixture, one edit each

std::string oneLine(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

struct Said {
  std::string edit;
  std::vector<Consequence> consequences;
};

/// What one edit does to the code.
Said saidOf(const BaseModule& base, const std::vector<SourceFile>& sources, std::uint32_t number) {
  RandomStream stream = testStream(5, number);
  EditList edits;
  if (auto edit = proposeEdit(base, {}, stream, {.operators = gevoOperators()})) edits.push_back(std::move(*edit));
  Application application(base.state(), true);
  const SourceMap map(sources);
  ConsequenceFinder finder(application, base.state(), map);
  Said said;
  for (const Edit& edit : edits) {
    said.edit = oneLine(printEdit(edit));
    if (applyEdit(application, edit)) finder.after(edit, 0);
  }
  said.consequences = finder.finish();
  return said;
}

} // namespace

class WordingTest : public QObject {
  Q_OBJECT
private slots:
  void sentencesAreThoseThatWereReviewed_data() {
    QTest::addColumn<QString>("fixture");
    for (const char* name : {"stencil", "reduce", "align", "hotspot", "nw", "pathfinder"}) QTest::newRow(name) << name;
  }
  void sentencesAreThoseThatWereReviewed() {
    QFETCH(QString, fixture);
    const std::string name = fixture.toStdString();
    const std::filesystem::path golden = std::filesystem::path(GEVO_TEST_SOURCE "/tests/core/kernel/explain/golden") / (name + ".txt");
    // Names of LLVM's own, of registers and of headers say nothing to a reader.
    static const QRegularExpression foreign(R"(\bphi\d*\b|\bsmin\b|\bsmax\b|__a\b|llvm\.|%\w|getelementptr|\bzext\b|\bsext\b)");
    const std::vector<SourceFile> sources = {{name + ".cu", {}}};
    const auto base = loadFixture(name);
    std::string words;
    for (std::uint32_t i = 0; i < variants; ++i) {
      const Said said = saidOf(*base, sources, i);
      words += said.edit + "\n";
      for (const Consequence& one : said.consequences) {
        QVERIFY2(!foreign.match(QString::fromStdString(one.text)).hasMatch(), one.text.c_str());
        words += fmt::format("    {}{}: {}\n", one.at.empty() ? 0 : one.at.front().line, one.kernel.empty() ? "" : " in " + one.kernel,
                             one.text);
      }
    }
    if (qEnvironmentVariableIsSet("GEVO_WRITE_GOLDEN")) QVERIFY(writeFile(golden, words).has_value());
    const auto reviewed = readFile(golden);
    QVERIFY2(reviewed.has_value(), "no golden file; GEVO_WRITE_GOLDEN=1 writes it");
    QCOMPARE(QString::fromStdString(words), QString::fromStdString(*reviewed));
  }
};

QTEST_GUILESS_MAIN(WordingTest)
#include "wording_test.moc"
