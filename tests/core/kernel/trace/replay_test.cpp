#include "core/kernel/trace/replay.h"

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

/// A kernel that swaps the halves of its input through shared memory; `body` stands between the load of `%x` (thread `%i`'s
/// element) and the store of `%y` to the output.
std::string module(const std::string& body) {
  return R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64, i32)
define ptx_kernel void @kernel(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %x = load float, ptr %p, align 4
)" + body +
         R"(
  %q = getelementptr inbounds float, ptr %out, i64 %i
  store float %y, ptr %q, align 4
  ret void
}
)";
}

const std::string twice = "  %y = fmul float %x, 2.0";
const std::string twiceAndABit = "  %y = fmul float %x, 0x4000051EC0000000"; // 2.0025
const std::string thrice = "  %y = fmul float %x, 3.0";
const std::string divided = "  %z = fsub float %x, %x\n  %y = fdiv float %z, %z";
const std::string outside =
    "  %j = add i64 %i, 64\n  %w = getelementptr float, ptr %out, i64 %j\n  store float %x, ptr %w, align 4\n" + twice;
const std::string skipsZeros = R"(
  %zero = fcmp oeq float %x, 0.0
  br i1 %zero, label %leave, label %go
leave:
  ret void
go:
)" + twice;
const std::string textured = R"(
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 5, i32 %t)
  %v = extractvalue {float, float, float, float} %all, 0
  %y = fmul float %v, 2.0)";
const std::string endless = R"(
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %more = icmp ult i32 %m, 1000000
  br i1 %more, label %loop, label %end
end:
)" + twice;

/// Each thread reads its neighbour's element in the other warp, then stores another value in its own; without the second barrier
/// that store races with the read.
std::string exchange(bool secondBarrier) {
  const std::string barrier = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
  return R"(
  %mine = getelementptr inbounds [64 x float], ptr addrspace(3) @tile, i64 0, i64 %i
  store float %x, ptr addrspace(3) %mine, align 4
)" + barrier +
         R"(
  %o = xor i64 %i, 32
  %other = getelementptr inbounds [64 x float], ptr addrspace(3) @tile, i64 0, i64 %o
  %v = load volatile float, ptr addrspace(3) %other, align 4
)" + (secondBarrier ? barrier : "") +
         R"(
  %z = fadd float %x, 1.0
  store volatile float %z, ptr addrspace(3) %mine, align 4
  %y = fmul float %v, 2.0
)";
}

/// Each thread delivers its neighbour's element, and the last one nothing. `%v` of the last thread lies past the end of shared memory.
std::string next(const std::string& result, unsigned loads = 1) {
  std::string text = R"(
  %mine = getelementptr [64 x float], ptr addrspace(3) @tile, i64 0, i64 %i
  store float %x, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = add i64 %i, 1
  %next = getelementptr float, ptr addrspace(3) @tile, i64 %j
)";
  for (unsigned i = 1; i < loads; ++i) text += "  %w" + std::to_string(i) + " = load volatile float, ptr addrspace(3) %next, align 4\n";
  return text + "  %v = load volatile float, ptr addrspace(3) %next, align 4\n" + result;
}
const std::string checkedLate = "  %last = icmp eq i64 %i, 63\n  %y = select i1 %last, float 0.0, float %v\n";
const std::string unchecked = "  %y = fadd float %v, 0.0\n";

template <class T> Bytes bytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Event event(EventKind kind, std::uint64_t address) {
  Event made;
  made.kind = kind;
  made.address = address;
  return made;
}

constexpr std::uint64_t input = sim::deviceBase;
constexpr std::uint64_t output = sim::deviceBase + 4096;

