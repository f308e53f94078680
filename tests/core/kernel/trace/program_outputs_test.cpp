#include "core/kernel/trace/program_outputs.h"

#include <QtTest>
#include <cstring>

using namespace gevo;
using namespace gevo::program;

namespace {

constexpr std::uint64_t first = 0x200000000000;
constexpr std::uint64_t second = 0x200000001000;

Event allocate(std::uint64_t address) {
  Event event;
  event.kind = EventKind::Allocate;
  event.address = address;
  event.size = 64;
  return event;
}

Event launch(std::uint64_t in, std::uint64_t out) {
  Event event;
  event.kind = EventKind::Launch;
  event.name = "kernel";
  event.data.resize(16);
  std::memcpy(event.data.data(), &in, 8);
  std::memcpy(event.data.data() + 8, &out, 8);
  return event;
}

Event copyToHost(std::uint64_t address, Bytes data = Bytes(8)) {
  Event event;
  event.kind = EventKind::CopyToHost;
  event.address = address;
  event.data = std::move(data);
  return event;
}

DeviceDescription device() {
  DeviceDescription description;
  description.kernels = {{"kernel", "kernel", {{0, 0, "in", ElementType::F32, false}, {1, 0, "out", ElementType::F32, true}}}};
  return description;
}

Result<DescribedOutputs> describe(std::vector<Trace>& traces, const std::vector<OutputRequest>& requests = {}) {
  return describeOutputs(traces, device(), {{"kernel", {0, 8}}}, requests);
}

} // namespace

