// Counters say which line of the source does what a launch's statistics count.

#include "device.h"
#include "walk_kernel.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <rapidcheck.h>
#include <sstream>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

/// The module with debug information: each line of text is a line of text.cu.
std::string withLines(const std::string& text) {
  std::istringstream stream(text);
  std::string made;
  std::string metadata = R"(!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "text.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
)";
  unsigned scope = 0;
  unsigned number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.starts_with("define ")) {
      scope = 100000 + number;
      line.replace(line.rfind(" {"), 2, fmt::format(" !dbg !{} {{", scope));
      metadata += fmt::format("!{} = distinct !DISubprogram(name: \"f{}\", scope: !1, file: !1, line: {}, type: !4, spFlags: "
                              "DISPFlagDefinition, unit: !0)\n",
                              scope, number, number);
    } else if (line.starts_with("  ")) {
      line += fmt::format(", !dbg !{}", 100 + number);
      metadata += fmt::format("!{} = !DILocation(line: {}, scope: !{})\n", 100 + number, number, scope);
    }
    made += line + "\n";
  }
  return made + metadata;
}

/// The line of the text that has this in it.
unsigned lineOf(const std::string& text, const std::string& part) {
  const auto at = text.find(part);
  if (at == std::string::npos) throw std::runtime_error("no line has " + part);
  return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

PlaceCounts sumOf(const KernelCounts& counts) {
  PlaceCounts sum;
  for (const auto& [place, own] : counts.places) sum.add(own);
  return sum;
}

const PlaceCounts& at(const KernelCounts& counts, unsigned line) {
  for (const auto& [place, own] : counts.places)
    if (place.line == line) return own;
  throw std::runtime_error(fmt::format("nothing is counted of line {}", line));
}

struct Run {
  LaunchReport report;
  Counters counters;
  std::vector<std::uint32_t> words;
};

struct WalkInput {
  std::vector<std::uint32_t> data;
  std::vector<std::uint32_t> table;
  unsigned blocks = 1;
  unsigned threads = 1;
  std::uint32_t rounds = 1;
};

Run runWalk(const WalkInput& input, Detail detail, bool inLockstep, int launches = 1) {
  Device device(valueOf(simulatorOfText(withLines(walk), detail)));
  device.limits.warpsInLockstep = inLockstep;
  const auto data = device.upload(input.data);
  const auto table = device.upload(input.table);
  const auto out = device.upload(std::vector<std::uint32_t>(input.data.size()));
  const auto bytes = device.upload(std::vector<std::uint8_t>(input.data.size()));
  Run run;
  for (int i = 0; i < launches; ++i)
    run.report = device.launch("walk", {input.blocks, 1, 1}, {input.threads, 1, 1}, data, table, out, bytes, input.rounds);
  run.words = device.download<std::uint32_t>(out, input.data.size());
  run.counters = device.simulator.takeCounters();
  return run;
}

WalkInput anyWalk() {
  WalkInput input;
  input.blocks = *rc::gen::inRange(1U, 4U);
  input.threads = *rc::gen::inRange(1U, 600U);
  input.rounds = *rc::gen::inRange(1U, 7U);
  const auto kinds = *rc::gen::container<std::vector<std::uint32_t>>(6, rc::gen::inRange(0U, 1U << 16));
  const unsigned group = *rc::gen::element(1U, 16U, 32U, 64U);
  input.data.resize(static_cast<std::size_t>(input.blocks) * input.threads);
  for (std::size_t i = 0; i < input.data.size(); ++i)
    input.data[i] = kinds[i / group * 7 % kinds.size()] + (i % 3 == 0 && group == 1 ? 1U : 0U);
  input.table = *rc::gen::container<std::vector<std::uint32_t>>(64, rc::gen::arbitrary<std::uint32_t>());
  return input;
}

/// Of the sums over lines those that are not the launches'; empty: none.
std::string differences(const KernelCounts& counts) {
  const PlaceCounts sum = sumOf(counts);
  std::string found;
  const auto compare = [&](const char* what, std::uint64_t ofLines, std::uint64_t ofLaunches) {
    if (ofLines != ofLaunches) found += fmt::format("{}: {} of lines, {} of launches; ", what, ofLines, ofLaunches);
  };
  compare("instructions", sum.instructions, counts.statistics.warpInstructions);
  compare("sectors", sum.loadSectors + sum.storeSectors, counts.statistics.globalSectors);
  compare("conflicts", sum.sharedConflicts, counts.statistics.sharedConflicts);
  compare("barriers", sum.barriers, counts.statistics.barriers);
  compare("divergence", sum.divergentBranches, counts.statistics.divergentBranches);
  compare("mix", std::accumulate(counts.mix.begin(), counts.mix.end(), std::uint64_t(0)), counts.statistics.warpInstructions);
  if (std::abs(sum.cycles + counts.bounds.launch - counts.statistics.cycles) > 1e-6 * counts.statistics.cycles)
    found += fmt::format("cycles: {} and {} of lines, {} of launches", sum.cycles, counts.bounds.launch, counts.statistics.cycles);
  return found;
}

/// Warp 0 loops, the others go on; then all meet. Each thread stores into a sector of its own, and loads from one bank of shared memory.
const std::string meeting = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [8192 x i32] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @meeting(ptr %out, i32 %rounds) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bank = shl i32 %t, 5
  %cell = getelementptr [8192 x i32], ptr addrspace(3) @tile, i32 0, i32 %bank
  store i32 %t, ptr addrspace(3) %cell
  %first = icmp ult i32 %t, 32
  br i1 %first, label %loop, label %meet
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %y = sdiv i32 1000000, %next
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %loop, label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %cell
  %odd = and i32 %t, 1
  %isOdd = icmp eq i32 %odd, 1
  br i1 %isOdd, label %add, label %end
add:
  br label %end
end:
  %w = phi i32 [ %v, %meet ], [ 7, %add ]
  %far = shl i32 %t, 3
  %place = getelementptr i32, ptr %out, i32 %far
  store i32 %w, ptr %place
  ret void
}
)";

} // namespace