/// One launch over 64 floats; `expected` is the oracle.
Trace trace(const std::vector<float>& expected) {
  std::vector<float> values;
  for (unsigned i = 0; i < threads; ++i) values.push_back(static_cast<float>(i + 1));
  Event launch = event(EventKind::Launch, 0);
  launch.name = "kernel";
  launch.block = {threads, 1, 1};
  launch.data = bytesOf<std::uint64_t>({input, output});
  Event upload = event(EventKind::CopyToDevice, input);
  upload.data = bytesOf(values);
  Event download = event(EventKind::CopyToHost, output);
  download.data = bytesOf(expected);
  Trace made{{event(EventKind::Allocate, input), event(EventKind::Allocate, output), upload, launch, download}};
  for (Event& e : made.events)
    if (e.kind == EventKind::Allocate) e.size = threads * sizeof(float);
  return made;
}

Trace doubling() {
  std::vector<float> expected;
  for (unsigned i = 0; i < threads; ++i) expected.push_back(2.0F * static_cast<float>(i + 1));
  return trace(expected);
}

/// The input is a texture as well, with the number 5.
Trace texturing() {
  sim::Texture texture;
  texture.address = input;
  texture.width = threads;
  Trace made = doubling();
  Event create = event(EventKind::CreateTexture, 5);
  create.data = sim::encodeTexture(texture);
  made.events.insert(std::prev(made.events.end(), 2), create);
  return made;
}

Trace exchanging() {
  std::vector<float> expected;
  for (unsigned i = 0; i < threads; ++i) expected.push_back(2.0F * static_cast<float>((i ^ 32) + 1));
  return trace(expected);
}

/// Of next(), in a program whose undefined loads are tolerated.
Trace tolerating() {
  std::vector<float> expected;
  for (unsigned i = 0; i + 1 < threads; ++i) expected.push_back(static_cast<float>(i + 2));
  expected.push_back(0);
  Trace made = trace(expected);
  made.events.insert(made.events.begin(), event(EventKind::TolerateUndefined, 0));
  return made;
}

} // namespace

class ReplayTest : public QObject {
  Q_OBJECT
private slots:
  void replaysTheOriginalWithTimeAndInstructions() {
    const ReplayReport report = run(twice, doubling(), nullptr);
    QCOMPARE(QString::fromStdString(report.message), QString());
    QVERIFY(report.valid());
    QVERIFY(report.microseconds > 0);
    QCOMPARE(report.error, 0.0);
    QCOMPARE(report.launchWarpInstructions.size(), 1U);
    QVERIFY(report.launchWarpInstructions[0] >= 2);
  }

  void replayIsDeterministic() {
    const ReplayReport first = run(twice, doubling(), nullptr);
    const ReplayReport second = run(twice, doubling(), nullptr);
    QCOMPARE(first.microseconds, second.microseconds);
    QCOMPARE(first.launchWarpInstructions, second.launchWarpInstructions);
  }

  void wrongOutputReportsElementAndValues() {
    const ReplayReport report = run(thrice, doubling(), &baseline_);
    QCOMPARE(report.reason, Reason::WrongOutput);
    QCOMPARE(QString::fromStdString(report.message).section(" (", 0, 0), QString("output out, element 0: 3 instead of 2"));
    QCOMPARE(report.error, 0.5);
  }

  void errorWithinTheToleranceIsValid() {
    const ReplayReport report = run(twiceAndABit, doubling(), &baseline_);
    QVERIFY(report.valid());
    QVERIFY(report.error > 0.001 && report.error < 0.002);
  }

  void outputsOwnToleranceScalesToTheRuns() {
    outputs_[0].tolerance = 0.1;
    const ReplayReport loose = run(twiceAndABit, doubling(), &baseline_);
    QVERIFY(loose.valid());
    QVERIFY(loose.error > 0.0001 && loose.error < 0.0002); // a tenth: of 10 % as of the run's 1 %
    outputs_[0].tolerance = 0.001;
    QCOMPARE(run(twiceAndABit, doubling(), &baseline_).reason, Reason::WrongOutput);
    outputs_[0].tolerance = 0;
    QCOMPARE(run(twiceAndABit, doubling(), &baseline_).reason, Reason::WrongOutput);
  }

