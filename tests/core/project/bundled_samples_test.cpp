#include "core/base/file.h"
#include "core/project/samples.h"
#include "tests/core/base/value_of.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

using namespace gevo;

namespace {

/// For each sample the paper with the program that it corresponds to, as its page cites it.
const std::map<std::string, std::string> papers{
    {"align_v0", "Liou et al. 2022"},
    {"align_v1", "Liou et al. 2022"},
    {"bfs", "Liou et al. 2019"},
    {"btree", "Liou et al. 2019"},
    {"cfd", "Liou et al. 2019"},
    {"enzyme", ""}, // our own, as ewald and quench
    {"ewald", ""},
    {"gaussian", "Liou et al. 2019"},
    {"heartwall", "Liou et al. 2019"},
    {"hotspot", "Liou et al. 2019"},
    {"lud", "Liou et al. 2019"},
    {"nn", "Liou et al. 2019"},
    {"nw", "Liou et al. 2019"},
    {"particlefilter", "Liou et al. 2019"},
    {"pathfinder", "Liou et al. 2019"},
    {"quench", ""},
    {"simcov", "Liou et al. 2022"},
    {"srad", "Liou et al. 2019"},
    {"stereo", "Langdon 2015"},
    {"streamcluster", "Liou et al. 2019"},
    {"svm", "Liou et al. 2019"},
    {"traps", ""}, // made for its traps
};

std::string pageOf(const Sample& sample) { return valueOf(readFile(sample.source.parent_path() / "README.md")); }

} // namespace

/// The manifests and pages of the bundled samples; their computations are tested in tests/core/kernel/samples.
class BundledSamplesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    Result<std::vector<Sample>> listed = listSamples();
    QVERIFY2(listed.has_value(), listed ? "" : listed.error().message.c_str());
    samples_ = std::move(*listed);
  }

  void samplesAreListedByName() {
    QVERIFY(samples_.size() >= 4);
    QVERIFY(std::ranges::is_sorted(samples_, {}, &Sample::name));
    for (const Sample& sample : samples_) QCOMPARE(findSample(sample.name).value().source, sample.source);
  }

  void anUnknownNameListsTheSamples() {
    const Result<Sample> found = findSample("nosuch");
    QVERIFY(!found);
    for (const Sample& sample : samples_) QVERIFY(found.error().message.find(sample.name) != std::string::npos);
  }

  void eachSampleIsComplete_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < samples_.size(); ++i) QTest::newRow(samples_[i].name.c_str()) << static_cast<int>(i);
  }
  void eachSampleIsComplete() {
    QFETCH(int, index);
    const Sample& sample = samples_[static_cast<std::size_t>(index)];
    QVERIFY2(!sample.summary.empty() && sample.summary.size() < 130, "one line says what it computes");
    QVERIFY2(std::filesystem::exists(sample.source), sample.source.c_str());
    QVERIFY(!sample.screen.empty());
    QVERIFY2(sample.tests.size() >= 2, "one input alone is soon learnt by heart");
    QVERIFY2(!sample.heldOut.empty() && sample.heldOut[0].find("{seed}") != std::string::npos, "held-out input is drawn again");

    const std::string page = pageOf(sample);
    QVERIFY(page.starts_with("# " + sample.name));
    QVERIFY(std::ranges::count(page, '\n') <= 30);

    const std::string test = GEVO_TEST_SOURCE "/tests/core/kernel/samples/" + sample.name + "_sample_test.cpp";
    QVERIFY2(std::filesystem::exists(test), test.c_str());
  }

  void eachPageCitesThePaperOfItsProgram_data() { eachSampleIsComplete_data(); }
  void eachPageCitesThePaperOfItsProgram() {
    QFETCH(int, index);
    const Sample& sample = samples_[static_cast<std::size_t>(index)];
    QVERIFY2(papers.contains(sample.name), "a new sample: name its paper in this test");
    const std::string page = pageOf(sample);
    for (const std::string& paper : citedPapers())
      QVERIFY2((page.find(paper) != std::string::npos) == (paper == papers.at(sample.name)), paper.c_str());
  }

  void theBibliographyHasEachPaper() {
    const std::string bibliography = valueOf(readFile(GEVO_TEST_SOURCE "/resources/docs/user/bibliography.md"));
    for (const std::string& paper : citedPapers()) QVERIFY2(bibliography.find("- **" + paper + ".**") != std::string::npos, paper.c_str());
  }

private:
  static std::set<std::string> citedPapers() {
    const auto cited = std::views::values(papers);
    std::set<std::string> named(cited.begin(), cited.end());
    named.erase("");
    return named;
  }

  std::vector<Sample> samples_;
};

QTEST_GUILESS_MAIN(BundledSamplesTest)
#include "bundled_samples_test.moc"
