#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QTest>
#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <rapidcheck.h>
#endif

#include <numeric>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr unsigned threads = 32;

/// Adds up what the steps, instructions that refer to `%p` as the thread's first place in `in`, call %x0, %x1 and so on. Threads are
/// `stride` floats apart. @2 is the first step.
std::string kernelOf(const std::vector<std::string>& steps, unsigned loads, unsigned stride) {
  std::string text = fmt::format(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %other) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = mul i32 %t, {}
)",
                                 stride);
  for (const std::string& step : steps) text += "  " + step + '\n';
  std::string sum = "%x0";
  for (unsigned i = 1; i < loads; ++i) {
    text += fmt::format("  %sum{0} = fadd float {1}, %x{0}\n", i, sum);
    sum = fmt::format("%sum{}", i);
  }
  return text + "  %to = getelementptr float, ptr addrspace(1) %out, i32 %t\n  store float " + sum +
         ", ptr addrspace(1) %to\n  ret void\n}\n";
}

const std::string firstPlace = "%p = getelementptr float, ptr addrspace(1) %in, i32 %s";
std::string placeOf(unsigned number, int offset) {
  return fmt::format("%p{} = getelementptr i8, ptr addrspace(1) %p, i64 {}", number, 4 * offset);
}
std::string loadOf(unsigned number) { return fmt::format("%x{0} = load float, ptr addrspace(1) %p{0}, align 4", number); }

/// Loads of the places at these offsets, in floats; @3, @5 and so on are the loads.
std::unique_ptr<BaseModule> loadsOf(const std::vector<int>& offsets, unsigned stride) {
  std::vector<std::string> steps{firstPlace};
  for (unsigned i = 0; i < offsets.size(); ++i) steps.insert(steps.end(), {placeOf(i, offsets[i]), loadOf(i)});
  return loadText(kernelOf(steps, unsigned(offsets.size()), stride));
}
std::string loadId(unsigned number) { return fmt::format("@{}", 4 + 2 * number); }

/// Loads of four places of shared memory, from this float on; @6 is the lowest.
std::string tileOf(const std::string& first) {
  std::vector<std::string> steps{"%own = getelementptr float, ptr addrspace(3) @tile, i32 %t", "store float 1.0, ptr addrspace(3) %own",
                                 "%p = getelementptr float, ptr addrspace(3) @tile, i32 " + first};
  for (unsigned i = 0; i < 4; ++i)
    steps.insert(steps.end(), {fmt::format("%p{} = getelementptr i8, ptr addrspace(3) %p, i64 {}", i, 4 * i),
                               fmt::format("%x{0} = load float, ptr addrspace(3) %p{0}, align 4", i)});
  return "@tile = internal addrspace(3) global [128 x float] undef, align 4\n" + kernelOf(steps, 4, 3);
}

enum class Code { AsEdited, Optimised };

std::unique_ptr<llvm::Module> codeOf(const BaseModule& base, const std::string& lines, Code code) {
  auto module = applyText(base, lines).module;
  if (code == Code::Optimised) optimise(*module);
  if (const std::string message = verifierMessage(*module); !message.empty()) qFatal("%s", message.c_str());
  return module;
}

QString ptx(const BaseModule& base, const std::string& lines) {
  return QString::fromStdString(emitPtx(*codeOf(base, lines, Code::Optimised), "sm_90").value());
}

struct Ran {
  std::vector<float> results;
  std::optional<sim::FaultKind> fault;
};

/// `skipped` floats of the array in front of what the kernel gets.
Ran run(const BaseModule& base, const std::string& lines, Code code, unsigned skipped = 0) {
  sim::testing::Device device(valueOf(sim::Simulator::create(*codeOf(base, lines, code), *sim::loadModel("sim"))));
  std::vector<float> values(1024);
  std::iota(values.begin(), values.end(), 1.0F);
  const std::uint64_t in = device.upload(values) + sizeof(float) * (skipped + 32);
  const std::uint64_t out = device.reserve<float>(threads);
  const sim::LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, in, out, device.reserve<float>(threads));
  if (report.fault) return {{}, report.fault->kind};
  return {device.download<float>(out, threads), {}};
}

} // namespace

