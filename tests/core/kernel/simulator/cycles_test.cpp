// The cycle model rewards what hardware rewards.

#include "device.h"

#include <QTest>
#include <bit>
#include <limits>
#include <map>
#include <set>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

double cyclesOf(const char* kernel, Dim3 grid, Dim3 block, auto... arguments) {
  Device device;
  const auto out = device.upload(std::vector<int>(1 << 18, 3));
  const auto report = device.launch(kernel, grid, block, out, arguments...);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

/// As many blocks as fill the machine several times over.
constexpr Dim3 many{512, 1, 1};

} // namespace

class CyclesTest : public QObject {
  Q_OBJECT
private slots:
  void eachBarrierCosts();
  void eachStoreCosts();
  void bankConflictsCost();
  void broadcastIsNotAConflict();
  void scatteredLoadsCost();
  void divergenceCosts();
  void longChainsCost();
  void threeIntegersAreAddedAtOnce();
  void aDivisionTakesLongerForNumbersNearZero_data();
  void aDivisionTakesLongerForNumbersNearZero();
  void lanesThatDoNotDivideDelayNoDivision();
  void anotherBlockWaitsForAQuotient();
  void atomicsOfAllBlocksShareOneThroughput();
  void loadsOfFourRoundsOfACountingLoopAreOnTheirWayAtOnce();
  void roundsThatWaitForEachOtherAreNotShortened();
  void aLoadBehindAStoreWaitsForIt();
  void conflictsOfAStoreDelayTheLoadBehindIt();
  void conflictsOfLoadsThatStartTogetherAddUp();
  void aLoadWithoutConflictsWaitsForThoseBeforeIt();
  void loadsWaitForRegisters();
  void roundsOfAnUnrolledLoopShareTheRegisters();
  void aValueIsWaitedForThroughSeveralPhis();
  void fetchesOfTexturesShareOneUnit();
  void warpsThatFetchAfterABarrierWaitForEachOther();
  void blocksOnOneMultiprocessorDelayEachOther();
  void moreBlocksTakeLonger();
  void manySmallBlocksTakeAsLongAsHandingThemOut();
  void theModelIsReadFromItsText();
  void everyModelIsReadAndHasItsOwnTimes();
};

void CyclesTest::eachBarrierCosts() {
  for (const Dim3 grid : {Dim3{1, 1, 1}, many}) {
    const double one = cyclesOf("barriers", grid, {256, 1, 1}, 1);
    const double two = cyclesOf("barriers", grid, {256, 1, 1}, 2);
    const double ten = cyclesOf("barriers", grid, {256, 1, 1}, 10);
    QVERIFY(one < two && two < ten);
  }
}

void CyclesTest::eachStoreCosts() {
  for (const Dim3 grid : {Dim3{1, 1, 1}, many})
    QVERIFY(cyclesOf("stores", grid, {256, 1, 1}, 4) < cyclesOf("stores", grid, {256, 1, 1}, 5));
}

void CyclesTest::bankConflictsCost() {
  double before = 0;
  for (const int stride : {1, 2, 4, 8, 32}) {
    const double cycles = cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, stride);
    QVERIFY(cycles > before);
    before = cycles;
  }
}

void CyclesTest::broadcastIsNotAConflict() {
  QCOMPARE(cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, 0), cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, 1));
}

void CyclesTest::scatteredLoadsCost() {
  auto cycles = [](int stride) {
    Device device;
    const auto in = device.upload(std::vector<int>(1 << 18, 3));
    const auto out = device.reserve<int>(1 << 14);
    const auto report = device.launch("strided", {64, 1, 1}, {256, 1, 1}, in, out, stride);
    return report.fault ? -1.0 : report.statistics.cycles;
  };
  QVERIFY(cycles(1) > 0);
  QVERIFY(cycles(1) < cycles(2));
  QVERIFY(cycles(2) < cycles(8));
}

