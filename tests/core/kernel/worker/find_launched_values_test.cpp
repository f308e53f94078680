#include "core/kernel/worker/find_launched_values.h"

#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/kernel/trace/launch_sample.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>

#include <cstring>

using namespace gevo;
using program::Event;
using program::EventKind;

namespace {

using Values = std::vector<std::uint64_t>;

constexpr const char* code = R"(
define ptx_kernel void @kernel(ptr %in, i32 %n, ptr %out) {
  store i32 %n, ptr %out
  ret void
}
)";
constexpr std::uint64_t first = 0x200000000000;
constexpr std::uint64_t second = first + 4096;

Event allocation(std::uint64_t address) {
  Event event;
  event.kind = EventKind::Allocate;
  event.address = address;
  event.size = 1024;
  return event;
}

Event release(std::uint64_t address) {
  Event event;
  event.kind = EventKind::Free;
  event.address = address;
  return event;
}

Event launch(std::uint64_t in, std::uint32_t n, std::uint64_t out, std::uint32_t blocks = 1) {
  Event event;
  event.kind = EventKind::Launch;
  event.name = "kernel";
  event.grid = {blocks, 1, 1};
  event.block = {64, 2, 1};
  event.data.resize(24);
  std::memcpy(event.data.data(), &in, sizeof in);
  std::memcpy(event.data.data() + 8, &n, sizeof n);
  std::memcpy(event.data.data() + 16, &out, sizeof out);
  return event;
}

TestCase test(std::vector<Event> events, TestRole role = TestRole::Test) {
  events.insert(events.begin(), {allocation(first), allocation(second)});
  TestCase made;
  made.role = role;
  made.trace = wire::encode(program::Trace{std::move(events)});
  return made;
}

ir::LaunchedKernel found(const std::vector<TestCase>& tests) {
  const auto base = ir::loadText(code);
  return worker::findLaunchedValues(base->module(), tests).value().at("kernel");
}

} // namespace

class FindLaunchedValuesTest : public QObject {
  Q_OBJECT

private slots:
  void whatAllLaunchesOfATestHaveIsAValue() {
    const ir::LaunchedKernel kernel =
        found({test({launch(first, 10, second, 5), launch(first, 10, second, 6)}), test({launch(first, 20, second, 5)}),
               test({launch(first, 10, second), launch(first, 11, second)}), test({launch(first, 99, second)}, TestRole::Screen)});
    QCOMPARE(kernel.parameters, (std::map<unsigned, Values>{{1, {10, 20}}}));
    QCOMPARE(kernel.sizes[0], Values{64});
    QCOMPARE(kernel.sizes[1], Values{2});
    QCOMPARE(kernel.sizes[3], (Values{5, 1}));
  }

  /// Nothing would compare the results of code that is special for them.
  void valuesOfASampledWorkloadAreNone() {
    const Event sample = program::sampleEvent({});
    const std::vector<TestCase> tests{test({launch(first, 10, second)}), test({sample, launch(first, 4096, first)}, TestRole::Workload)};
    const ir::LaunchedKernel kernel = found(tests);
    QCOMPARE(kernel.parameters, (std::map<unsigned, Values>{{1, {10}}}));
    QVERIFY(kernel.apart.empty()); // it shares memory all the same
  }

  void valuesOfAWorkloadInFullAre() {
    const ir::LaunchedKernel kernel = found({test({launch(first, 10, second)}), test({launch(first, 4096, second)}, TestRole::Workload)});
    QCOMPARE(kernel.parameters, (std::map<unsigned, Values>{{1, {10, 4096}}}));
  }

  /// They are others each time that the program runs.
  void texturesAndAddressesAreNoValues() {
    const auto base = ir::loadText("define ptx_kernel void @kernel(i64 %what, i64 %n) {\n  ret void\n}\n");
    for (const std::uint64_t what : {sim::textureObjectBase + 2, first + 64}) {
      const auto values = worker::findLaunchedValues(base->module(), {test({launch(what, 7, second)})}).value().at("kernel").parameters;
      QCOMPARE(values.size(), std::size_t(1));
      QCOMPARE(values.at(1), Values{7});
    }
  }

  void pointersToMemoryOfTheirOwnAreApart() {
    QCOMPARE(found({test({launch(first, 1, second), launch(second + 512, 1, first)})}).apart, (std::set<unsigned>{0, 2}));
  }

  void oneLaunchThatSharesMemoryIsEnough_data() {
    QTest::addColumn<QList<quint64>>("pointers");
    QTest::addColumn<QList<unsigned>>("apart");
    QTest::newRow("one array") << QList<quint64>{first, first + 512} << QList<unsigned>{};
    QTest::newRow("no array that is known") << QList<quint64>{first + 2048, second} << QList<unsigned>{2};
    QTest::newRow("null") << QList<quint64>{0, second} << QList<unsigned>{0, 2};
  }
  void oneLaunchThatSharesMemoryIsEnough() {
    QFETCH(QList<quint64>, pointers);
    QFETCH(QList<unsigned>, apart);
    const std::vector tests{test({launch(first, 1, second)}), test({launch(pointers[0], 1, pointers[1])}, TestRole::Screen)};
    QCOMPARE(found(tests).apart, std::set<unsigned>(apart.begin(), apart.end()));
  }

  void whatWasFreedIsNoArray() { QCOMPARE(found({test({release(first), launch(first, 1, second)})}).apart, std::set<unsigned>{2}); }

  void aKernelThatIsLaunchedOtherwiseIsNotSpecial() {
    const auto base = ir::loadText(code);
    const auto variant = ir::applyEdits(*base, parseEdits("specialise 1 @1 use $1 to 10").value()).module;
    const auto special = [&](const std::vector<Event>& launches) {
      return worker::kernelsNotSpecial(*variant, worker::findLaunchedValues(base->module(), {test(launches)}).value()).empty();
    };
    QVERIFY(special({launch(first, 10, second)}));
    QVERIFY(!special({launch(first, 11, second)}));
    QVERIFY(!special({launch(first, 10, second), launch(first, 11, second)}));
    QVERIFY(special({})); // it is not launched at all
  }

  void aPromiseThatALaunchBreaksIsNamed() {
    const auto base = ir::loadText(code);
    const auto variant = ir::applyEdits(*base, parseEdits("restrict 1 @1 use $2 to noalias").value()).module;
    const auto launched = [&](std::uint64_t in) {
      return worker::findLaunchedValues(base->module(), {test({launch(in, 1, second)})}).value();
    };
    QCOMPARE(worker::brokenRestriction(*variant, launched(first)), std::string());
    QCOMPARE(
        worker::brokenRestriction(*variant, launched(second + 8)),
        std::string(
            "parameter 2 of kernel, counted from 0, is not known to point into memory of its own, as the variant promises (__restrict__)"));
    QCOMPARE(worker::brokenRestriction(*base->original(), launched(second + 8)), std::string());
  }
};

QTEST_GUILESS_MAIN(FindLaunchedValuesTest)
#include "find_launched_values_test.moc"
