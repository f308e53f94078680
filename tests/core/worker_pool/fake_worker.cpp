/// A worker for tests: the real protocol, no LLVM. Fitness is a function of the edits' targets. The payload of an `Export` request is a
/// command as text, by which a test can have it crash, hang or send a wrong reply; so are the arguments of the first test that it is to
/// record, whose reply has the command's as arguments. The project's name is a command too, or describes the
/// device: "tests=4", "noise=0.1" (share by which timings vary, in both directions), "secret" (it is reported as deterministic all the
/// same), "energy" (it measures energy), "slow" (its tests are reported to take a minute), "interact" (some targets fail without others).
/// Each fuzz input has targets of its own that are fatal there, as a boundary is at one size only, and so has the check of the tests.

#include "core/base/wire.h"
#include "core/edit/operators.h"
#include "core/protocol/build.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/frames.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/protocol/validate.h"
#include "core/values/evaluation_result.h"
#include "core/values/original_report.h"
#include "core/values/project.h"
#include "core/values/test_report.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace gevo;

namespace {

constexpr std::uint64_t targets = 48;

struct Device {
  std::uint32_t tests = 1;
  double noise = 0;
  bool secret = false;
  bool energy = false;
  bool slow = false;
  bool interact = false;
};
Device device;

[[noreturn]] void crash() {
  ::signal(SIGSEGV, SIG_DFL); // sanitizers have a handler of their own
  ::raise(SIGSEGV);
  ::_exit(3);
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

EvaluationResult valid(double runtime, double error, std::string_view code) {
  EvaluationResult result;
  result.stage = Stage::Done;
  result.reason = Reason::None;
  result.fitness = {runtime, error};
  result.code = hashText(code);
  return result;
}

/// Microseconds that changing `target` saves in a test; the mean over an even number of tests is that of a device with one test.
double savedTime(std::uint64_t target, std::uint32_t test) {
  const double plain = double(target / 2 % 7);
  return device.tests == 1 ? plain : plain * (test % 2 == 0 ? 0.5 : 1.5);
}

/// Some targets are fatal in one of several tests only.
bool failsIn(const std::set<std::uint64_t>& changed, std::uint32_t test) {
  return device.tests > 1 && std::ranges::any_of(changed, [&](std::uint64_t target) { return target % 16 == 5 + test; });
}

/// 30, 32 and 34 fail without each other, 38 fails without 42, which gains nothing.
bool lacksOthers(const std::set<std::uint64_t>& changed) {
  const auto count = changed.count(30) + changed.count(32) + changed.count(34);
  return (count > 0 && count < 3) || (changed.contains(38) && !changed.contains(42));
}

/// On one of the fuzz inputs.
bool failsOn(const std::set<std::uint64_t>& changed, std::uint32_t input) {
  return std::ranges::any_of(changed, [&](std::uint64_t target) { return target % 24 == 2 + 8 * input; });
}

/// Some targets cost accuracy there, and not in the tests.
double errorOn(const std::set<std::uint64_t>& changed, std::uint32_t input) {
  return 0.002 * double(std::ranges::count_if(changed, [&](std::uint64_t target) { return target % 24 == 4 + 8 * input; }));
}

/// On any input.
bool isSlowThere(const std::set<std::uint64_t>& changed) {
  return std::ranges::any_of(changed, [](std::uint64_t target) { return target % 24 == 12; });
}

void tryInputs(EvaluateReply& reply, const std::set<std::uint64_t>& changed, const EvaluateRequest& request) {
  EvaluationResult& result = reply.result;
  const auto fail = [&](std::string message) {
    result.stage = Stage::Tests;
    result.reason = Reason::WrongOutput;
    result.message = std::move(message);
  };
  for (const std::uint32_t input : request.inputs) {
    if (failsOn(changed, input)) return fail("on input " + std::to_string(input));
    if (request.onlyInputs) {
      reply.inputErrors.push_back(errorOn(changed, input));
      reply.inputRuntimes.push_back(isSlowThere(changed) ? 130 : 100);
    }
    result.fitness.error = std::max(result.fitness.error, errorOn(changed, input));
  }
  const bool dependsOnOrder = std::ranges::any_of(changed, [](std::uint64_t target) { return target % 24 == 22; });
  if (request.onlyChecks && dependsOnOrder) fail("in another order");
}

double noisy(double runtime) {
  static std::uint32_t measurement = 0;
  if (device.noise == 0) return runtime;
  RandomStream stream({41, 0, measurement++, 0, Purpose::Test});
  return runtime * (1 + device.noise * (2 * stream.unit() - 1));
}

/// Each target saves a little time, some cost accuracy; a third of them is fatal together with an odd one.
EvaluationResult evaluate(const std::set<std::uint64_t>& changed, std::vector<std::uint32_t> tests) {
  const bool all = tests.empty();
  for (std::uint32_t test = 0; all && test < device.tests; ++test) tests.push_back(test);
  EvaluationResult result;
  result.stage = Stage::Screen;
  double runtime = 100;
  double error = 0;
  std::string code;
  bool hasOdd = false;
  bool hasThird = false;
  for (const std::uint64_t target : changed) {
    // Neighbours give the same code, as different edits often do.
    code += std::to_string(target / 2) + ' ';
    for (const std::uint32_t test : tests) runtime -= savedTime(target, test) / double(tests.size());
    error += target / 2 % 5 == 0 ? 0.001 : 0;
    hasOdd = hasOdd || target % 8 == 1;
    hasThird = hasThird || target % 3 == 0;
  }
  result.code = hashText(code);
  result.reason = changed.empty() ? Reason::NoOp : Reason::WrongOutput;
  if (changed.empty() || (hasOdd && hasThird) || (device.interact && lacksOthers(changed))) return result;
  if (std::ranges::any_of(tests, [&](std::uint32_t test) { return failsIn(changed, test); })) return result;
  result = valid(noisy(runtime), error, code);
  if (!all) result.stage = Stage::Tests;
  return result;
}

/// Two millijoules a microsecond; some targets save power, and take time.
void measureEnergy(EvaluationResult& result, const std::set<std::uint64_t>& changed) {
  static std::map<Hash128, std::uint32_t> pairs;
  const auto saving = std::ranges::count_if(changed, [](std::uint64_t target) { return target % 7 == 3; });
  result.fitness.energy = result.fitness.runtime * (2 - 0.1 * double(saving));
  result.metrics.repeats = 5;
  result.metrics.energyPairs = pairs[result.code] += 3;
}

EvaluateReply evaluate(const EvaluateRequest& request) {
  EvaluateReply reply;
  reply.edits = request.edits;
  RandomStream stream(request.key);
  for (std::uint32_t i = 0; i < request.mutations; ++i) {
    Edit edit;
    edit.uid = stream.next();
    edit.op = Operator(stream.below(gevoOperators().size()));
    edit.target = InstructionRef::base(stream.below(targets));
    edit.other = InstructionRef::base(stream.below(targets));
    reply.edits.push_back(edit);
  }
  std::set<std::uint64_t> changed;
  for (const Edit& edit : reply.edits) reply.active.push_back(changed.insert(edit.target.id).second);
  reply.result = request.onlyInputs || request.onlyChecks ? valid(100, 0, "tried") : evaluate(changed, request.tests);
  if (reply.result.valid()) tryInputs(reply, changed, request);
  if (device.energy && request.remeasure && request.energy && reply.result.valid()) measureEnergy(reply.result, changed);
  reply.result.stageMicroseconds[0] = std::uint32_t(::getpid()); // differs from worker to worker, as clocks do
  if (device.slow) reply.result.stageMicroseconds[std::size_t(Stage::Tests)] = 60'000'000;
  return reply;
}

/// True for the first call with `path` in any process.
bool firstTime(const std::string& path) {
  if (std::ifstream(path).good()) return false;
  std::ofstream(path) << "called";
  return true;
}

Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

void put(int descriptor, ByteView bytes) { [[maybe_unused]] const ssize_t count = ::write(descriptor, bytes.data(), bytes.size()); }

[[noreturn]] void floodErrors() {
  const std::string line(4096, 'e');
  while (true) put(STDERR_FILENO, bytesOf(line));
}

/// Ignores SIGTERM and the end of stdin.
[[noreturn]] void ignoreTermination() {
  ::signal(SIGTERM, SIG_IGN);
  (void)writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Result), bytesOf("no"));
  hang();
}