class PlaceCountersTest : public QObject {
  Q_OBJECT
private slots:
  void linesAddUpToTheLaunch();
  void countingChangesNothing();
  void launchesAddUp();
  void nothingIsCountedUnlessRequested();
  void whatALineDoesIsCountedThere_data();
  void whatALineDoesIsCountedThere();
  void aLaunchThatFaultsIsLeftOut();
  void theBusiestUnitsTimeIsThatOfWhoUsesIt();
};

void PlaceCountersTest::linesAddUpToTheLaunch() {
  const bool good = rc::check("sums over lines are the launch's statistics", [] {
    const WalkInput input = anyWalk();
    const Run together = runWalk(input, Detail::Counters, true);
    const Run alone = runWalk(input, Detail::Counters, false);
    RC_ASSERT(faultMessage(together.report) == "");
    RC_ASSERT(differences(together.counters.at("walk")) == "");
    RC_ASSERT(differences(alone.counters.at("walk")) == "");
    // Line by line too, in lockstep or alone.
    const auto& a = together.counters.at("walk").places;
    const auto& b = alone.counters.at("walk").places;
    RC_ASSERT(a.size() == b.size());
    for (const auto& [place, counts] : a) {
      const PlaceCounts& other = b.at(place);
      RC_ASSERT(counts.instructions == other.instructions);
      RC_ASSERT(counts.loadSectors == other.loadSectors);
      RC_ASSERT(counts.storeSectors == other.storeSectors);
      RC_ASSERT(counts.sharedConflicts == other.sharedConflicts);
      RC_ASSERT(counts.barriers == other.barriers);
      RC_ASSERT(counts.divergentBranches == other.divergentBranches);
    }
  });
  QVERIFY(good);
}

void PlaceCountersTest::countingChangesNothing() {
  const bool good = rc::check("with counters and without", [] {
    const WalkInput input = anyWalk();
    const bool inLockstep = *rc::gen::arbitrary<bool>();
    const Run counted = runWalk(input, Detail::Counters, inLockstep);
    const Run plain = runWalk(input, Detail::None, inLockstep);
    RC_ASSERT(counted.words == plain.words);
    const LaunchStatistics& a = counted.report.statistics;
    const LaunchStatistics& b = plain.report.statistics;
    RC_ASSERT(a.cycles == b.cycles);
    RC_ASSERT(a.warpInstructions == b.warpInstructions);
    RC_ASSERT(a.globalSectors == b.globalSectors);
    RC_ASSERT(a.sharedConflicts == b.sharedConflicts);
    RC_ASSERT(a.barriers == b.barriers);
    RC_ASSERT(a.divergentBranches == b.divergentBranches);
    RC_ASSERT(a.touchedBytes == b.touchedBytes);
  });
  QVERIFY(good);
}