  void elementsThatDoNotCountMayBeAnything() {
    QCOMPARE(run(thrice, doubling(), &baseline_).reason, Reason::WrongOutput);
    outputs_[0].ignored = {{false, 0, 1e9}};
    const ReplayReport report = run(thrice, doubling(), &baseline_);
    QVERIFY(report.valid());
    QCOMPARE(report.error, 0.0);
    outputs_[0].ignored = {{true, 0, 0}}; // the first one
    QVERIFY(!run(thrice, doubling(), &baseline_).valid());
  }

  void integersNeedTheirOwnTolerance() {
    outputs_[0].type = "i32";
    QCOMPARE(run(twiceAndABit, doubling(), &baseline_).reason, Reason::WrongOutput);
    outputs_[0].tolerance = 0.01;
    QVERIFY(run(twiceAndABit, doubling(), &baseline_).valid());
  }

  void exactModeHasNoTolerance() {
    settings_.mode = Mode::Exact;
    QCOMPARE(run(twiceAndABit, doubling(), &baseline_).reason, Reason::WrongOutput);
  }

  void decisionsHaveNoTolerance() {
    Trace decided = doubling();
    decided.events.back().decision = true;
    QCOMPARE(run(twiceAndABit, decided, &baseline_).reason, Reason::Decision);
  }

  void texturesExistUntilDestroyed() {
    QCOMPARE(run(textured, texturing(), nullptr).reason, Reason::None);
    Trace destroyed = texturing();
    destroyed.events.insert(std::prev(destroyed.events.end(), 2), ::event(EventKind::DestroyTexture, 5));
    const ReplayReport report = run(textured, destroyed, nullptr);
    QCOMPARE(report.reason, Reason::OutOfBounds);
    QVERIFY2(report.message.find("there is no texture object 0x5") != std::string::npos, report.message.c_str());
  }
  void rejectsDamagedTextures() {
    Trace damaged = texturing();
    for (Event& e : damaged.events)
      if (e.kind == EventKind::CreateTexture) e.data.front() = 77;
    QCOMPARE(run(textured, damaged, nullptr).reason, Reason::Unsupported);
  }
  void nanIsNotFinite() { QCOMPARE(run(divided, doubling(), &baseline_).reason, Reason::NotFinite); }

  void outOfBoundsHasTheFaultsMessage() {
    const ReplayReport report = run(outside, doubling(), &baseline_);
    QCOMPARE(report.reason, Reason::OutOfBounds);
    QVERIFY(QString::fromStdString(report.message).contains("kernel"));
  }

  void budgetIsAMultipleOfTheOriginals() { QCOMPARE(run(endless, doubling(), &baseline_).reason, Reason::Budget); }

  void unwrittenResultIsUninitialised() {
    Trace trace = doubling();
    for (Event& event : trace.events)
      if (event.data.size() >= 4 && event.kind != EventKind::Launch) std::fill_n(event.data.begin(), 4, std::uint8_t{0});
    const ReplayReport original = run(twice, trace, nullptr);
    QVERIFY(original.valid());
    const Baseline own = baselineOf(original);
    QVERIFY(run(twice, trace, &own).valid());
    QCOMPARE(run(skipsZeros, trace, &own).reason, Reason::Uninitialised);
  }

  void newRaceIsRejected() {
    const ReplayReport original = run(exchange(true), exchanging(), nullptr);
    QVERIFY(original.valid());
    QVERIFY(original.races.empty());
    const Baseline own = baselineOf(original);
    const ReplayReport report = run(exchange(false), exchanging(), &own);
    QCOMPARE(report.reason, Reason::Race);
    QVERIFY(!report.races.empty());
  }

  void raceOfTheOriginalIsAccepted() {
    const ReplayReport original = run(exchange(false), exchanging(), nullptr);
    QVERIFY(original.valid());
    const Baseline own = baselineOf(original);
    QVERIFY(run(exchange(false), exchanging(), &own).valid());
  }

  void flaggedRacesAreReportedOnly() {
    settings_.races = RacePolicy::Flag;
    const ReplayReport report = run(exchange(false), exchanging(), &baseline_);
    QVERIFY(report.valid());
    QVERIFY(!report.races.empty());
  }