void CyclesTest::divergenceCosts() {
  double before = 0;
  for (const int mask : {0, 1, 3}) {
    const double cycles = cyclesOf("ways", {1, 1, 1}, {64, 1, 1}, mask);
    QVERIFY(cycles > before);
    before = cycles;
  }
}

void CyclesTest::longChainsCost() {
  const double division = cyclesOf("divisionChain", {1, 1, 1}, {32, 1, 1}, 1.5F, 64);
  const double addition = cyclesOf("additionChain", {1, 1, 1}, {32, 1, 1}, 1.5F, 64);
  QVERIFY(division > addition + 64 * 20);
}

void CyclesTest::atomicsOfAllBlocksShareOneThroughput() {
  const double lanes = 4000.0 * 1024;
  QVERIFY(cyclesOf("atomicsOnly", {4000, 1, 1}, {1024, 1, 1}) >= lanes / loadModel("sim")->atomicsPerCycle);
}

namespace {

/// Of one warp in a loop of so many rounds, in each of which it loads from another sector. `round`: what is done with %value, the sum of
/// the values before being %sum, and %more the next; `step`: of the counter.
double cyclesOfLoop(int rounds, const std::string& round, const std::string& step = "1024", const std::string& loop = "") {
  const std::string kernel = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %count, i32 %step) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %from = add i32 %i, FROM
  %address = getelementptr i32, ptr addrspace(1) %in, i32 %from
  %value = load i32, ptr addrspace(1) %address
  ROUND
  %next = add i32 %i, STEP
  %goesOn = icmp slt i32 %next, %count
  br i1 %goesOn, label %loop, label %done LOOP
done:
  store i32 %more, ptr addrspace(1) %out
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
)";
  QString text = QString::fromStdString(kernel);
  text.replace("FROM", round.find("%sum, 0") != std::string::npos ? "%sum" : "0");
  text.replace("ROUND", QString::fromStdString(round)).replace("STEP", QString::fromStdString(step));
  Device device(valueOf(simulatorOfText(text.replace("LOOP", QString::fromStdString(loop)).toStdString())));
  const auto in = device.upload(std::vector<int>(1 << 18));
  const auto out = device.reserve<int>(1 << 18);
  const auto report = device.launch("loop", {1, 1, 1}, {1, 1, 1}, in, out, rounds * 1024, 1024);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

double cyclesOfRound(const std::string& round, const std::string& step = "1024", const std::string& loop = "") {
  return (cyclesOfLoop(64, round, step, loop) - cyclesOfLoop(32, round, step, loop)) / 32;
}

const std::string adds = "%more = add i32 %sum, %value";

} // namespace

// What ptxas 13.0 makes of such loops, see core/kernel/simulator/decode/assembler_unrolling.h.

void CyclesTest::loadsOfFourRoundsOfACountingLoopAreOnTheirWayAtOnce() {
  const double latency = cyclesOfRound(adds, "%step");
  QVERIFY(latency > 200);
  QCOMPARE(cyclesOfLoop(1, adds), cyclesOfLoop(1, adds, "%step"));
  QVERIFY(cyclesOfLoop(4, adds) - cyclesOfLoop(1, adds) < 0.2 * latency);
  QVERIFY(cyclesOfLoop(5, adds) - cyclesOfLoop(4, adds) > 0.8 * latency);
  const double each = cyclesOfRound(adds);
  QVERIFY2(each > 0.25 * latency && each < 0.35 * latency, qPrintable(QString::number(each / latency)));
}

void CyclesTest::roundsThatWaitForEachOtherAreNotShortened() {
  const double latency = cyclesOfRound(adds, "%step");
  const std::string stores = adds + "\n  store i32 %value, ptr addrspace(1) %out";
  const std::string chases = "%more = add i32 %value, 0\n  %same = add i32 %sum, 0";
  const std::string divides = adds + "\n  %a = bitcast i32 %value to float\n  %b = fdiv float %a, 3.0";
  QVERIFY(cyclesOfRound(stores) > 0.9 * latency);
  QVERIFY(cyclesOfRound(chases) > 0.9 * latency);
  QVERIFY(cyclesOfRound(divides) > 0.9 * latency);
  QVERIFY(cyclesOfRound(adds, "1024", ", !llvm.loop !0") > 0.9 * latency);
}

