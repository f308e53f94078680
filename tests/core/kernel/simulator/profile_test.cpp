// A profile shows where a kernel spends its time, instruction by instruction.

#include "device.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

// 0 get thread, 1 compare, 2 branch | 3 phi, 4 multiply, 5 add, 6 compare, 7 branch | 8 return | 9 address, 10 store, 11 return
const char* const loop = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @loop(ptr %out, i32 %count) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp ult i32 %thread, 64
  br i1 %any, label %again, label %never
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %square = mul i32 %i, %i
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %again, label %end
never:
  ret void
end:
  %place = getelementptr i32, ptr %out, i32 %thread
  store i32 %square, ptr %place
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";

Profile wholeProfileOf(Detail detail, std::uint32_t threads, int count, int launches) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(loop, "loop"), diagnostic, context);
  Device device(valueOf(Simulator::create(*module, *loadModel("sim"), detail)));
  const auto out = device.reserve<int>(64);
  for (int i = 0; i < launches; ++i)
    if (const auto report = device.launch("loop", {1, 1, 1}, {threads, 1, 1}, out, count); report.fault)
      throw std::runtime_error(report.fault->message());
  return device.simulator.takeProfile();
}

std::vector<double> profileOf(Detail detail, std::uint32_t threads, int count, int launches) {
  const Profile profile = wholeProfileOf(detail, threads, count, launches);
  const auto found = profile.cycles.find("loop");
  return found == profile.cycles.end() ? std::vector<double>() : found->second;
}

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;
Edges edgesOf(std::uint32_t threads, int count) { return wholeProfileOf(Detail::Profile, threads, count, 1).edges.at("loop"); }

} // namespace

class ProfileTest : public QObject {
  Q_OBJECT
private slots:
  void everyInstructionHasAFigure();
  void executionsMultiplyTheCost();
  void expensiveInstructionsCountMore();
  void launchesAndWarpsAddUp();
  void profileIsEmptyUnlessRequested();
  void edgesThatAnyThreadTakesAreNoted_data();
  void edgesThatAnyThreadTakesAreNoted();
  void whatIsTakenIsNotThereAgain();
};

void ProfileTest::everyInstructionHasAFigure() {
  const auto cycles = profileOf(Detail::Profile, 32, 5, 1);
  QCOMPARE(cycles.size(), std::size_t{12});
  for (std::size_t i = 0; i < cycles.size(); ++i) QCOMPARE(cycles[i] > 0, i != 8); // no thread takes that way
}

void ProfileTest::executionsMultiplyTheCost() {
  const auto once = profileOf(Detail::Profile, 32, 1, 1);
  const auto often = profileOf(Detail::Profile, 32, 7, 1);
  for (std::size_t i = 3; i <= 7; ++i) QCOMPARE(often[i], 7 * once[i]);
  QCOMPARE(often[10], once[10]);
}

void ProfileTest::expensiveInstructionsCountMore() {
  const auto cycles = profileOf(Detail::Profile, 32, 3, 1);
  QCOMPARE(cycles[5], 3 * double{loadModel("sim")->costs.arithmetic.latency});
  QCOMPARE(cycles[4], 3 * double{loadModel("sim")->costs.multiply.latency});
}

void ProfileTest::launchesAndWarpsAddUp() {
  const auto one = profileOf(Detail::Profile, 32, 5, 1);
  const auto three = profileOf(Detail::Profile, 64, 5, 3);
  for (std::size_t i = 0; i < one.size(); ++i) QCOMPARE(three[i], 6 * one[i]);
}

void ProfileTest::profileIsEmptyUnlessRequested() { QVERIFY(profileOf(Detail::None, 32, 5, 1).empty()); }

void ProfileTest::edgesThatAnyThreadTakesAreNoted_data() {
  QTest::addColumn<unsigned>("threads");
  QTest::addColumn<int>("count");
  QTest::addColumn<Edges>("edges");
  QTest::newRow("the loop runs once") << 32U << 1 << Edges{{2, 0}, {7, 1}};
  QTest::newRow("it runs often") << 32U << 5 << Edges{{2, 0}, {7, 0}, {7, 1}};
  QTest::newRow("warps part") << 96U << 1 << Edges{{2, 0}, {2, 1}, {7, 1}};
  QTest::newRow("a warp's lanes part") << 70U << 1 << Edges{{2, 0}, {2, 1}, {7, 1}};
}

void ProfileTest::edgesThatAnyThreadTakesAreNoted() {
  QFETCH(unsigned, threads);
  QFETCH(int, count);
  QTEST(edgesOf(threads, count), "edges");
}

/// Of two lanes of one warp each takes another edge of the branch; a third case of the switch is nobody's.
void ProfileTest::whatIsTakenIsNotThereAgain() {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const char* const text = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @choose(ptr %out) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %thread, label %end [ i32 0, label %one  i32 1, label %two  i32 7, label %one  i32 99, label %three ]
one:
  br label %end
two:
  br label %end
three:
  br label %end
end:
  %value = phi i32 [ 0, %entry ], [ 1, %one ], [ 2, %two ], [ 3, %three ]
  %place = getelementptr i32, ptr %out, i32 %thread
  store i32 %value, ptr %place
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "choose"), diagnostic, context);
  Device device(valueOf(Simulator::create(*module, *loadModel("sim"), Detail::Profile)));
  const auto out = device.reserve<int>(64);
  const auto launched = [&](std::uint32_t threads) {
    if (const auto report = device.launch("choose", {1, 1, 1}, {threads, 1, 1}, out); report.fault)
      throw std::runtime_error(report.fault->message());
    return device.simulator.takeProfile().edges.at("choose");
  };
  QCOMPARE(launched(32), (Edges{{1, 0}, {1, 1}, {1, 2}}));
  QCOMPARE(launched(1), (Edges{{1, 1}}));
  QCOMPARE(launched(1), (Edges{{1, 1}}));
}

QTEST_APPLESS_MAIN(ProfileTest)
#include "profile_test.moc"
