#include "core/base/wire.h"
#include "core/kernel/program/arguments.h"
#include "core/kernel/program/build.h"
#include "core/kernel/program/tape.h"
#include "sample_references.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace gevo;

namespace {

template <class T> std::vector<T> valuesOf(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

struct TestTape {
  std::vector<int> arguments;
  std::vector<program::Event> uploads;
  std::vector<program::Event> downloads;
};

std::vector<TestTape> recorded(const Project& project) {
  std::vector<TestTape> tests;
  for (const TestCase& test : project.tests) {
    TestTape& made = tests.emplace_back();
    const auto words = program::splitArguments(test.arguments).value();
    auto tape = wire::decode<program::Tape>(test.tape, "tape").value();
    for (const std::string& word : words) made.arguments.push_back(std::stoi(word));
    for (program::Event& event : tape.events) {
      if (event.kind == program::EventKind::CopyToDevice)
        made.uploads.push_back(std::move(event));
      else if (event.kind == program::EventKind::CopyToHost)
        made.downloads.push_back(std::move(event));
    }
  }
  return tests;
}

} // namespace

/// The bundled samples, built and recorded as `gevo new` does, against plain C++.
class SamplesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const auto clang = program::findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
  }

  void hotspotAgreesWithPlainCode() {
    const Project project = build("hotspot", {"64 64 2 1", "128 128 4 2", "160 96 4 3", "50 70 5 9", "1000 600 4 4"});
    QVERIFY(!project.tests.empty());
    QCOMPARE(project.outputs.size(), 1U);
    QCOMPARE(project.outputs[0].name, std::string("temp_out"));
    QCOMPARE(project.outputs[0].type, std::string("f32"));
    for (const TestTape& test : recorded(project)) {
      QCOMPARE(test.uploads.size(), 2U);
      QCOMPARE(test.downloads.size(), 1U);
      const auto power = valuesOf<float>(test.uploads[0].data);
      const auto start = valuesOf<float>(test.uploads[1].data);
      const auto expected = reference::hotspot(start, power, test.arguments[0], test.arguments[1], test.arguments[2]);
      const auto got = valuesOf<float>(test.downloads[0].data);
      QCOMPARE(got.size(), expected.size());
      double largest = 0;
      double change = 0;
      for (std::size_t i = 0; i < got.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(got[i]) - expected[i]) / expected[i]);
        change = std::max(change, std::abs(static_cast<double>(got[i]) - start[i]) / start[i]);
      }
      QVERIFY2(largest < 1e-5, qPrintable(QString::number(largest)));
      // A variant that computes nothing must not pass for an approximation.
      QVERIFY2(change > 0.05, qPrintable(QString::number(change)));
    }
  }

  void pathfinderAgreesWithPlainCode() {
    const Project project = build("pathfinder", {"9 300 1", "25 4000 2", "33 2777 3", "2 1 7"});
    QVERIFY(!project.tests.empty());
    QCOMPARE(project.outputs[0].name, std::string("result"));
    QCOMPARE(project.outputs[0].type, std::string("i32"));
    for (const TestTape& test : recorded(project)) {
      const auto expected =
          reference::pathfinder(valuesOf<int>(test.uploads[0].data), valuesOf<int>(test.uploads[1].data), test.arguments[1]);
      QCOMPARE(valuesOf<int>(test.downloads[0].data), expected);
    }
  }

  void nwAgreesWithPlainCode() {
    const Project project = build("nw", {"48 10 1", "128 10 2", "176 3 3", "16 1 5"});
    QVERIFY(!project.tests.empty());
    QCOMPARE(project.kernels.size(), 2U);
    QCOMPARE(project.outputs[0].name, std::string("score"));
    for (const TestTape& test : recorded(project)) {
      const auto expected = reference::needlemanWunsch(valuesOf<int>(test.uploads[0].data), valuesOf<int>(test.uploads[1].data),
                                                       test.arguments[0] + 1, test.arguments[1]);
      QCOMPARE(valuesOf<int>(test.downloads[0].data), expected);
    }
  }

  void bfsAgreesWithPlainCode() {
    const Project project = build("bfs", {"300 4 1", "4000 6 2", "6000 4 3", "1 1 7"});
    QVERIFY(!project.tests.empty());
    QCOMPARE(project.kernels.size(), 2U);
    for (const TestTape& test : recorded(project)) {
      const auto expected = reference::breadthFirst(valuesOf<reference::Node>(test.uploads[0].data), valuesOf<int>(test.uploads[1].data));
      QCOMPARE(valuesOf<int>(test.downloads.back().data), expected);
      QVERIFY2(expected.size() == 1 || *std::ranges::max_element(expected) > 3, "a search of a few levels");
    }
  }

  void buildingTwiceGivesTheSameProject() {
    const Project first = build("hotspot", {"64 64 2 1"});
    const Project second = build("hotspot", {"64 64 2 1"});
    QVERIFY(!first.tests.empty());
    QVERIFY(wire::encode(first) == wire::encode(second));
  }

private:
  static Project build(const std::string& sample, const std::vector<std::string>& tests) {
    BuildRequest request;
    request.name = sample;
    request.workingFolder = std::string(GEVO_TEST_SOURCE) + "/resources/samples/" + sample;
    request.settings.files = {sample + ".cu"};
    for (const std::string& arguments : tests) request.tests.push_back({TestRole::Test, arguments, {}});
    auto built = program::build(request, {});
    if (built) return std::move(built->project);
    QTest::qFail((built.error().message + "\n" + built.error().details).c_str(), __FILE__, __LINE__);
    return {};
  }
};

QTEST_GUILESS_MAIN(SamplesTest)
#include "samples_test.moc"