namespace {

/// Of one warp that adds eight words of shared memory up; after each it stores the sum so far, by `store`.
double cyclesOfSums(const std::string& store) {
  std::string kernel = R"(
target triple = "nvptx64-nvidia-cuda"
@words = internal addrspace(3) global [4096 x float] undef
@others = internal addrspace(3) global [4096 x float] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @sums(ptr %out, i32 %stride) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = mul i32 %t, %stride
  %other = getelementptr float, ptr addrspace(3) @others, i32 %place
  %mine = getelementptr float, ptr %out, i32 %t
  %s0 = fadd float 0.0, 1.0
)";
  for (int i = 0; i < 8; ++i)
    kernel += fmt::format("  %word{0} = add i32 %t, {1}\n  %from{0} = getelementptr float, ptr addrspace(3) @words, i32 %word{0}\n"
                          "  store float 1.0, ptr addrspace(3) %from{0}\n",
                          i, 32 * i);
  kernel += "  br label %next\nnext:\n";
  for (int i = 0; i < 8; ++i)
    kernel += fmt::format("  %v{0} = load float, ptr addrspace(3) %from{0}\n  %s{1} = fadd float %s{0}, %v{0}\n  {2}\n", i, i + 1,
                          fmt::format(fmt::runtime(store), i + 1));
  kernel += "  store float %s8, ptr %mine\n  ret void\n}\n";
  Device device(valueOf(simulatorOfText(kernel)));
  const auto out = device.reserve<float>(32);
  const int stride = store.ends_with("apart") ? 32 : 1;
  const auto report = device.launch("sums", {1, 1, 1}, {32, 1, 1}, out, stride);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

} // namespace

// See core/kernel/simulator/decode/assembler_order.h. On an H200 a round of load, addition and store takes 38 cycles, and 95 where the
// lanes' stores are in one bank.

void CyclesTest::aLoadBehindAStoreWaitsForIt() {
  const double free = cyclesOfSums("store float %s{0}, ptr %mine");
  const double ordered = cyclesOfSums("store float %s{0}, ptr addrspace(3) %other");
  QVERIFY2(ordered > free + 7 * 25 && ordered < free + 8 * 40, qPrintable(QString::number(ordered - free)));
}

void CyclesTest::conflictsOfAStoreDelayTheLoadBehindIt() {
  const double ordered = cyclesOfSums("store float %s{0}, ptr addrspace(3) %other");
  const double conflicts = cyclesOfSums("store float %s{0}, ptr addrspace(3) %other ; a bank apart");
  QVERIFY2(conflicts > ordered + 7 * 50 && conflicts < ordered + 8 * 70, qPrintable(QString::number(conflicts - ordered)));
}

namespace {

/// Of warps that run the body; before it %t is the thread's number, %in and %out point to 4096 words each.
double cyclesOfWarp(const std::string& body, const std::string& attributes = "", unsigned warps = 1) {
  const std::string kernel = fmt::format(R"(
target triple = "nvptx64-nvidia-cuda"
@words = internal addrspace(3) global [4096 x i32] zeroinitializer
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @warp(ptr addrspace(1) %in, ptr addrspace(1) %out) {} {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
{}
  ret void
}}
)",
                                         attributes, body);
  Device device(valueOf(simulatorOfText(kernel)));
  const auto in = device.upload(std::vector<int>(4096));
  const auto out = device.reserve<int>(4096);
  const auto report = device.launch("warp", {1, 1, 1}, {32 * warps, 1, 1}, in, out);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

