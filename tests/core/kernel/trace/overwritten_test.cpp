#include "core/kernel/trace/replay.h"

#include "tests/core/base/value_of.h"

#include <QtTest>
#include <cstring>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo;
using namespace gevo::program;

namespace {

constexpr unsigned threads = 64;
constexpr std::uint64_t input = sim::deviceBase;
constexpr std::uint64_t output = sim::deviceBase + 4096;
const std::vector<sim::MemoryRange> wholeOutput{{output, threads * sizeof(float)}};

/// `body` stands between the load of `%x` (thread `%t`'s element of the input) and the store of `%y` to the output's, `%q`.
std::string module(const std::string& body) {
  return R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.minnum.f32(float, float)
define ptx_kernel void @kernel(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %q = getelementptr inbounds float, ptr %out, i64 %i
  %x = load float, ptr %p, align 4
)" + body +
         R"(
  br label %put
put:
  store float %y, ptr %q, align 4
  br label %end
end:
  ret void
}
)";
}

const std::string twice = "  %y = fmul float %x, 2.0";
const std::string sum = "  %old = load float, ptr %q, align 4\n  %y = fadd float %old, %x";
const std::string readsButIgnores = "  %old = load volatile float, ptr %q, align 4\n" + twice;
/// What is there already is not computed again.
const std::string skipsKnown = R"(
  %old = load float, ptr %q, align 4
  %y = fmul float %x, 2.0
  %known = fcmp une float %old, 0.0
  br i1 %known, label %end, label %go
go:)";
const std::string limited = R"(
  %old = load float, ptr %q, align 4
  %number = fcmp ord float %old, 0.0
  %some = select i1 %number, float %old, float 3.0
  %least = fadd float %some, 1.0
  %y = call float @llvm.minnum.f32(float %least, float 2.0))";
/// Odd threads add, even ones overwrite.
const std::string sumOfOdd = R"(
  %old = load float, ptr %q, align 4
  %odd = trunc i32 %t to i1
  %more = select i1 %odd, float %old, float 0.0
  %y = fadd float %more, %x)";
/// As with the nodes of a search: those that are marked lose their mark and have a result.
const std::string takesMarked = R"(
  %mark = getelementptr inbounds i8, ptr %in, i64 %i
  %byte = load i8, ptr %mark, align 1
  %is = trunc nuw i8 %byte to i1
  br i1 %is, label %unmark, label %end
unmark:
  store i8 0, ptr %mark, align 1
  %y = fmul float %x, 2.0)";

sim::Simulator simulatorOf(const std::string& body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto parsed = llvm::parseAssemblyString(module(body), diagnostic, context);
  if (parsed == nullptr) throw std::runtime_error(diagnostic.getMessage().str());
  return valueOf(sim::Simulator::create(*parsed, valueOf(sim::loadModel("sim"))));
}

Bytes floats(float first, float step) {
  std::vector<float> values(threads);
  for (unsigned i = 0; i < threads; ++i) values[i] = first + step * static_cast<float>(i);
  Bytes bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Event eventOf(EventKind kind, std::uint64_t address, Bytes data = {}) {
  Event made;
  made.kind = kind;
  made.address = address;
  made.data = std::move(data);
  return made;
}

Event launch() {
  Event made = eventOf(EventKind::Launch, 0, Bytes(2 * sizeof(std::uint64_t)));
  std::memcpy(made.data.data(), &input, sizeof input);
  std::memcpy(made.data.data() + sizeof input, &output, sizeof output);
  made.name = "kernel";
  made.block = {threads, 1, 1};
  return made;
}

/// Input and an output of zeroes, `launches` in turn, and twice the input as the result.
Trace trace(std::size_t launches) {
  Trace made{{eventOf(EventKind::Allocate, input), eventOf(EventKind::Allocate, output),
              eventOf(EventKind::CopyToDevice, input, floats(1, 1)), eventOf(EventKind::CopyToDevice, output, floats(0, 0))}};
  for (Event& allocation : std::span(made.events).first(2)) allocation.size = threads * sizeof(float);
  for (std::size_t i = 0; i < launches; ++i) made.events.push_back(launch());
  made.events.push_back(eventOf(EventKind::CopyToHost, output, floats(2, 2)));
  return made;
}

Overwritten found(const std::string& body, const Trace& trace) {
  sim::Simulator simulator = simulatorOf(body);
  return findOverwritten(trace, simulator);
}

} // namespace