Result<Bytes> execute(const std::string& command) {
  std::istringstream words(command);
  std::string verb;
  std::string rest;
  words >> verb;
  std::getline(words >> std::ws, rest);
  if (verb == "crash") crash();
  if (verb == "hang") hang();
  if (verb == "crash-once" && firstTime(rest)) crash();
  if (verb == "hang-once" && firstTime(rest)) hang();
  if (verb == "print-and-crash") {
    std::fprintf(stderr, "%s\n", rest.c_str());
    crash();
  }
  if (verb == "exit") ::_exit(7);
  if (verb == "close") {
    ::close(STDIN_FILENO);
    ::close(STDOUT_FILENO);
    hang();
  }
  if (verb == "error") return fail("{}", rest);
  if (verb == "process") return bytesOf(std::to_string(::getpid()));
  if (verb == "nice") return bytesOf(std::to_string(::getpriority(PRIO_PROCESS, 0)));
  if (verb == "large") return Bytes(std::stoull(rest), 'x');
  if (verb == "endless") {
    put(STDOUT_FILENO, encodeFrameHeader({0, largestFrameBytes + 1}));
    hang();
  }
  if (verb == "garbage") {
    put(STDOUT_FILENO, bytesOf("LLVM ERROR: this is not a frame"));
    hang();
  }
  if (verb == "half") {
    put(STDOUT_FILENO, encodeFrameHeader({0, 1000}));
    put(STDOUT_FILENO, Bytes(500, 'h'));
    hang();
  }
  if (verb == "flood-errors") floodErrors();
  if (verb == "ignore-termination") ignoreTermination();
  if (verb == "wrong-kind") {
    (void)writeFrame(STDOUT_FILENO, 99, bytesOf("?"));
    hang();
  }
  return bytesOf(rest);
}