void PlaceCountersTest::launchesAddUp() {
  WalkInput input{std::vector<std::uint32_t>(256, 5), std::vector<std::uint32_t>(64, 3), 2, 128, 3};
  const Run once = runWalk(input, Detail::Counters, true, 1);
  const Run often = runWalk(input, Detail::Counters, true, 3);
  const KernelCounts& one = once.counters.at("walk");
  const KernelCounts& three = often.counters.at("walk");
  QCOMPARE(one.launches, 1U);
  QCOMPARE(three.launches, 3U);
  QCOMPARE(sumOf(three).instructions, 3 * sumOf(one).instructions);
  QCOMPARE(three.places.size(), one.places.size());
}

void PlaceCountersTest::nothingIsCountedUnlessRequested() {
  WalkInput input{std::vector<std::uint32_t>(64, 5), std::vector<std::uint32_t>(64, 3), 1, 64, 1};
  QVERIFY(runWalk(input, Detail::None, true).counters.empty());
  QVERIFY(runWalk(input, Detail::Profile, true).counters.empty());
}

void PlaceCountersTest::whatALineDoesIsCountedThere_data() {
  QTest::addColumn<bool>("inLockstep");
  QTest::newRow("in lockstep") << true;
  QTest::newRow("alone") << false;
}

void PlaceCountersTest::whatALineDoesIsCountedThere() {
  QFETCH(const bool, inLockstep);
  Device device(valueOf(simulatorOfText(withLines(meeting), Detail::Counters)));
  device.limits.warpsInLockstep = inLockstep;
  const auto out = device.reserve<int>(8 * 128);
  QCOMPARE(faultMessage(device.launch("meeting", {1, 1, 1}, {128, 1, 1}, out, 500)), std::string());
  const Counters counters = device.simulator.takeCounters();
  const KernelCounts& counts = counters.at("meeting");
  const auto line = [&](const std::string& part) { return at(counts, lineOf(meeting, part)); };
  QCOMPARE(line("store i32 %w").storeSectors, 128U);
  QCOMPARE(line("store i32 %w").loadSectors, 0U);
  QCOMPARE(line("store i32 %t").sharedConflicts, 4U * 31U);
  QCOMPARE(line("%v = load").sharedConflicts, 4U * 31U);
  QCOMPARE(line("call void @llvm.nvvm.barrier").barriers, 1U);
  QCOMPARE(line("br i1 %isOdd").divergentBranches, 4U);
  QCOMPARE(line("%y = sdiv").instructions, 500U);
  QCOMPARE(line("store i32 %w").instructions, 4U);
  // Three warps wait for the one that loops, whose loop takes nearly all of the time.
  QVERIFY(line("call void @llvm.nvvm.barrier").barrierCycles > 3 * 500 * 20);
  QVERIFY(line("%y = sdiv").cycles > 0);
  QVERIFY(line("%y = sdiv").cycles > line("%next = add").cycles);
  QVERIFY(counts.mix[static_cast<std::size_t>(InstructionClass::Barrier)] == 4);
  QVERIFY(counts.mix[static_cast<std::size_t>(InstructionClass::Memory)] == 12);
}

void PlaceCountersTest::aLaunchThatFaultsIsLeftOut() {
  Device device(valueOf(simulatorOfText(withLines(meeting), Detail::Counters)));
  QVERIFY(device.launch("meeting", {1, 1, 1}, {128, 1, 1}, std::uint64_t{64}, 5).fault);
  QVERIFY(device.simulator.takeCounters().empty());
  const auto out = device.reserve<int>(8 * 128);
  QVERIFY(!device.launch("meeting", {1, 1, 1}, {128, 1, 1}, out, 5).fault);
  QCOMPARE(device.simulator.takeCounters().at("meeting").launches, 1U);
}

/// With many blocks what counts is how many sectors go through the L2 cache, all of which the last store asks for.
void PlaceCountersTest::theBusiestUnitsTimeIsThatOfWhoUsesIt() {
  Device device(valueOf(simulatorOfText(withLines(meeting), Detail::Counters)));
  const auto out = device.reserve<int>(8 * 256);
  QCOMPARE(faultMessage(device.launch("meeting", {20000, 1, 1}, {256, 1, 1}, out, 1)), std::string());
  const Counters counters = device.simulator.takeCounters();
  const KernelCounts& counts = counters.at("meeting");
  QCOMPARE(differences(counts), std::string());
  const double shared = counts.bounds.shared;
  QCOMPARE(counts.bounds.throughput(), shared);
  const double ofUsers = at(counts, lineOf(meeting, "store i32 %t")).cycles + at(counts, lineOf(meeting, "%v = load")).cycles;
  QVERIFY2(ofUsers > 0.6 * counts.statistics.cycles, qPrintable(QString::number(ofUsers / counts.statistics.cycles)));
}

QTEST_APPLESS_MAIN(PlaceCountersTest)
#include "place_counters_test.moc"
