/// A variant whose outputs are correct only until a compiler exploits its undefined behaviour.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/worker/cascade.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/soundness_check.h"
#include "tests/core/kernel/ir/fixture.h"
#endif

#include <cstring>

using namespace gevo;

namespace {

/// Whether thread t + 1 + n is odd; the sum has nsw.
constexpr const char* kernel = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @odd(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = add i32 %t, 1
  %b = add nsw i32 %a, %n
  %c = and i32 %b, 1
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %c, ptr %p
  %before = load i32, ptr %p
  %zero = and i32 %before, 0
  %d = or i32 %c, %zero
  store i32 %d, ptr %p
  ret void
}
)";

/// Reads from null into nothing ("one" is null for a pointer).
constexpr const char* deadLoad = "copy 1 @6 before @9 with +1.0=one";

constexpr std::uint32_t n = (1U << 31) - 101;
constexpr unsigned threads = 32;

template <class T> void append(Bytes& bytes, T value) {
  const std::size_t end = bytes.size();
  bytes.resize(end + sizeof value);
  std::memcpy(bytes.data() + end, &value, sizeof value);
}

TestCase test() {
  program::Trace trace;
  program::Event allocate;
  allocate.kind = program::EventKind::Allocate;
  allocate.address = sim::deviceBase;
  allocate.size = threads * 4;
  program::Event launch;
  launch.kind = program::EventKind::Launch;
  launch.name = "odd";
  launch.block = {threads, 1, 1};
  append(launch.data, sim::deviceBase);
  append(launch.data, n);
  program::Event copy;
  copy.kind = program::EventKind::CopyToHost;
  copy.address = sim::deviceBase;
  for (std::uint32_t t = 0; t < threads; ++t) append<std::uint32_t>(copy.data, (t + 1 + n) & 1);
  trace.events = {allocate, launch, copy};
  return {TestRole::Test, "", wire::encode(trace)};
}

/// Two blocks of one thread. Each delivers its own of two numbers.
std::string twoBlocks(const std::string& body) {
  return R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare float @llvm.maxnum.f32(float, float)
define ptx_kernel void @deliver(ptr %out, ptr %in) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr float, ptr %in, i32 %b
  %q = getelementptr float, ptr %out, i32 %b
  %v = load float, ptr %p
)" + body +
         R"(
  store float %r, ptr %q
  ret void
}
)";
}

constexpr const char* plainBody = "%r = fadd float %v, 0.0";

/// The second block writes what the first has read, as it was.
constexpr const char* silentlyWritingBody = R"(
  %end = getelementptr float, ptr %in, i32 1
  %other = load float, ptr %end
  %second = icmp eq i32 %b, 1
  br i1 %second, label %write, label %deliver
write:
  store float %other, ptr %end
  br label %deliver
deliver:
  %none = fmul float %other, 0.0
  %r = fadd float %v, %none
)";

/// Right as long as what was there before is not a number.
constexpr const char* accumulatingBody = "%old = load float, ptr %q\n%r = call float @llvm.maxnum.f32(float %old, float %v)";

/// The second block waits until the first has delivered.
constexpr const char* waitingBody = R"(
  %second = icmp eq i32 %b, 1
  br i1 %second, label %wait, label %deliver
wait:
  %delivered = load volatile float, ptr %out
  %early = fcmp oeq float %delivered, 9.0
  br i1 %early, label %wait, label %deliver
deliver:
  %r = fadd float %v, 0.0
)";

/// The output is 9 before the launch.
TestCase deliveringTest() {
  program::Trace trace;
  constexpr std::uint64_t in = sim::deviceBase + (2ULL << 20);
  const auto event = [&](program::EventKind kind, std::uint64_t address, std::vector<float> values) {
    program::Event& added = trace.events.emplace_back();
    added.kind = kind;
    added.address = address;
    added.size = 8;
    for (const float value : values) append(added.data, value);
  };
  event(program::EventKind::Allocate, sim::deviceBase, {});
  event(program::EventKind::Allocate, in, {});
  event(program::EventKind::CopyToDevice, sim::deviceBase, {9, 9});
  event(program::EventKind::CopyToDevice, in, {1, 2});
  event(program::EventKind::Launch, 0, {});
  trace.events.back().name = "deliver";
  trace.events.back().grid = {2, 1, 1};
  append(trace.events.back().data, sim::deviceBase);
  append(trace.events.back().data, in);
  event(program::EventKind::CopyToHost, sim::deviceBase, {1, 2});
  return {TestRole::Test, "", wire::encode(trace)};
}

} // namespace