Device deviceOf(const std::string& name) {
  Device result;
  std::istringstream words(name);
  for (std::string word; words >> word;) {
    if (word.starts_with("tests=")) result.tests = std::uint32_t(std::stoul(word.substr(6)));
    if (word.starts_with("noise=")) result.noise = std::stod(word.substr(6));
    if (word == "secret") result.secret = true;
    if (word == "energy") result.energy = true;
    if (word == "slow") result.slow = true;
    if (word == "interact") result.interact = true;
  }
  return result;
}

bool changes(const EditList& edits, const std::string& target) {
  return std::ranges::any_of(edits, [&](const Edit& edit) { return std::to_string(edit.target.id) == target; });
}

/// On a held-out test every variant does what the test's arguments say; with "without 14" it fails if it changes target 14.
ValidationReport validate(const ValidateRequest& request) {
  ValidationReport reply;
  for (const TestCase& test : request.heldOut) {
    // The original passes.
    if (test.arguments == "crash" && !request.edits.empty()) crash();
    if (test.arguments == "hang" && !request.edits.empty()) hang();
    TestReport& report = reply.tests.emplace_back();
    report.role = test.role;
    report.arguments = test.arguments;
    report.result = valid(80, 0, "");
    report.originalRuntime = 100;
    if (test.arguments == "pass") continue;
    if (test.arguments.starts_with("without ") && !changes(request.edits, test.arguments.substr(8))) continue;
    report.result.reason = Reason::WrongOutput;
    report.result.message = "the output differs";
  }
  return reply;
}

Result<Bytes> replyTo(const Frame& frame) {
  if (frame.kind == std::uint32_t(RequestKind::Load)) {
    GEVO_TRY_ASSIGN(const auto request, wire::decode<LoadRequest>(frame.payload, "request"));
    const std::string& name = request.project.name;
    if (name == "crash") crash();
    if (name == "hang") hang();
    if (name.starts_with("say-and-hang ")) {
      std::fprintf(stderr, "%s\n", name.substr(13).c_str());
      hang();
    }
    if (name == "error") return fail("the project can't be loaded");
    if (name.starts_with("crash-once ") && firstTime(name.substr(11))) crash();
    device = deviceOf(name);
    OriginalReport reply{
        std::uint32_t(targets), valid(100, 0, ""), {}, {}, {}, "fake device", device.tests, device.noise == 0 || device.secret};
    if (device.energy) reply.original.fitness.energy = 200;
    reply.testRuntimes.assign(device.tests, 100.0);
    return wire::encode(reply);
  }
  if (frame.kind == std::uint32_t(RequestKind::Evaluate)) {
    GEVO_TRY_ASSIGN(const auto request, wire::decode<EvaluateRequest>(frame.payload, "request"));
    return wire::encode(evaluate(request));
  }
  if (frame.kind == std::uint32_t(RequestKind::Validate)) {
    GEVO_TRY_ASSIGN(const auto request, wire::decode<ValidateRequest>(frame.payload, "request"));
    return wire::encode(validate(request));
  }
  if (frame.kind == std::uint32_t(RequestKind::RecordTests)) {
    GEVO_TRY_ASSIGN(const auto request, wire::decode<RecordTestsRequest>(frame.payload, "request"));
    GEVO_TRY_ASSIGN(const Bytes said, execute(request.tests.front().arguments));
    RecordTestsReply reply;
    reply.tests = {{request.tests.front().role, std::string(said.begin(), said.end()), {}}};
    return wire::encode(reply);
  }
  return execute(std::string(frame.payload.begin(), frame.payload.end()));
}

} // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "gpu") return 1; // it serves no GPU, which the others would wait for
  while (true) {
    const auto frame = readFrame(STDIN_FILENO);
    if (!frame) return 1;
    if (!*frame) return 0;
    const Result<Bytes> reply = replyTo(**frame);
    const Result<void> written =
        reply ? writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Result), *reply)
              : writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Error), wire::encode(ErrorReply{reply.error().message, ""}));
    if (!written) return 1;
  }
}