class ProgramOutputsTest : public QObject {
  Q_OBJECT
private slots:
  void outputIsNamedAfterTheParameterThatWroteIt() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs.size(), 1U);
    QCOMPARE(described->outputs[0].name, std::string("out"));
    QCOMPARE(described->outputs[0].type, std::string("f32"));
    QCOMPARE(described->outputs[0].typeOrigin, std::string("debug info"));
  }

  /// Stencils swap their two buffers, so which one holds the result depends on the number of steps.
  void testsWithDifferentBuffersShareAnOutput() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second)}},
                              {{allocate(first), allocate(second), launch(first, second), launch(second, first), copyToHost(first)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs.size(), 1U);
    QCOMPARE(traces[1].events.back().output, 0U);
  }

  void copyFollowedByLaunchesMayBeADecision() {
    std::vector<Trace> traces{
        {{allocate(first), allocate(second), launch(first, second), copyToHost(second), launch(first, second), copyToHost(second)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->candidates, std::set<std::uint32_t>{0});
    QCOMPARE(markDecisions(traces[0], described->candidates), 1U);
    QVERIFY(traces[0].events[3].decision);
    QVERIFY(!traces[0].events[5].decision);
    QCOMPARE(followedOutputs(traces[0], true), std::set<std::uint32_t>{0});
    QVERIFY(followedOutputs(traces[0], false).empty());
  }

  /// A loop that allocates, launches, copies and frees.
  void allocationsOfOneSiteShareAnOutput() {
    const auto at = [](std::uint64_t address, std::uint32_t site) {
      Event event = allocate(address);
      event.value = site;
      return event;
    };
    std::vector<Trace> traces{
        {{at(first, 1), at(second, 2), launch(first, second), copyToHost(second), at(second + 0x1000, 2), launch(first, second + 0x1000),
          copyToHost(second + 0x1000), at(second + 0x2000, 3), launch(first, second + 0x2000), copyToHost(second + 0x2000)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs.size(), 2U);
    QCOMPARE(described->outputs[1].name, std::string("out 2"));
    QCOMPARE(traces[0].events[6].output, traces[0].events[3].output);
  }

  void requestWithAStarIsForAllThatMatch() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second), copyToHost(first)}}};
    const auto described = describe(traces, {{"o*t", ElementType::I32, std::nullopt}});
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs[0].type, std::string("i32"));
    QCOMPARE(described->outputs[1].name, std::string("in"));
    QCOMPARE(described->outputs[1].type, std::string("f32"));
    const auto all = describe(traces, {{"*", ElementType::I32, std::nullopt}});
    QCOMPARE(all->outputs[1].type, std::string("i32"));
    QVERIFY(!describe(traces, {{"x*", std::nullopt, std::nullopt}}));
  }

  void requestedOutputIsNotADecisionAndHasItsType() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second), launch(first, second)}}};
    const auto described = describe(traces, {{"out", ElementType::I32, std::nullopt}});
    QVERIFY(described.has_value());
    QVERIFY(described->candidates.empty());
    QCOMPARE(described->outputs[0].type, std::string("i32"));
    QCOMPARE(described->outputs[0].typeOrigin, std::string("--output"));
  }

  void unknownOutputErrorListsTheOutputs() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second)}}};
    const auto described = describe(traces, {{"nothing", std::nullopt, std::nullopt}});
    QVERIFY(!described);
    QCOMPARE(described.error().message, std::string("the program has no output nothing; it has out"));
  }

  void unknownTypeIsGuessedFromTheData() {
    const std::vector<float> floats{1.5F, -300.0F};
    const std::vector<std::int32_t> integers{3, 70000};
    Bytes floatBytes(8), integerBytes(8);
    std::memcpy(floatBytes.data(), floats.data(), 8);
    std::memcpy(integerBytes.data(), integers.data(), 8);
    std::vector<Trace> traces{
        {{allocate(first), allocate(second), launch(0, 0), copyToHost(first, floatBytes), copyToHost(second, integerBytes)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs[0].name, std::string("output 1"));
    QCOMPARE(described->outputs[0].type, std::string("f32"));
    QCOMPARE(described->outputs[1].name, std::string("output 2"));
    QCOMPARE(described->outputs[1].type, std::string("i32"));
    QCOMPARE(described->outputs[1].typeOrigin, std::string("assumed"));
    QCOMPARE(described->notes.size(), 2U);
  }

  void typeIsGuessedFromAnOutline() {
    std::vector<std::int32_t> integers(30000, 0);
    std::fill(integers.begin() + 2000, integers.end(), 7);
    Bytes bytes(integers.size() * sizeof integers[0]);
    std::memcpy(bytes.data(), integers.data(), bytes.size());
    Event copy = copyToHost(second, bytes);
    shorten(copy, 1024);
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(0, 0), copy}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs[0].type, std::string("i32"));
  }

  void copiesBeforeTheFirstLaunchAreNotOutputs() {
    std::vector<Trace> traces{{{allocate(first), allocate(second), copyToHost(first), launch(first, second), copyToHost(second)}}};
    const auto described = describe(traces);
    QVERIFY(described.has_value());
    QCOMPARE(traces[0].events.size(), 4U);
    QCOMPARE(described->outputs.size(), 1U);
    QCOMPARE(described->outputs[0].name, std::string("out"));
  }

  void requestsAreParsed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("name") << "out"
                          << "";
    QTest::newRow("name and type") << "out:f64"
                                   << "";
    QTest::newRow("no name") << ":f64"
                             << "names no output";
    QTest::newRow("unknown type") << "out:float"
                                  << "float is not a type";
    QTest::newRow("a tolerance of its own") << "out:f32:0.1"
                                            << "";
    QTest::newRow("a negative tolerance") << "out:f32:-1"
                                          << "-1 is not a tolerance";
    QTest::newRow("words for a tolerance") << "out:f32:5 percent"
                                           << "5 percent is not a tolerance";
    QTest::newRow("elements that don't count") << "out:::without=-1..0,#3"
                                               << "";
    QTest::newRow("words for elements") << "out:f32::without=border"
                                        << "without=border says no elements";
    QTest::newRow("another word") << "out:::ignore=1"
                                  << "ignore=1 says no elements";
    QTest::newRow("too many parts") << "out:f32:1%:without=1:2"
                                    << "NAME:TYPE:TOLERANCE:without=ELEMENTS";
  }
  void toleranceIsAShareOrPerCentAndNeedsNoType() {
    QCOMPARE(parseOutputRequest("out:f32:0.05")->tolerance, std::optional(0.05));
    const auto request = parseOutputRequest("out::5%");
    QVERIFY(request.has_value());
    QCOMPARE(request->tolerance, std::optional(0.05));
    QVERIFY(!request->type);
    std::vector<Trace> traces{{{allocate(first), allocate(second), launch(first, second), copyToHost(second)}}};
    const auto described = describe(traces, {*request});
    QVERIFY(described.has_value());
    QCOMPARE(described->outputs[0].tolerance, std::optional(0.05));
    QCOMPARE(described->outputs[0].typeOrigin, std::string("debug info"));
  }
  void requestsAreParsed() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    const auto request = parseOutputRequest(text.toStdString());
    QCOMPARE(request.has_value(), error.isEmpty());
    if (request)
      QCOMPARE(request->name, std::string("out"));
    else
      QVERIFY(QString::fromStdString(request.error().message).contains(error));
  }
};

QTEST_GUILESS_MAIN(ProgramOutputsTest)
#include "program_outputs_test.moc"