/// Of a division in the lanes below `lanes`, of numbers given by their bits.
double cyclesOfDivision(std::uint32_t numerator, std::uint32_t denominator, unsigned lanes = 32, unsigned warps = 1) {
  return cyclesOfWarp(fmt::format(R"(
  %divides = icmp ult i32 %t, {}
  %a = select i1 %divides, i32 {}, i32 0
  %x = bitcast i32 %a to float
  %y = bitcast i32 {} to float
  br i1 %divides, label %division, label %end
division:
  %q = fdiv float %x, %y
  store float %q, ptr addrspace(1) %out
  br label %end
end:
)",
                                  lanes, numerator, denominator),
                      "", warps);
}

/// Of so many loads of shared memory, which are combined and stored. The lanes' words lie `stride` words apart.
double cyclesOfSharedLoads(int loads, int stride) {
  std::string body = fmt::format("  %own = mul i32 %t, {}\n  %s0 = add i32 %t, 0\n", stride);
  for (int i = 0; i < loads; ++i)
    body += fmt::format("  %i{0} = add i32 %own, {1}\n  %p{0} = getelementptr i32, ptr addrspace(3) @words, i32 %i{0}\n"
                        "  store i32 0, ptr addrspace(3) %p{0}\n",
                        i, 32 * i);
  body += "  br label %next\nnext:\n";
  for (int i = 0; i < loads; ++i) body += fmt::format("  %v{0} = load i32, ptr addrspace(3) %p{0}\n", i);
  for (int i = 0; i < loads; ++i) body += fmt::format("  %s{1} = xor i32 %s{0}, %v{0}\n", i, i + 1);
  body += fmt::format("  store i32 %s{}, ptr addrspace(1) %out\n", loads);
  return cyclesOfWarp(body);
}

/// Of so many loads of global memory, each of which is copied to shared memory before the next.
double cyclesOfCopies(int loads, const std::string& attributes = "") {
  std::string body = "  %from = getelementptr i32, ptr addrspace(1) %in, i32 %t\n"
                     "  %to = getelementptr i32, ptr addrspace(3) @words, i32 %t\n";
  for (int i = 0; i < loads; ++i)
    body += fmt::format("  %p{0} = getelementptr i32, ptr addrspace(1) %from, i32 {1}\n  %v{0} = load i32, ptr addrspace(1) %p{0}\n"
                        "  %q{0} = getelementptr i32, ptr addrspace(3) %to, i32 {1}\n  store i32 %v{0}, ptr addrspace(3) %q{0}\n",
                        i, 32 * i);
  return cyclesOfWarp(body, attributes);
}

} // namespace

void CyclesTest::aDivisionTakesLongerForNumbersNearZero_data() {
  QTest::addColumn<float>("numerator");
  QTest::addColumn<float>("denominator");
  QTest::addColumn<double>("longer"); // measured on an H200
  QTest::newRow("usual") << 0x1p-101F << 3.0F << 0.0;
  QTest::newRow("large") << 0x1p127F << 3.0F << 0.0;
  QTest::newRow("0") << 0.0F << 3.0F << 217.0;
  QTest::newRow("small numerator") << 0x1p-103F << 3.0F << 245.0;
  QTest::newRow("denormal numerator") << 0x1p-130F << 3.0F << 471.0;
  QTest::newRow("denormal divisor") << 1.0F << 0x1p-127F << 400.0;
  QTest::newRow("by 0") << 1.0F << 0.0F << 241.0;
  QTest::newRow("by infinity") << 1.0F << std::numeric_limits<float>::infinity() << 241.0;
  QTest::newRow("denormal quotient") << 1.0F << 0x1p127F << 342.0;
  QTest::newRow("quotient of 0") << 0x1p-90F << 0x1p80F << 292.0;
  QTest::newRow("infinite quotient") << 0x1p100F << 0x1p-100F << 271.0;
}

void CyclesTest::aDivisionTakesLongerForNumbersNearZero() {
  QFETCH(const float, numerator);
  QFETCH(const float, denominator);
  QFETCH(const double, longer);
  const auto cycles = [](float a, float b, unsigned warps) {
    return cyclesOfDivision(std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b), 32 * warps, warps);
  };
  for (const unsigned warps : {1U, 2U}) { // the two in lockstep
    const double found = cycles(numerator, denominator, warps) - cycles(5.0F, 3.0F, warps);
    QVERIFY2(std::abs(found - longer) < 1 + 0.05 * longer, qPrintable(QString::number(found)));
  }
}

