#include "core/base/file.h"
#include "core/project/samples.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;

/// resources/docs/user/bibliography.md has the full references.
constexpr const char* papers[] = {"Liou et al. 2019", "Liou et al. 2022", "Langdon 2015"};

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

    const Result<std::string> readme = readFile(sample.source.parent_path() / "README.md");
    QVERIFY2(readme.has_value(), readme ? "" : readme.error().message.c_str());
    QVERIFY(readme->starts_with("# " + sample.name));
    const bool citesPaper = std::ranges::any_of(papers, [&](const char* paper) { return readme->find(paper) != std::string::npos; });
    QVERIFY2(citesPaper, "the paper whose program it corresponds to");
    QVERIFY(std::ranges::count(*readme, '\n') <= 30);

    const std::string test = GEVO_TEST_SOURCE "/tests/core/kernel/samples/" + sample.name + "_sample_test.cpp";
    QVERIFY2(std::filesystem::exists(test), test.c_str());
  }

private:
  std::vector<Sample> samples_;
};

QTEST_GUILESS_MAIN(BundledSamplesTest)
#include "bundled_samples_test.moc"