class VectoriseTest : public QObject {
  Q_OBJECT

private slots:
  void neighboursAreOneLoad_data() {
    QTest::addColumn<QList<int>>("offsets");
    QTest::addColumn<unsigned>("lowest"); ///< which of the loads
    QTest::addColumn<QString>("count");
    QTest::addColumn<QString>("instruction");
    QTest::newRow("two") << QList{0, 1} << 0U << "2"
                         << "ld.global.v2.b32";
    QTest::newRow("two, the second one first") << QList{1, 0} << 1U << "2"
                                               << "ld.global.v2.b32";
    QTest::newRow("two, with others between") << QList{0, 5, 7, 1} << 0U << "2"
                                              << "ld.global.v2.b32";
    QTest::newRow("two, one of them twice") << QList{0, 1, 1} << 0U << "2"
                                            << "ld.global.v2.b32";
    QTest::newRow("four") << QList{0, 1, 2, 3} << 0U << "4"
                          << "ld.global.v4.b32";
    QTest::newRow("four, in any order") << QList{2, 0, 3, 1} << 1U << "4"
                                        << "ld.global.v4.b32";
    QTest::newRow("two of four") << QList{0, 1, 2, 3} << 2U << "2"
                                 << "ld.global.v2.b32";
  }
  void neighboursAreOneLoad() {
    QFETCH(QList<int>, offsets);
    QFETCH(unsigned, lowest);
    QFETCH(QString, count);
    QFETCH(QString, instruction);
    const auto base = loadsOf({offsets.begin(), offsets.end()}, 4);
    const std::string line = "vectorise 1 " + loadId(lowest) + " to " + count.toStdString();
    QCOMPARE(active(*base, line), std::vector{true});
    QVERIFY(!ptx(*base, "").contains("ld.global.v"));
    QCOMPARE(ptx(*base, line).count(instruction), 1);
    const std::vector<float> expected = run(*base, "", Code::Optimised).results;
    QCOMPARE(expected.size(), std::size_t(threads));
    for (const Code code : {Code::AsEdited, Code::Optimised}) QCOMPARE(run(*base, line, code).results, expected);
  }

  void misalignedOnesFault_data() {
    QTest::addColumn<QString>("count");
    QTest::addColumn<unsigned>("skipped");
    QTest::addColumn<bool>("faults");
    QTest::newRow("pair by one") << "2" << 1U << true;
    QTest::newRow("pair by two") << "2" << 2U << false;
    QTest::newRow("four by one") << "4" << 1U << true;
    QTest::newRow("four by two") << "4" << 2U << true;
    QTest::newRow("four by four") << "4" << 4U << false;
  }
  void misalignedOnesFault() {
    QFETCH(QString, count);
    QFETCH(unsigned, skipped);
    QFETCH(bool, faults);
    const auto base = loadsOf({0, 1, 2, 3}, 4);
    const std::string line = "vectorise 1 " + loadId(0) + " to " + count.toStdString();
    QVERIFY(!run(*base, "", Code::Optimised, skipped).fault);
    for (const Code code : {Code::AsEdited, Code::Optimised}) {
      const Ran ran = run(*base, line, code, skipped);
      QCOMPARE(ran.fault.has_value(), faults);
      if (faults) QCOMPARE(*ran.fault, sim::FaultKind::Misaligned);
    }
  }

  void otherLoadsStay_data() {
    QTest::addColumn<QStringList>("between"); ///< the loads of %p and %p1
    QTest::addColumn<QString>("count");
    const QString load = "%x1 = load float, ptr addrspace(1) %p1, align 4";
    const QString place = QString::fromStdString(placeOf(1, 1));
    QTest::newRow("a gap") << QStringList{QString::fromStdString(placeOf(1, 2)), load} << "2";
    QTest::newRow("the same place") << QStringList{QString::fromStdString(placeOf(1, 0)), load} << "2";
    QTest::newRow("the one before") << QStringList{QString::fromStdString(placeOf(1, -1)), load} << "2";
    QTest::newRow("another array") << QStringList{"%p1 = getelementptr float, ptr addrspace(1) %other, i32 %s", load} << "2";
    QTest::newRow("any distance") << QStringList{"%p1 = getelementptr float, ptr addrspace(1) %p, i32 %t", load} << "2";
    QTest::newRow("two of four") << QStringList{place, load} << "4";
    QTest::newRow("three") << QStringList{place, load} << "3";
    QTest::newRow("not the whole number") << QStringList{place, load} << "02";
    QTest::newRow("a store between") << QStringList{place, "store float 1.0, ptr addrspace(1) %other", load} << "2";
    QTest::newRow("a generic store between") << QStringList{place, "store float 1.0, ptr null", load} << "2";
    QTest::newRow("a barrier between") << QStringList{place, "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)", load} << "2";
    QTest::newRow("another type") << QStringList{place, "%n = load i32, ptr addrspace(1) %p1, align 4", "%x1 = bitcast i32 %n to float"}
                                  << "2";
    QTest::newRow("volatile") << QStringList{place, "%x1 = load volatile float, ptr addrspace(1) %p1, align 4"} << "2";
    QTest::newRow("another block") << QStringList{place, "br label %next", "next:", load} << "2";
  }
  void otherLoadsStay() {
    QFETCH(QStringList, between);
    QFETCH(QString, count);
    std::vector<std::string> steps{firstPlace, "%x0 = load float, ptr addrspace(1) %p, align 4"};
    for (const QString& step : between) steps.push_back(step.toStdString());
    QCOMPARE(active(*loadText(kernelOf(steps, 2, 4)), "vectorise 1 @3 to " + count.toStdString()), std::vector{false});
  }

