#pragma once

/// The worker protocol: one request, one reply, each a length-prefixed byte blob on the worker's stdin and stdout.
/// Requests and replies are values; a worker holds no state but the project it was given by `Load` and a memo of what
/// it evaluated before, which never changes an answer, only its speed.

#include "core/edit/edit_wire.h"
#include "core/search/random.h"
#include "core/values/device_report.h"
#include "core/values/evaluation_result.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <array>

namespace gevo {

/// First request to every worker of a run or view.
struct LoadRequest {
  Project project;
  EvaluationSettings settings;
  bool evaluate = true; ///< replay the original now and answer `Try` later; views need neither
  Targeting targeting = Targeting::Executed;
  std::string folder; ///< where the relative paths of a program that is judged live start; its owner trusts it
};

/// The original on this worker's device. Equal on every worker of a simulated run.
struct LoadReply {
  std::uint32_t instructions = 0;   ///< base instruction ids are 0 .. instructions-1
  Outcome original;                 ///< runtime of the unmodified kernels over the tests, error 0
  std::vector<double> testRuntimes; ///< microseconds per test, in the project's order, NaN where not run (held-out)
  std::string device;               ///< as shown: "simulated H200"
  std::uint32_t tests = 1;          ///< those with the role Test
  bool deterministic = true;        ///< false: timings vary, equal code may take another time when measured anew
  DeviceReport report;
};

/// "parents' edits, operator, random key" in; "edit list, outcome" out. With `mutations` 0 it evaluates `edits` as they are.
struct TryRequest {
  EditList edits;
  std::uint32_t mutations = 0; ///< edits to propose, drawn from `key`, each operator with equal probability
  RandomKey key;
  std::vector<std::uint32_t> tests; ///< of those with the role Test, by their place among these, ascending; empty: all
  bool anew = false;                ///< measure, even where the fitness of this code is known
  bool energy = false;              ///< with `anew`: the energy too, which takes much longer
};

struct TryReply {
  EditList edits;
  std::vector<bool> active; ///< per edit, those that were left out among them
  Outcome outcome;
  /// So many edits of the request stand before `edits`: on the way back from the worker they are left out, see try_result.h.
  std::uint32_t kept = 0;
  /// Microseconds that the original takes on this worker's device, where workers may differ in that: the runtime is its share of it. 0: it
  /// takes the same everywhere.
  double originalRuntime = 0;
  double originalEnergy = 0; ///< millijoules, likewise
};

struct TestReport {
  TestRole role = TestRole::Test;
  std::string arguments;
  Outcome outcome;
  double originalRuntime = 0;     ///< microseconds, same device, same process
  std::vector<std::string> races; ///< sentences; those that the original has too are marked so
};

/// `gevo check`: every test, nothing taken from the memo, races and bounds reported. Held-out tests come with the request, so that
/// workers that only search never hold their tapes; those of the loaded project are not run.
struct CheckRequest {
  EditList edits;
  std::vector<TestCase> heldOut;
};
struct CheckReply {
  std::vector<TestReport> tests;
};

/// One line of source that an edit came from; inlined code has its chain, innermost first.
struct SourcePosition {
  std::string file; ///< as in Project::sources
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;
};

struct EditDescription {
  bool active = false;
  std::string words;                  ///< "delete barrier", "operand `vy1` becomes `ty`", "condition becomes `tx < cols`"
  std::string effect;                 ///< short, to stand beside a line: "barrier removed", "operand", "condition"
  std::vector<SourcePosition> target; ///< chain of the instruction acted on
  std::vector<SourcePosition> other;  ///< chain of the place it went to, if any
  bool removesTarget = false;         ///< the target's line lost something: marked on the left side
  bool addsCode = false;              ///< something new stands at `other` (or at the target): marked on the right side
  bool inSource = false;              ///< InspectReply::cuda tells all of it
  /// In the papers' words (seeds/000, V-A; seeds/002, VI): "barrier removed", "loop perforation", ... Empty where none of them fits for
  /// sure.
  std::string meaning;
};

/// A text with, per line, the source line it came from (file index into Project::sources, -1 for none).
struct MappedText {
  std::string text;
  std::vector<std::int32_t> sourceFile; ///< per line
  std::vector<std::uint32_t> sourceLine;
  std::vector<std::int32_t> chain; ///< per line: index into `chains`, -1 where the code was not inlined; may be shorter than the text
  std::vector<std::string> chains; ///< "clamp (a.cu:12), inlined at a.cu:47 in step"
};

/// A source of the project with the edits written into it, as far as they can be told in CUDA.
struct RewrittenSource {
  std::int32_t file = 0; ///< index into Project::sources
  MappedText text;       ///< per line, the line it was in the source; file -1 for a new one
};

/// For the views: texts of a variant. With no edits: of the original.
struct InspectRequest {
  EditList edits;
  bool plainIr = false; ///< IR as LLVM prints it, with debug records, attributes and metadata
};
struct InspectReply {
  MappedText ir; ///< cleaned unless asked otherwise: names demangled, no debug records, attributes or metadata
  MappedText ptx;
  std::string ptxError; ///< why there is no PTX, when the back end refuses the variant
  std::vector<EditDescription> edits;
  std::vector<RewrittenSource> cuda; ///< sources that differ
};

enum class Artifact : std::uint8_t { Ptx, Ir };
struct ExportRequest {
  EditList edits;
  Artifact artifact = Artifact::Ptx;
  std::string architecture; ///< "sm_80", for PTX; empty: the project's
};
struct ExportReply {
  std::string text;
  std::string architecture; ///< that the code is for
};

/// What the recorded tests ask of each kernel: the shapes and sizes that a variant was tried with. Needs no Load.
struct LaunchesRequest {
  std::vector<TestCase> tests;
};
/// Equal launches of one test are counted together, in the order of their first.
struct LaunchShape {
  std::string kernel; ///< as in the module (mangled)
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamicShared = 0; ///< bytes
  std::uint64_t count = 0;
};
struct TestLaunches {
  TestRole role = TestRole::Test;
  std::string arguments;
  std::vector<LaunchShape> launches;
  std::uint64_t bytesToDevice = 0;
  std::uint64_t bytesToHost = 0;
};
struct LaunchesReply {
  std::vector<TestLaunches> tests;
};

/// ptxas on a variant's PTX. Starts a program, so it goes to a worker that handles no module. Needs no Load.
struct AssembleRequest {
  std::string ptx;
  std::string architecture;
};
struct AssembleReply {
  bool hasAssembler = false; ///< there is a ptxas here that is new enough for the PTX
  std::string cubin;         ///< empty without one
  std::string note;          ///< what ptxas said ("34 registers, no spills"), or why it said nothing
  std::vector<KernelResources> kernels;
  int version = 0; ///< of the CUDA that ptxas belongs to: 13000 for 13.0; 0: not known
};

/// `gevo doctor`: what this machine has. Starts programs, as above, and needs no Load.
struct Finding {
  std::string name; ///< "clang", "CUDA toolkit", ...
  bool found = false;
  std::string text; ///< where and which version; or what it is needed for and how to get it
};
struct DoctorRequest {
  bool verbose = false;
};
/// A device that runs can use.
struct DeviceChoice {
  std::string id;           ///< as EvaluationSettings::device has it
  std::string name;         ///< "H200"
  std::string architecture; ///< of a real one: "sm_90"; empty for a simulated one
};
struct DoctorReply {
  std::vector<Finding> findings;
  std::vector<DeviceChoice> devices; ///< the usual one first
};

/// Builds a program and records its tapes. The only request that runs host code; never sent for a file from elsewhere.
struct BuildRequest {
  BuildSettings settings;
  std::string workingFolder; ///< where the program's relative paths start
  std::string name;
  std::vector<TestCase> tests;      ///< roles and arguments; tapes empty
  std::vector<std::string> outputs; ///< "NAME[:TYPE[:TOLERANCE]]" as given
};
/// What a test's tape holds.
struct RecordedTest {
  std::uint32_t launches = 0;
  std::uint64_t bytesToDevice = 0;
  std::uint64_t bytesToHost = 0; ///< those that a variant's results are compared in
};
struct BuildReply {
  Project project;
  std::vector<RecordedTest> recorded; ///< per test, in the project's order
  std::vector<std::string> notes;     ///< what the user should know: an assumed type, a decision found
};

/// Builds the host program of an existing project again and records further tests with the project's own kernels. Refused when a
/// source is no longer what the project was made from. Runs host code, as BuildRequest does.
struct RecordTestsRequest {
  Project project;             ///< its tests are not looked at
  std::string workingFolder;   ///< where the program's relative paths start
  std::vector<TestCase> tests; ///< roles and arguments; tapes empty
};
struct RecordTestsReply {
  std::vector<TestCase> tests;
};

/// `gevo exec`: builds the program of an existing project for the real CUDA runtime, with other device code in place of its own. Refused
/// when a source is no longer what the project was made from. Its owner trusts the project; the program is not run.
struct GpuCode {
  std::string ptx;     ///< of all of the program's device code
  std::string program; ///< path of the program to make
};
struct BuildForGpuRequest {
  Project project;           ///< its tests are not looked at
  std::string workingFolder; ///< where the program's relative paths start
  std::string architecture;  ///< of the GPU, to assemble for where there is a ptxas; empty: PTX alone, which the driver compiles
  std::vector<GpuCode> codes;
  std::string commandLine; ///< as a test has it
};
struct BuildForGpuReply {
  std::vector<std::string> arguments; ///< the command line's
  std::vector<std::string> notes;
};

/// `gevo fidelity`: one variant on the simulated GPU and on a real one. Needs a Load for a GPU.
struct CompareRequest {
  EditList edits;
  double relativeError = 0.01; ///< of the measured ratio, to be reached where the repeats allow it
};
struct ComparedTest {
  double simulated = 0; ///< microseconds
  double simulatedOriginal = 0;
  double measured = 0; ///< microseconds: the ratio to the original, which ran between, times its time
  double measuredOriginal = 0;
  double relativeError = 0; ///< standard error of the measured ratio, as a share of it
};
struct CompareReply {
  Reason reason = Reason::None; ///< why there is nothing to compare: where the simulated or the real GPU rejects the variant
  std::string detail;
  bool onGpu = false;              ///< it was the real one that rejected it
  Hash128 code;                    ///< of the machine code
  std::vector<ComparedTest> tests; ///< those with the role Test
};

/// `gevo calibrate`: measures a GPU and writes a model of it. Needs no Load; a worker in the mode "calibrate" answers it.
struct CalibrateRequest {
  std::int32_t gpu = 0;
  std::uint32_t repeats = 11; ///< of each probe
};
/// A figure of the model.
struct CalibratedFigure {
  std::string section; ///< as in the file
  std::string key;
  bool measured = false;
  double value = 0;
  double bundled = 0; ///< what the nearest model that is built in has
  double spread = 0;  ///< of the repeats: half the range of their middle half, as a share of the value
  std::string note;   ///< how it was measured, or why it was not
};
struct CalibrateReply {
  std::string gpu;     ///< as the driver names it
  std::string bundled; ///< name of the nearest model
  std::vector<CalibratedFigure> figures;
  std::vector<std::string> notes; ///< measured, and in no figure of the model
  std::string model;              ///< text of the file
};

/// What a worker answers when it can't answer: an Error.
struct ErrorReply {
  std::string message;
  std::string details;
};

constexpr std::uint32_t enumerators(Artifact) { return std::uint32_t(Artifact::Ir) + 1; }

enum class RequestKind : std::uint8_t {
  Load,
  Try,
  Check,
  Inspect,
  Export,
  Build,
  Stop,
  Doctor,
  RecordTests,
  Assemble,
  Launches,
  Compare,
  Calibrate,
  BuildForGpu
};

template <class Archive> void fields(Archive& a, LoadRequest& m) { a(m.project, m.settings, m.evaluate, m.targeting, m.folder); }
template <class Archive> void fields(Archive& a, LoadReply& m) {
  a(m.instructions, m.original, m.testRuntimes, m.device, m.tests, m.deterministic, m.report);
}
template <class Archive> void fields(Archive& a, TryRequest& m) { a(m.edits, m.mutations, m.key, m.tests, m.anew, m.energy); }
template <class Archive> void fields(Archive& a, TryReply& m) {
  a(m.edits, m.active, m.outcome, m.kept, m.originalRuntime, m.originalEnergy);
}
template <class Archive> void fields(Archive& a, TestReport& m) { a(m.role, m.arguments, m.outcome, m.originalRuntime, m.races); }
template <class Archive> void fields(Archive& a, CheckRequest& m) { a(m.edits, m.heldOut); }
template <class Archive> void fields(Archive& a, CheckReply& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, SourcePosition& m) { a(m.file, m.line, m.column, m.function); }
template <class Archive> void fields(Archive& a, EditDescription& m) {
  a(m.active, m.words, m.effect, m.target, m.other, m.removesTarget, m.addsCode, m.inSource, m.meaning);
}
template <class Archive> void fields(Archive& a, MappedText& m) { a(m.text, m.sourceFile, m.sourceLine, m.chain, m.chains); }
template <class Archive> void fields(Archive& a, InspectRequest& m) { a(m.edits, m.plainIr); }
template <class Archive> void fields(Archive& a, InspectReply& m) { a(m.ir, m.ptx, m.ptxError, m.edits, m.cuda); }
template <class Archive> void fields(Archive& a, RewrittenSource& m) { a(m.file, m.text); }
template <class Archive> void fields(Archive& a, ExportRequest& m) { a(m.edits, m.artifact, m.architecture); }
template <class Archive> void fields(Archive& a, ExportReply& m) { a(m.text, m.architecture); }
template <class Archive> void fields(Archive& a, LaunchesRequest& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, LaunchShape& m) { a(m.kernel, m.grid, m.block, m.dynamicShared, m.count); }
template <class Archive> void fields(Archive& a, TestLaunches& m) { a(m.role, m.arguments, m.launches, m.bytesToDevice, m.bytesToHost); }
template <class Archive> void fields(Archive& a, LaunchesReply& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, AssembleRequest& m) { a(m.ptx, m.architecture); }
template <class Archive> void fields(Archive& a, AssembleReply& m) { a(m.hasAssembler, m.cubin, m.note, m.kernels, m.version); }
template <class Archive> void fields(Archive& a, Finding& m) { a(m.name, m.found, m.text); }
template <class Archive> void fields(Archive& a, DoctorRequest& m) { a(m.verbose); }
template <class Archive> void fields(Archive& a, DeviceChoice& m) { a(m.id, m.name, m.architecture); }
template <class Archive> void fields(Archive& a, DoctorReply& m) { a(m.findings, m.devices); }
template <class Archive> void fields(Archive& a, BuildRequest& m) { a(m.settings, m.workingFolder, m.name, m.tests, m.outputs); }
template <class Archive> void fields(Archive& a, RecordedTest& m) { a(m.launches, m.bytesToDevice, m.bytesToHost); }
template <class Archive> void fields(Archive& a, BuildReply& m) { a(m.project, m.recorded, m.notes); }
template <class Archive> void fields(Archive& a, RecordTestsRequest& m) { a(m.project, m.workingFolder, m.tests); }
template <class Archive> void fields(Archive& a, RecordTestsReply& m) { a(m.tests); }
template <class Archive> void fields(Archive& a, GpuCode& m) { a(m.ptx, m.program); }
template <class Archive> void fields(Archive& a, BuildForGpuRequest& m) {
  a(m.project, m.workingFolder, m.architecture, m.codes, m.commandLine);
}
template <class Archive> void fields(Archive& a, BuildForGpuReply& m) { a(m.arguments, m.notes); }
template <class Archive> void fields(Archive& a, CompareRequest& m) { a(m.edits, m.relativeError); }
template <class Archive> void fields(Archive& a, ComparedTest& m) {
  a(m.simulated, m.simulatedOriginal, m.measured, m.measuredOriginal, m.relativeError);
}
template <class Archive> void fields(Archive& a, CompareReply& m) { a(m.reason, m.detail, m.onGpu, m.code, m.tests); }
template <class Archive> void fields(Archive& a, CalibrateRequest& m) { a(m.gpu, m.repeats); }
template <class Archive> void fields(Archive& a, CalibratedFigure& m) {
  a(m.section, m.key, m.measured, m.value, m.bundled, m.spread, m.note);
}
template <class Archive> void fields(Archive& a, CalibrateReply& m) { a(m.gpu, m.bundled, m.figures, m.notes, m.model); }
template <class Archive> void fields(Archive& a, ErrorReply& m) { a(m.message, m.details); }

/// The request type of each reply type and its kind on the wire.
template <class Request> struct RequestTraits;
template <> struct RequestTraits<LoadRequest> {
  using Reply = LoadReply;
  static constexpr RequestKind kind = RequestKind::Load;
};
template <> struct RequestTraits<TryRequest> {
  using Reply = TryReply;
  static constexpr RequestKind kind = RequestKind::Try;
};
template <> struct RequestTraits<CheckRequest> {
  using Reply = CheckReply;
  static constexpr RequestKind kind = RequestKind::Check;
};
template <> struct RequestTraits<InspectRequest> {
  using Reply = InspectReply;
  static constexpr RequestKind kind = RequestKind::Inspect;
};
template <> struct RequestTraits<ExportRequest> {
  using Reply = ExportReply;
  static constexpr RequestKind kind = RequestKind::Export;
};
template <> struct RequestTraits<LaunchesRequest> {
  using Reply = LaunchesReply;
  static constexpr RequestKind kind = RequestKind::Launches;
};
template <> struct RequestTraits<AssembleRequest> {
  using Reply = AssembleReply;
  static constexpr RequestKind kind = RequestKind::Assemble;
};
template <> struct RequestTraits<DoctorRequest> {
  using Reply = DoctorReply;
  static constexpr RequestKind kind = RequestKind::Doctor;
};
template <> struct RequestTraits<BuildRequest> {
  using Reply = BuildReply;
  static constexpr RequestKind kind = RequestKind::Build;
};
template <> struct RequestTraits<BuildForGpuRequest> {
  using Reply = BuildForGpuReply;
  static constexpr RequestKind kind = RequestKind::BuildForGpu;
};
template <> struct RequestTraits<CompareRequest> {
  using Reply = CompareReply;
  static constexpr RequestKind kind = RequestKind::Compare;
};
template <> struct RequestTraits<CalibrateRequest> {
  using Reply = CalibrateReply;
  static constexpr RequestKind kind = RequestKind::Calibrate;
};
template <> struct RequestTraits<RecordTestsRequest> {
  using Reply = RecordTestsReply;
  static constexpr RequestKind kind = RequestKind::RecordTests;
};

} // namespace gevo