  void undefinedLoadIsAFaultUnlessTolerated() {
    Trace trace = tolerating();
    const ReplayReport tolerated = run(next(checkedLate), trace, nullptr);
    QVERIFY2(tolerated.valid(), tolerated.message.c_str());
    QCOMPARE(tolerated.undefinedReads.size(), 1U);
    trace.events.erase(trace.events.begin());
    QCOMPARE(run(next(checkedLate), trace, nullptr).reason, Reason::OutOfBounds);
  }

  void undefinedLoadOfTheOriginalIsExcusedAsOften() {
    const Baseline own = baselineOf(run(next(checkedLate), tolerating(), nullptr));
    QVERIFY(run(next(checkedLate), tolerating(), &own).valid());
    QCOMPARE(run(next(checkedLate, 2), tolerating(), &own).reason, Reason::OutOfBounds);
    const Baseline none = baselineOf(run(twice, tolerating(), nullptr));
    QCOMPARE(run(next(checkedLate), tolerating(), &none).reason, Reason::OutOfBounds);
  }

  void resultThatDependsOnAnUndefinedByteIsWrong() {
    const Trace trace = tolerating();
    const Baseline zero = baselineOf(run(next(checkedLate), trace, nullptr));
    QVERIFY(run(next(unchecked), trace, &zero).valid()); // by luck
    const ReplayReport original = runWithUndefined(next(checkedLate), trace);
    QVERIFY(original.valid());
    QVERIFY(std::ranges::all_of(original.spread, [](double spread) { return spread == 0; }));
    const Baseline other = baselineWithUndefined(otherUndefinedBytes[0], original);
    QVERIFY(run(next(checkedLate), trace, &other).valid());
    const ReplayReport report = run(next(unchecked), trace, &other);
    QCOMPARE(report.reason, Reason::WrongOutput);
    QVERIFY2(report.message.find("element 63") != std::string::npos, report.message.c_str());
  }

  void resultThatDependsOnOneInTheOriginalMayChange() {
    const ReplayReport original = runWithUndefined(next(unchecked), tolerating());
    QVERIFY(original.valid());
    QVERIFY(!original.spread.empty() && original.spread[0] > 0);
    const Baseline own = baselineWithUndefined(otherUndefinedBytes[0], original);
    QVERIFY(run(next(unchecked), tolerating(), &own).valid());
    QVERIFY(run(next(checkedLate), tolerating(), &own).valid());
    QCOMPARE(run(next("  %y = fadd float %v, 1.0\n"), tolerating(), &own).reason, Reason::WrongOutput);
  }

  void init() {
    settings_ = {};
    outputs_ = {{"out", "f32", "debug info", std::nullopt}};
  }

private:
  ReplayReport run(const std::string& body, const Trace& trace, const Baseline* baseline) {
    return with(body, [&](sim::Simulator& simulator, const sim::Model& model) {
      return replay(trace, simulator, model, outputs_, settings_, baseline);
    });
  }
  ReplayReport runWithUndefined(const std::string& body, const Trace& trace) {
    return with(body, [&](sim::Simulator& simulator, const sim::Model& model) {
      return replayWithUndefined(otherUndefinedBytes[0], trace, simulator, model, outputs_, settings_);
    });
  }

  template <class Replay> ReplayReport with(const std::string& body, Replay replayIn) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto parsed = llvm::parseAssemblyString(module(body), diagnostic, context);
    if (parsed == nullptr) return {Reason::Crash, diagnostic.getMessage().str(), 0, 0, {}, {}, {}};
    const sim::Model model = sim::loadModel("sim").value();
    auto simulator = sim::Simulator::create(*parsed, model);
    if (!simulator) return {Reason::Unsupported, simulator.error().message, 0, 0, {}, {}, {}};
    return replayIn(*simulator, model);
  }

  std::vector<OutputInfo> outputs_;
  const Baseline baseline_ = [] {
    Baseline baseline;
    baseline.launchWarpInstructions = {100};
    return baseline;
  }();
  EvaluationSettings settings_;
};

QTEST_GUILESS_MAIN(ReplayTest)
#include "replay_test.moc"