class OverwrittenTest : public QObject {
  Q_OBJECT

  const sim::Model model_ = valueOf(sim::loadModel("sim"));
  const std::vector<OutputInfo> outputs_{{"out", "f32", "debug info", std::nullopt}};
  const EvaluationSettings settings_;

  ReplayReport replayed(const std::string& variant, const Trace& recorded) {
    sim::Simulator original = simulatorOf(twice);
    Baseline baseline = baselineOf(replayOriginal(recorded, original, model_, outputs_, settings_));
    baseline.overwritten = findOverwritten(recorded, original);
    sim::Simulator simulator = simulatorOf(variant);
    return replay(recorded, simulator, model_, outputs_, settings_, &baseline);
  }

private slots:
  void whatALaunchStoresIsOverwritten() { QCOMPARE(found(twice, trace(1)), (Overwritten{wholeOutput})); }

  void aReadThatChangesNothingDoesNotMatter() { QCOMPARE(found(readsButIgnores, trace(1)), (Overwritten{wholeOutput})); }

  void whatALaunchAddsToIsNot() { QCOMPARE(found(sum, trace(1)), (Overwritten{{}})); }

  /// Any odd byte would do as a mark, but is no `bool`.
  void whatDecidesByOneBitIsNot() {
    Trace marks = trace(1);
    marks.events[2] = eventOf(EventKind::CopyToDevice, input, Bytes(threads * sizeof(float), 1));
    QCOMPARE(found(takesMarked, marks), (Overwritten{wholeOutput}));
  }

  /// Its cost is bounded before it begins: launches in the middle are not looked at.
  void whatItCostsDependsOnTheLaunchesThatAreLookedAt() {
    const std::vector<std::uint64_t> alike(8, 100);
    const double one = mostReplays(trace(1), std::span(alike).first(1));
    QVERIFY(one > 1);
    QCOMPARE(mostReplays(trace(4), std::span(alike).first(4)), one);
    QCOMPARE(mostReplays(trace(8), alike), 1 + (one - 1) / 2);
  }

  void bytesOfOneArrayMayDiffer() {
    const Overwritten of = found(sumOfOdd, trace(1));
    QCOMPARE(of.size(), 1U);
    QCOMPARE(of[0].size(), std::size_t(threads / 2));
    QCOMPARE(of[0][1], (sim::MemoryRange{output + 2 * sizeof(float), sizeof(float)}));
  }

  /// The upper bytes of what is limited stay the same, whatever was there.
  void ofANumberThatIsReadNoByteIsOverwritten() { QCOMPARE(found(limited, trace(1)), (Overwritten{{}})); }

  void theFirstAndTheLastLaunchesAreLookedAt() {
    const Overwritten of = found(twice, trace(6));
    QCOMPARE(of, (Overwritten{wholeOutput, wholeOutput, {}, {}, wholeOutput, wholeOutput}));
  }

  void largeMemoryIsNotLookedAt() {
    Trace large = trace(1);
    Event allocation = eventOf(EventKind::Allocate, sim::deviceBase + (8U << 20));
    allocation.size = 65ULL << 20;
    large.events.insert(large.events.begin(), allocation);
    QCOMPARE(found(twice, large), (Overwritten{{}}));
  }

  void theOriginalIsNotDisturbed() { QVERIFY(replayed(twice, trace(3)).valid()); }

  void resultsOfAnEarlierLaunchDontCount() {
    const ReplayReport report = replayed(skipsKnown, trace(2));
    QCOMPARE(report.reason, Reason::Uninitialised);
    QCOMPARE(QString::fromStdString(report.message),
             QString("byte 0 of a copy to the host was not written by the launch that is to write it"));
  }
};

QTEST_GUILESS_MAIN(OverwrittenTest)
#include "overwritten_test.moc"
