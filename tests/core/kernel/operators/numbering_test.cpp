/// Edits in the bases of other configurations.

#include <QTest>

#include "core/edit/configuration.h"
#include "core/edit/edit_text.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "tests/core/base/value_of.h"
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include "core/kernel/ir/numbering.h"
#include "core/kernel/ir/pipeline.h"
#include "tests/core/kernel/ir/fixture.h"
#endif

#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::ir;
namespace fs = std::filesystem;

class NumberingTest : public QObject {
  Q_OBJECT

  struct Bases {
    std::unique_ptr<BaseModule> own;
    std::unique_ptr<BaseModule> configured;
  };
  std::map<std::string, Bases> bases_;

  /// A sample as it is, and with another text in one place.
  static Bases basesOf(const std::string& sample, const std::string& own, const std::string& other) {
    const fs::path folder = fs::path(GEVO_TEST_SOURCE) / "resources/samples" / sample;
    const auto scratch = valueOf(program::ScratchFolder::make());
    BuildSettings settings;
    settings.files = {sample + ".cu"};
    const auto files = valueOf(program::sortFiles(settings, folder));
    const program::CompilerSetup setup{valueOf(program::locateClang()), valueOf(program::locateCuda()), settings, folder, scratch.path()};
    std::string text = valueOf(program::readFile(folder / (sample + ".cu")));
    const std::size_t place = text.find(own);
    if (place == std::string::npos) qFatal("%s has no %s", sample.c_str(), own.c_str());
    text.replace(place, own.size(), other);
    Bases bases;
    bases.own = valueOf(BaseModule::load(valueOf(program::compileSources(setup, files))));
    const auto changed = program::withSources(setup, files, {{sample + ".cu", text}});
    bases.configured = valueOf(BaseModule::load(valueOf(program::compileSources(changed, files))));
    return bases;
  }

  static EditList anyList(const BaseModule& base) {
    RandomStream stream({*rc::gen::arbitrary<std::uint64_t>(), 0, 0, 0, Purpose::Test});
    return proposeList(base, *rc::gen::inRange<std::size_t>(1, 12), stream);
  }

private slots:
  void initTestCase() {
    if (const auto clang = program::locateClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::locateCuda(); !cuda) QSKIP(cuda.error().message.c_str());
    bases_["hotspot"] = basesOf("hotspot", "#define BLOCK 16", "#define BLOCK 32");
    bases_["gaussian"] = basesOf("gaussian", "#define TILE 4", "#define TILE 16");
    bases_["stereo"] = basesOf("stereo", "#define ROWS_PER_THREAD 40", "#define ROWS_PER_THREAD 20");
    bases_["nw"] = basesOf("nw", "#define BLOCK 16", "#define BLOCK 32");
    bases_["lud"] = basesOf("lud", "#define TILE 16", "#define TILE 32");
  }

  void mostInstructionsAreFoundAgain_data() {
    QTest::addColumn<QString>("sample");
    for (const auto& [name, bases] : bases_) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void mostInstructionsAreFoundAgain() {
    QFETCH(QString, sample);
    const Bases& bases = bases_.at(sample.toStdString());
    const Numbering numbering(*bases.own, *bases.configured);
    const double share = double(numbering.carried()) / double(numbering.instructions());
    qInfo("%s: %zu of %zu instructions, %.0f %%", qPrintable(sample), numbering.carried(), numbering.instructions(), 100 * share);
    QVERIFY2(share >= 0.5, qPrintable(QString::number(share)));
  }

  void theSameBaseHasTheSameNumbers() {
    const Bases& bases = bases_.at("hotspot");
    const Numbering numbering(*bases.own, *bases.own);
    QCOMPARE(numbering.carried(), numbering.instructions());
    const bool holds = rc::check([&] {
      const EditList edits = anyList(*bases.own);
      RC_ASSERT(numbering.toConfigured(edits) == edits);
      RC_ASSERT(numbering.toProject(edits) == edits);
    });
    QVERIFY(holds);
  }

  void everyListAppliesInEveryConfiguration_data() { mostInstructionsAreFoundAgain_data(); }
  void everyListAppliesInEveryConfiguration() {
    QFETCH(QString, sample);
    const Bases& bases = bases_.at(sample.toStdString());
    const Numbering numbering(*bases.own, *bases.configured);
    const bool holds = rc::check([&] {
      const EditList edits = anyList(*bases.own);
      const EditList there = numbering.toConfigured(edits);
      RC_ASSERT(numbering.toProject(there) == edits);
      RC_ASSERT(verifierMessage(*applyEdits(*bases.configured, there).module).empty());
    });
    QVERIFY(holds);
  }

  void whatIsProposedThereKeepsItsNames() {
    const Bases& bases = bases_.at("hotspot");
    const Numbering numbering(*bases.own, *bases.configured);
    const bool holds = rc::check([&] {
      const EditList there = anyList(*bases.configured);
      const EditList edits = numbering.toProject(there);
      RC_ASSERT(numbering.toConfigured(edits) == there);
      RC_ASSERT(parseEdits(printEdits(edits)).value() == edits);
      RC_ASSERT(verifierMessage(*applyEdits(*bases.own, edits).module).empty()); // inactive where it is not found
    });
    QVERIFY(holds);
  }

  void settingsAreActiveInTheirConfigurationOnly() {
    const Bases& bases = bases_.at("hotspot");
    const EditList edits = withConfiguration({}, {{"BLOCK", "32"}});
    QCOMPARE(applyEdits(*bases.own, edits).active, std::vector<bool>{false});
    bases.configured->setConfiguration({{"BLOCK", "32"}});
    QCOMPARE(applyEdits(*bases.configured, edits).active, std::vector<bool>{true});
  }
};

QTEST_GUILESS_MAIN(NumberingTest)
#include "numbering_test.moc"