void CyclesTest::lanesThatDoNotDivideDelayNoDivision() {
  const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
  // The others have a numerator of 0.
  QVERIFY(cyclesOfDivision(bits(0), bits(3), 16) > cyclesOfDivision(bits(5), bits(3), 16) + 200);
}

/// A chain of divisions of usual numbers, one in each basic block.
void CyclesTest::anotherBlockWaitsForAQuotient() {
  const auto chain = [](int divisions) {
    std::string body = "  %q0 = bitcast i32 1084227584 to float\n  %y = bitcast i32 1077936128 to float\n"
                       "  %c = icmp ult i32 %t, 32\n";
    for (int i = 0; i < divisions; ++i)
      body += fmt::format("  %q{1} = fdiv float %q{0}, %y\n  br i1 %c, label %b{1}, label %end\nb{1}:\n", i, i + 1);
    body += fmt::format("  store float %q{}, ptr addrspace(1) %out\n  br label %end\nend:\n", divisions);
    return cyclesOfWarp(body);
  };
  const double latency = static_cast<double>(loadModel("sim")->costs.floatDivide.latency);
  const double each = (chain(12) - chain(4)) / 8;
  QVERIFY2(each > 0.9 * latency, qPrintable(QString::number(each)));
}

/// On an H200 a warp's one, two, three and four loads with 32 lanes in a bank take 89, 173, 233 and 293 cycles.
void CyclesTest::conflictsOfLoadsThatStartTogetherAddUp() {
  const auto conflicts = [](int loads) { return cyclesOfSharedLoads(loads, 32) - cyclesOfSharedLoads(loads, 1); };
  // One more store and one more load, of 62 cycles each.
  QVERIFY2(std::abs(conflicts(3) - conflicts(2) - 2 * 62) < 15, qPrintable(QString::number(conflicts(3) - conflicts(2))));
  QVERIFY2(std::abs(conflicts(4) - conflicts(3) - 2 * 62) < 15, qPrintable(QString::number(conflicts(4) - conflicts(3))));
}

/// Two warps, which run in lockstep. A long chain hides the conflicts of two loads that are read at its end, but not those before the load
/// that it starts with.
void CyclesTest::aLoadWithoutConflictsWaitsForThoseBeforeIt() {
  const auto chain = [](int stride, bool loads) {
    std::string body = fmt::format("  %own = mul i32 %t, {}\n", stride);
    for (int i = 0; i < 2; ++i)
      body += fmt::format("  %i{0} = add i32 %own, {1}\n  %p{0} = getelementptr i32, ptr addrspace(3) @words, i32 %i{0}\n"
                          "  store i32 0, ptr addrspace(3) %p{0}\n",
                          i, 32 * i);
    body += "  %first = getelementptr i32, ptr addrspace(3) @words, i32 %t\n  store i32 0, ptr addrspace(3) %first\n"
            "  br label %next\nnext:\n";
    for (int i = 0; i < 2; ++i)
      body += fmt::format(fmt::runtime(loads ? "  %v{0} = load i32, ptr addrspace(3) %p{0}\n" : "  %v{0} = add i32 %t, {0}\n"), i);
    body += "  %c0 = load i32, ptr addrspace(3) %first\n";
    for (int i = 0; i < 60; ++i) body += fmt::format("  %c{1} = xor i32 %c{0}, %t\n", i, i + 1);
    body += "  %a = add i32 %c60, %v0\n  %b = add i32 %a, %v1\n  store i32 %b, ptr addrspace(1) %out\n";
    return cyclesOfWarp(body, "", 2);
  };
  const double conflicts = chain(32, true) - chain(32, false) - (chain(1, true) - chain(1, false));
  // The two of each warp, of 62 cycles each, and what the warps take from each other.
  QVERIFY2(conflicts > 2 * 62 - 15 && conflicts < 2 * 62 + 40, qPrintable(QString::number(conflicts)));
}