class SoundnessCheckTest : public QObject {
  Q_OBJECT
  std::unique_ptr<ir::BaseModule> base_ = ir::loadText(kernel);

  program::ReplayReport checked(const std::string& edits) {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    const ir::Applied applied = ir::applyEdits(*base_, parseEdits(edits).value());
    auto original = worker::SoundnessOriginal::open(*base_, settings, {}).value();
    return worker::SoundnessCheck::open(original, *applied.module).value().run(test()).value();
  }

  static program::ReplayReport delivered(const char* body, const char* bodyOfOriginal = plainBody) {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    const auto base = ir::loadText(twoBlocks(bodyOfOriginal));
    const auto variant = ir::loadText(twoBlocks(body));
    auto original = worker::SoundnessOriginal::open(*base, settings, {}).value();
    return worker::SoundnessCheck::open(original, *variant->original()).value().run(deliveringTest()).value();
  }

  EvaluationResult searched(const std::string& edits) {
    const auto device = worker::SimulatedDevice::open(Project(), {}).value();
    const auto cascade = worker::Cascade::open(*base_, *device, {test()}).value();
    const ir::Applied applied = ir::applyEdits(*base_, parseEdits(edits).value());
    EvaluationResult outcome;
    cascade->evaluate(*applied.module, outcome);
    return outcome;
  }

private slots:
  void originalPasses() { QVERIFY(checked("").valid()); }

  /// t + n instead of t + 1: the sum is now t + 2n, as odd as before with an odd n.
  void rejectsCorrectOutputsWithPoison() {
    const program::ReplayReport report = checked("operand 1 @1 with @1.1=$1");
    QCOMPARE(report.reason, Reason::Undefined);
    QVERIFY2(report.message.contains("stored in kernel odd"), report.message.c_str());
  }

  /// Otherwise a lineage would build on it and fail in validation.
  void searchRejectsItWithoutAUserScreen() {
    const EvaluationResult outcome = searched("operand 1 @1 with @1.1=$1");
    QCOMPARE(outcome.stage, Stage::Screen);
    QCOMPARE(outcome.reason, Reason::Undefined);
  }

  /// Dead code is not checked: the load is out of bounds, but its result is unused.
  void deadCodeIsNotChecked() {
    QVERIFY(checked("").valid());
    const program::ReplayReport report = checked(deadLoad);
    QVERIFY2(report.valid(), report.message.c_str());
    QCOMPARE(searched(deadLoad).reason, Reason::NoOp);
  }

  void variantThatIsTheSameInAllOrdersPasses() {
    const program::ReplayReport report = delivered(plainBody);
    QVERIFY2(report.valid(), report.message.c_str());
  }

  /// In the first order the write changes nothing and comes after the read.
  void raceThatOnlyAnotherOrderShowsIsRejected() {
    const program::ReplayReport report = delivered(silentlyWritingBody);
    QCOMPARE(report.reason, Reason::Race);
    QVERIFY2(report.message.starts_with("with its threads in another order, "), report.message.c_str());
  }

  /// Its launches have a budget there, or it would take minutes.
  void orderInWhichTheOriginalWaitsForeverIsLeftOut() {
    const program::ReplayReport report = delivered(waitingBody, waitingBody);
    QVERIFY2(report.valid(), report.message.c_str());
  }

  /// The first order is run with the outputs poisoned before, others as the program leaves them.
  void resultThatOnlyPoisonMakesRightIsRejected() {
    const program::ReplayReport report = delivered(accumulatingBody);
    QCOMPARE(report.reason, Reason::WrongOutput);
    QVERIFY2(report.message.starts_with("with its threads in another order, "), report.message.c_str());
  }

  /// An edited instruction loses its poison flags.
  void editedInstructionsDropTheirFlags() {
    const program::ReplayReport report = checked("operand 1 @1 with @1.1=$1\noperand 2 @2 with @2.0=$1");
    QVERIFY2(report.reason == Reason::None || report.reason == Reason::WrongOutput, report.message.c_str());
  }
};

QTEST_APPLESS_MAIN(SoundnessCheckTest)
#include "soundness_check_test.moc"