  /// Whether its pointer says so itself, or what it is computed from.
  void aStoreToOtherMemoryMayComeBetween() {
    for (const char* tile : {"ptr addrspace(3) @tile", "ptr addrspacecast (ptr addrspace(3) @tile to ptr)"}) {
      const auto base = loadText(
          "@tile = internal addrspace(3) global float undef\n" +
          kernelOf({firstPlace, placeOf(0, 0), loadOf(0), fmt::format("store float %x0, {}", tile), placeOf(1, 1), loadOf(1)}, 2, 4));
      QCOMPARE(active(*base, "vectorise 1 @4 to 2"), std::vector{true});
      QCOMPARE(ptx(*base, "vectorise 1 @4 to 2").count("ld.global.v2"), 1);
    }
  }

  /// Where they lie is up to each device.
  void variablesAreAlignedAsVectorsOfThemNeed() {
    const auto base = loadText(tileOf("%s")); // any multiple of a float
    QVERIFY2(ptx(*base, "").contains(".shared .align 4 .b8 tile"), qPrintable(ptx(*base, "")));
    QCOMPARE(active(*base, "vectorise 1 @6 to 4"), std::vector{true});
    const QString vector = ptx(*base, "vectorise 1 @6 to 4");
    QVERIFY2(vector.contains("ld.shared.v4") && vector.contains(".shared .align 16 .b8 tile"), qPrintable(vector));
  }

  void whatCompilersKnowToBeAlignedTheyVectoriseThemselves() {
    const auto base =
        loadText(kernelOf({firstPlace, placeOf(0, 0), "%x0 = load float, ptr addrspace(1) %p0, align 8", placeOf(1, 1), loadOf(1)}, 2, 4));
    QCOMPARE(active(*base, "vectorise 1 @4 to 2"), std::vector{false});
    QCOMPARE(ptx(*base, "").count("ld.global.v2"), 1);
    QCOMPARE(active(*loadText(tileOf("%s")), "vectorise 1 @6 to 4"), std::vector{true});
    QCOMPARE(active(*loadText(tileOf("64")), "vectorise 1 @6 to 4"), std::vector{false}); // ptxas places the array
  }