void CyclesTest::loadsWaitForRegisters() {
  const double latency = loadModel("sim")->levelTwoLatency;
  QVERIFY(cyclesOfCopies(26) - cyclesOfCopies(8) < 0.5 * latency);
  QVERIFY(cyclesOfCopies(30) - cyclesOfCopies(26) > 0.8 * latency);
  QVERIFY(std::abs(cyclesOfCopies(64) - cyclesOfCopies(26) - 2 * latency) < 0.5 * latency);
  const std::string small = R"("nvvm.maxntid"="8,8")";
  QVERIFY(cyclesOfCopies(30, small) - cyclesOfCopies(26, small) < 0.5 * latency);
}

/// Each round is a chain that reads nine values at its end.
void CyclesTest::roundsOfAnUnrolledLoopShareTheRegisters() {
  const auto rounds = [](const std::string& attributes) {
    std::string body = "  %s0 = add i32 %t, 0\n";
    for (int i = 0; i < 16; ++i) {
      for (int value = 0; value < 9; ++value) body += fmt::format("  %k{0}_{1} = xor i32 %t, {2}\n", i, value, 100 * i + value);
      body += fmt::format("  %c{0}_0 = xor i32 %k{0}_0, 7\n", i);
      for (int step = 0; step < 12; ++step) body += fmt::format("  %c{0}_{2} = xor i32 %c{0}_{1}, {2}\n", i, step, step + 1);
      body += fmt::format("  %x{0}_0 = xor i32 %s{0}, %c{0}_12\n", i);
      for (int value = 1; value < 9; ++value) body += fmt::format("  %x{0}_{2} = xor i32 %x{0}_{1}, %k{0}_{2}\n", i, value - 1, value);
      body += fmt::format("  %s{1} = xor i32 %x{0}_8, 1\n", i, i + 1);
    }
    body += "  store i32 %s16, ptr addrspace(1) %out\n";
    return cyclesOfWarp(body, attributes);
  };
  const double shared = rounds("");
  const double free = rounds(R"("nvvm.maxntid"="32")");
  QVERIFY2(shared > free + 50, qPrintable(QString::number(shared - free)));
}

/// ptxas makes an IADD3 of two additions, unless something else reads the first one's sum.
void CyclesTest::threeIntegersAreAddedAtOnce() {
  const auto chain = [](int sums, bool all) {
    std::string body = "  %s0 = load i32, ptr addrspace(1) %in\n  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t\n";
    for (int i = 0; i < sums; ++i) body += fmt::format("  %s{1} = add i32 %s{0}, %t\n", i, i + 1);
    for (int i = 1; all && i <= sums; ++i) body += fmt::format("  store i32 %s{}, ptr addrspace(1) %p\n", i);
    return cyclesOfWarp(body + fmt::format("  store i32 %s{}, ptr addrspace(1) %p\n", sums));
  };
  const double latency = static_cast<double>(loadModel("sim")->costs.arithmetic.latency);
  QVERIFY(std::abs(chain(60, false) - chain(20, false) - 20 * latency) < latency);
  QVERIFY(chain(60, true) - chain(20, true) > 39 * latency);
}

void CyclesTest::aValueIsWaitedForThroughSeveralPhis() {
  const auto chase = [](int rounds) {
    return cyclesOfWarp(fmt::format(R"(
  %some = icmp slt i32 %t, 20
  br label %loop
loop:
  %at = phi i32 [ 0, %entry ], [ %next, %joined ]
  %round = phi i32 [ 0, %entry ], [ %counted, %joined ]
  br i1 %some, label %loads, label %joined
loads:
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %v = load i32, ptr addrspace(1) %p
  br label %joined
joined:
  %next = phi i32 [ %v, %loads ], [ %at, %loop ]
  %counted = add i32 %round, 1
  %goesOn = icmp slt i32 %counted, {}
  br i1 %goesOn, label %loop, label %done
done:
  store i32 %next, ptr addrspace(1) %out)",
                                    rounds));
  };
  QVERIFY((chase(40) - chase(20)) / 20 > loadModel("sim")->cacheLatency);
}

