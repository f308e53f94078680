/// A variant whose outputs are right only as long as no compiler takes it at its word.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/kernel/worker/promise_check.h"
#include "tests/core/kernel/ir/fixture.h"
#endif

#include <cstring>

using namespace gevo;

namespace {

/// Whether thread t + 1 + n is odd, the sum promised not to overflow.
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
  ret void
}
)";

constexpr std::uint32_t n = (1U << 31) - 101;
constexpr unsigned threads = 32;

template <class T> void append(Bytes& bytes, T value) {
  const std::size_t end = bytes.size();
  bytes.resize(end + sizeof value);
  std::memcpy(bytes.data() + end, &value, sizeof value);
}

TestCase test() {
  program::Tape tape;
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
  tape.events = {allocate, launch, copy};
  return {TestRole::Test, "", wire::encode(tape)};
}

} // namespace

class PromiseCheckTest : public QObject {
  Q_OBJECT
  std::unique_ptr<ir::BaseModule> base_ = ir::loadText(kernel);

  program::ReplayReport checked(const std::string& edits) {
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    return worker::PromiseCheck::open(*base_, parseEdits(edits).value(), settings, {}).value().run(test()).value();
  }

private slots:
  void theOriginalKeepsItsOwn() { QVERIFY(checked("").valid()); }

  /// t + n in place of t + 1: the sum is now t + 2n, as odd as before with an odd n.
  void rightOutputsAreNotEnough() {
    const program::ReplayReport report = checked("operand 1 @1 with @1.1=$1");
    QCOMPARE(report.reason, Reason::Undefined);
    QVERIFY2(report.detail.contains("stored in kernel odd"), report.detail.c_str());
  }

  /// The instruction that an edit changes promises nothing any more.
  void anEditedInstructionPromisesNothing() {
    const program::ReplayReport report = checked("operand 1 @1 with @1.1=$1\noperand 2 @2 with @2.0=$1");
    QVERIFY2(report.reason == Reason::None || report.reason == Reason::WrongOutput, report.detail.c_str());
  }
};

QTEST_APPLESS_MAIN(PromiseCheckTest)
#include "promise_check_test.moc"