  void elementsHaveSixteenBytesAtMost_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("two");
    QTest::addColumn<bool>("four");
    QTest::newRow("i8") << "i8" << 1 << true << true;
    QTest::newRow("half") << "half" << 2 << true << true;
    QTest::newRow("i32") << "i32" << 4 << true << true;
    QTest::newRow("double") << "double" << 8 << true << false;
    QTest::newRow("i128") << "i128" << 16 << false << false;
    QTest::newRow("vectors") << "<2 x float>" << 8 << false << false;
    QTest::newRow("pointers") << "ptr" << 8 << false << false;
  }
  void elementsHaveSixteenBytesAtMost() {
    QFETCH(QString, type);
    QFETCH(int, bytes);
    QFETCH(bool, two);
    QFETCH(bool, four);
    QString text = "define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) {\n";
    for (int i = 0; i < 4; ++i)
      text += QString("  %p%1 = getelementptr i8, ptr addrspace(1) %in, i64 %2\n  %x%1 = load %3, ptr addrspace(1) %p%1, align 1\n")
                  .arg(i)
                  .arg(i * bytes)
                  .arg(type);
    for (int i = 0; i < 4; ++i) text += QString("  store %1 %x%2, ptr addrspace(1) %out, align 1\n").arg(type).arg(i);
    const auto base = loadText((text + "  ret void\n}\n").toStdString());
    QCOMPARE(active(*base, "vectorise 1 @1 to 2"), std::vector{two});
    QCOMPARE(active(*base, "vectorise 1 @1 to 4"), std::vector{four});
    for (const char* count : {"2", "4"}) QVERIFY(!ptx(*base, std::string("vectorise 1 @1 to ") + count).isEmpty());
  }

  void roundsOfAnUnrolledLoopAreNeighbours() {
    const auto base = loadText(R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %from = getelementptr float, ptr addrspace(1) %in, i32 %i
  %x = load float, ptr addrspace(1) %from, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 1024
  br i1 %ends, label %end, label %loop
end:
  store float %more, ptr addrspace(1) %out
  ret void
})");
    for (const char* lines : {"unroll 1 @8 to 4\nvectorise 2 @4 to 4", "vectorise 1 @4 to 4\nunroll 2 @8 to 4"})
      QCOMPARE(ptx(*base, lines).count("ld.global.v4"), 1);
    QCOMPARE(ptx(*base, "unroll 1 @8 to 8\nvectorise 2 @4 to 4").count("ld.global.v4"), 2);
    QCOMPARE(ptx(*base, "unroll 1 @8 to 4\nvectorise 2 @4 to 2").count("ld.global.v2"), 2);
    QCOMPARE(ptx(*base, "unroll 1 @8 to 4").count("ld.global.v"), 0);
    const auto hash = [&](const char* lines) { return codeHash(*codeOf(*base, lines, Code::Optimised)); };
    QCOMPARE(hash("unroll 1 @8 to 1\nvectorise 2 @4 to 4"), hash("unroll 1 @8 to 1")); // no neighbours, nothing of it left
  }

  void theLastWordCounts() {
    const auto base = loadsOf({0, 1, 2, 3}, 4);
    QCOMPARE(active(*base, "vectorise 1 @4 to 2\nvectorise 2 @4 to 2"), (std::vector{true, false}));
    QCOMPARE(active(*base, "vectorise 1 @4 to 2\nvectorise 2 @4 to 4"), (std::vector{true, true}));
    QCOMPARE(ptx(*base, "vectorise 1 @4 to 2\nvectorise 2 @4 to 4").count("ld.global.v4"), 1);
  }

  void aCacheOperatorOfAllStays() {
    const auto base = loadsOf({0, 1}, 4);
    QVERIFY(ptx(*base, "cache 1 @4 to cs\ncache 2 @6 to cs\nvectorise 3 @4 to 2").contains("ld.global.cs.v2"));
    QVERIFY(ptx(*base, "cache 1 @4 to cs\nvectorise 3 @4 to 2").contains("ld.global.v2"));
  }

  void eachCountIsDrawn() {
    const auto base = loadsOf({0, 1, 2, 3}, 4);
    std::set<std::string> drawn;
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream stream = testStream(1, i);
      const auto edit = proposeEdit(*base, {}, stream, {{Operator::Vectorise}});
      QVERIFY(edit.has_value());
      drawn.insert(edit->value);
    }
    QCOMPARE(drawn, (std::set<std::string>{"2", "4"}));
  }

  /// Most arrays are aligned. Who asks for it gets it.
  void whatAlignedArraysNeverAllowIsNotDrawn() {
    const auto base = loadsOf({0, 1, 2, 3}, 4);
    QCOMPARE(active(*base, "vectorise 1 " + loadId(1) + " to 2"), std::vector{true});
    std::set<std::string> drawn;
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream stream = testStream(2, i);
      Edit edit = proposeEdit(*base, {}, stream, {{Operator::Vectorise}}).value();
      edit.uid = 1;
      drawn.insert(printEdits({edit}));
    }
    const std::string line = "vectorise 0000000000000001 ";
    QCOMPARE(drawn, (std::set<std::string>{line + "@4 to 2\n", line + "@4 to 4\n", line + "@8 to 2\n"}));
  }

  /// Loads and stores of any places, any edits of them: the results are the original's, or an access was misaligned.
  void resultsStayOrAnAccessFaults() {
    QVERIFY(rc::check([] {
      std::vector<std::string> steps{firstPlace};
      unsigned loads = 0;
      std::vector<unsigned> ids;
      const auto count = *rc::gen::inRange<unsigned>(2, 12);
      for (unsigned i = 0; i < count; ++i) {
        if (*rc::gen::inRange(0, 6) == 0) {
          steps.push_back(fmt::format("store float {}.0, ptr addrspace(1) %p{}", i, loads));
          steps.insert(steps.end() - 1, placeOf(loads, *rc::gen::inRange(0, 6)));
          steps.push_back(fmt::format("%x{0} = fadd float 1.0, {1}.0", loads, i));
        } else {
          steps.push_back(placeOf(loads, *rc::gen::inRange(0, 6)));
          steps.push_back(loadOf(loads));
          ids.push_back(unsigned(steps.size()) + 1);
        }
        ++loads;
      }
      RC_PRE(!ids.empty());
      const auto base = loadText(kernelOf(steps, loads, *rc::gen::element(8U, 12U)));
      std::string lines;
      for (int i = 1; i <= 4; ++i) lines += fmt::format("vectorise {} @{} to {}\n", i, *rc::gen::elementOf(ids), *rc::gen::element(2, 4));
      const auto skipped = *rc::gen::inRange(0U, 5U);
      const auto code = *rc::gen::element(Code::AsEdited, Code::Optimised);
      const Ran original = run(*base, "", code, skipped);
      const Ran variant = run(*base, lines, code, skipped);
      RC_ASSERT(!original.fault);
      if (variant.fault)
        RC_ASSERT(*variant.fault == sim::FaultKind::Misaligned);
      else
        RC_ASSERT(variant.results == original.results);
    }));
  }
};

QTEST_GUILESS_MAIN(VectoriseTest)
#include "vectorise_test.moc"