namespace {

/// Of blocks of so many threads that fetch from a texture in a loop, each round's fetches after those of the round before. `fetches`: of a
/// round; `end`: of a round.
class Fetches {
public:
  explicit Fetches(int fetches, const std::string& end = "") : device_(valueOf(simulatorOfText(textOf(fetches, end)))) {
    textures_[7].address = device_.upload(std::vector<float>(64, 1.0F));
    textures_[7].width = 64;
    out_ = device_.reserve<float>(1024);
  }
  double cycles(unsigned threads, std::uint64_t rounds, unsigned blocks = 1) {
    const std::uint64_t words[] = {7, out_, rounds};
    Launch launch;
    launch.kernel = "fetches";
    launch.grid = {blocks, 1, 1};
    launch.block = {threads, 1, 1};
    launch.parameters = gevo::ByteView(reinterpret_cast<const std::uint8_t*>(words), 20);
    launch.textures = &textures_;
    device_.limits.checkRaces = false; // blocks write the same words
    const LaunchReport report = device_.simulator.launch(launch, device_.memory, device_.limits);
    if (report.fault) throw std::runtime_error(report.fault->message());
    return report.statistics.cycles;
  }
  double ofRound(unsigned threads, unsigned blocks = 1) { return (cycles(threads, 64, blocks) - cycles(threads, 32, blocks)) / 32; }

private:
  static std::string textOf(int fetches, const std::string& end) {
    std::string body;
    for (int i = 0; i < fetches; ++i)
      body += fmt::format("  %at{0} = add i32 %from, {0}\n"
                          "  %all{0} = call {{float, float, float, float}} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %texture, i32 %at{0})\n"
                          "  %one{0} = extractvalue {{float, float, float, float}} %all{0}, 0\n",
                          i);
    for (int i = 0; i < fetches; ++i)
      body += fmt::format("  %s{1} = fadd float {2}, %one{0}\n", i, i + 1, i == 0 ? "%sum" : fmt::format("%s{}", i));
    return fmt::format(R"(
target triple = "nvptx64-nvidia-cuda"
declare {{float, float, float, float}} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @fetches(i64 %texture, ptr %out, i32 %count) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %s{0}, %loop ]
  %known = fptosi float %sum to i32
  %from = and i32 %known, 7
{1}  {2}
  %next = add i32 %i, 1
  %goesOn = icmp slt i32 %next, %count
  br i1 %goesOn, label %loop, label %done
done:
  %place = getelementptr float, ptr %out, i32 %t
  store float %s{0}, ptr %place
  ret void
}}
)",
                       fetches, body, end);
  }
  Device device_;
  Textures textures_;
  std::uint64_t out_ = 0;
};

const char* const barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)";

} // namespace

void CyclesTest::fetchesOfTexturesShareOneUnit() {
  Fetches fetches(1);
  const Model model = *loadModel("sim");
  const double alone = fetches.ofRound(32);
  QVERIFY2(alone > model.textureLatency && alone < model.textureLatency + 60, qPrintable(QString::number(alone)));
  const double full = fetches.ofRound(1024);
  const double busy = 32 / model.textureFetchesPerCycle;
  QVERIFY2(full > 0.99 * busy && full < 1.1 * busy, qPrintable(QString::number(full / busy)));
}

/// A row of the sample stereo, with four fetches and two barriers, takes 465, 492, 583 and 779 cycles on an H100 with one, two, four and
/// eight warps: the unit is never busy for as much as half of that, and yet each warp comes on top.
void CyclesTest::warpsThatFetchAfterABarrierWaitForEachOther() {
  Fetches fetches(4, barrier);
  const Model model = *loadModel("sim");
  const double alone = fetches.ofRound(32);
  for (const unsigned warps : {2U, 8U, 12U}) {
    const double each = (fetches.ofRound(32 * warps) - alone) / (warps - 1);
    const double expected = 4 / model.textureFetchesPerCycle + model.barrierPerWarp;
    QVERIFY2(std::abs(each - expected) < 0.15 * expected, qPrintable(QString("%1 warps: %2").arg(warps).arg(each)));
  }
}

void CyclesTest::blocksOnOneMultiprocessorDelayEachOther() {
  Fetches fetches(4, barrier);
  const Model model = *loadModel("sim");
  const double alone = fetches.ofRound(128);
  const double others = fetches.ofRound(128, model.multiprocessors);
  QVERIFY2(std::abs(others - alone) < 0.01 * alone, qPrintable(QString::number(others / alone)));
  const double two = fetches.ofRound(128, 2 * model.multiprocessors);
  QVERIFY2(two > 1.05 * alone && two < 2 * alone, qPrintable(QString::number(two / alone)));
}

void CyclesTest::moreBlocksTakeLonger() {
  QVERIFY(cyclesOf("barriers", {132, 1, 1}, {256, 1, 1}, 4) < cyclesOf("barriers", {1000, 1, 1}, {256, 1, 1}, 4));
}

void CyclesTest::manySmallBlocksTakeAsLongAsHandingThemOut() {
  const double dispatch = loadModel("sim")->dispatchCycles;
  const auto cycles = [](unsigned blocks) {
    Device device;
    const auto out = device.upload(std::vector<int>(std::size_t(blocks) * 32));
    return device.launch("barriers", {blocks, 1, 1}, {32, 1, 1}, out, 0).statistics.cycles;
  };
  const double each = (cycles(40000) - cycles(20000)) / 20000;
  QVERIFY2(std::abs(each - dispatch) < 0.1 * dispatch, qPrintable(QString::number(each)));
}

void CyclesTest::everyModelIsReadAndHasItsOwnTimes() {
  std::set<std::string> names;
  for (const std::string& name : modelNames()) {
    const auto model = loadModel("sim:" + name);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    names.insert(model->name);
    QVERIFY(model->sharedBytesPerBlock <= model->sharedBytesPerMultiprocessor && model->memoryLatency > model->cacheLatency);
  }
  QCOMPARE(names, (std::set<std::string>{"A100", "H200", "RTX 4060 Laptop", "V100"}));
  QCOMPARE(loadModel("sim:H200")->multiprocessors, loadModel("sim")->multiprocessors);
  // Much work: the machine with more multiprocessors and bandwidth is faster, as they are sold.
  std::map<std::string, double> times;
  for (const std::string& name : modelNames()) {
    Device device(valueOf(simulatorOf(fixture("kernels.ll"), *loadModel("sim:" + name))));
    const auto values = device.upload(std::vector<float>(1 << 20));
    const LaunchReport report = device.launch("barriers", {4000, 1, 1}, {256, 1, 1}, values, 40);
    QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
    times[name] = loadModel("sim:" + name)->microseconds(report.statistics.cycles);
  }
  QVERIFY(times["h200"] < times["a100"] && times["a100"] < times["v100"] && times["v100"] < times["rtx4060-laptop"]);
}

void CyclesTest::theModelIsReadFromItsText() {
  const auto model = loadModel("sim");
  QVERIFY(model.has_value());
  QCOMPARE(model->name, std::string("H200"));
  QCOMPARE(model->multiprocessors, 132U);
  QVERIFY(qFuzzyCompare(model->microseconds(1978), 1.0));
  QVERIFY(loadModel("sim:unknown").error().message.find("sim:a100, sim:h200") != std::string::npos);
  const auto broken = parseModel("name = \"x\"\n[machine]\nclock_ghz = -1\n", "x");
  QVERIFY(!broken.has_value());
  QVERIFY(broken.error().message.find("clock_ghz") != std::string::npos);
}

QTEST_GUILESS_MAIN(CyclesTest)
#include "cycles_test.moc"
