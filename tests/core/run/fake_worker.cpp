/// A worker for tests: the real protocol, no LLVM. Fitness is a function of the edits' targets; `Export` requests carry a
/// command in words, so that a test can have it crash, hang or lie.

#include "core/base/wire.h"
#include "core/run/frames.h"
#include "core/run/messages.h"

#include <csignal>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace gevo;

namespace {

constexpr std::uint64_t targets = 48;

[[noreturn]] void crash() {
  ::signal(SIGSEGV, SIG_DFL); // sanitizers have a handler of their own
  ::raise(SIGSEGV);
  ::_exit(3);
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

Outcome valid(double runtime, double error, std::string_view code) {
  Outcome outcome;
  outcome.stage = Stage::Done;
  outcome.reason = Reason::None;
  outcome.fitness = {runtime, error};
  outcome.code = hashText(code);
  return outcome;
}

/// Each target is worth a little time, some cost accuracy; a third of them is fatal together with an odd one.
Outcome judge(const std::set<std::uint64_t>& changed) {
  Outcome outcome;
  outcome.stage = Stage::Screen;
  double runtime = 100;
  double error = 0;
  std::string code;
  bool hasOdd = false;
  bool hasThird = false;
  for (const std::uint64_t target : changed) {
    // Neighbours come out as the same code, as many edits do.
    code += std::to_string(target / 2) + ' ';
    runtime -= double(target / 2 % 7);
    error += target / 2 % 5 == 0 ? 0.001 : 0;
    hasOdd = hasOdd || target % 8 == 1;
    hasThird = hasThird || target % 3 == 0;
  }
  outcome.code = hashText(code);
  outcome.reason = changed.empty() ? Reason::NoOp : Reason::WrongOutput;
  if (changed.empty() || (hasOdd && hasThird)) return outcome;
  return valid(runtime, error, code);
}

TryReply attempt(const TryRequest& request) {
  TryReply reply;
  reply.edits = request.edits;
  RandomStream stream(request.key);
  for (std::uint32_t i = 0; i < request.mutations; ++i) {
    Edit edit;
    edit.uid = stream.next();
    edit.op = Operator(stream.below(operatorCount));
    edit.target = InstructionRef::base(stream.below(targets));
    edit.other = InstructionRef::base(stream.below(targets));
    reply.edits.push_back(edit);
  }
  std::set<std::uint64_t> changed;
  for (const Edit& edit : reply.edits) reply.active.push_back(changed.insert(edit.target.id).second);
  reply.outcome = judge(changed);
  reply.outcome.stageMicroseconds[0] = std::uint32_t(::getpid()); // differs from worker to worker, as clocks do
  return reply;
}

/// True the first time that `path` is asked for, by whatever process.
bool firstTime(const std::string& path) {
  if (std::ifstream(path).good()) return false;
  std::ofstream(path) << "asked";
  return true;
}

Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

void put(int descriptor, ByteView bytes) { [[maybe_unused]] const ssize_t count = ::write(descriptor, bytes.data(), bytes.size()); }

[[noreturn]] void floodErrors() {
  const std::string line(4096, 'e');
  while (true) put(STDERR_FILENO, bytesOf(line));
}

/// Outlives polite requests to end: a signal, and the end of stdin.
[[noreturn]] void beStubborn() {
  ::signal(SIGTERM, SIG_IGN);
  (void)writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Answer), bytesOf("no"));
  hang();
}

Result<Bytes> obey(const std::string& command) {
  std::istringstream words(command);
  std::string verb;
  std::string rest;
  words >> verb;
  std::getline(words >> std::ws, rest);
  if (verb == "crash") crash();
  if (verb == "hang") hang();
  if (verb == "crash-once" && firstTime(rest)) crash();
  if (verb == "hang-once" && firstTime(rest)) hang();
  if (verb == "complain") {
    std::fprintf(stderr, "%s\n", rest.c_str());
    crash();
  }
  if (verb == "exit") ::_exit(7);
  if (verb == "close") {
    ::close(STDIN_FILENO);
    ::close(STDOUT_FILENO);
    hang();
  }
  if (verb == "refuse") return fail("{}", rest);
  if (verb == "process") return bytesOf(std::to_string(::getpid()));
  if (verb == "nice") return bytesOf(std::to_string(::getpriority(PRIO_PROCESS, 0)));
  if (verb == "large") return Bytes(std::stoull(rest), 'x');
  if (verb == "endless") {
    put(STDOUT_FILENO, encodeFrameHeader({0, largestFrameBytes + 1}));
    hang();
  }
  if (verb == "garbage") {
    put(STDOUT_FILENO, bytesOf("LLVM ERROR: this is no frame"));
    hang();
  }
  if (verb == "half") {
    put(STDOUT_FILENO, encodeFrameHeader({0, 1000}));
    put(STDOUT_FILENO, Bytes(500, 'h'));
    hang();
  }
  if (verb == "flood-errors") floodErrors();
  if (verb == "stubborn") beStubborn();
  if (verb == "wrong-kind") {
    (void)writeFrame(STDOUT_FILENO, 99, bytesOf("?"));
    hang();
  }
  return bytesOf(rest);
}

Result<Bytes> answer(const Frame& frame) {
  if (frame.kind == std::uint32_t(RequestKind::Load)) {
    const auto request = wire::decode<LoadRequest>(frame.payload, "request");
    if (!request) return std::unexpected(request.error());
    const std::string& name = request->project.name;
    if (name == "crash") crash();
    if (name == "refuse") return fail("the project can't be loaded");
    if (name.starts_with("crash-once ") && firstTime(name.substr(11))) crash();
    return wire::encode(LoadReply{std::uint32_t(targets), valid(100, 0, ""), {100.0}, "fake device", 1, true});
  }
  if (frame.kind == std::uint32_t(RequestKind::Try)) {
    const auto request = wire::decode<TryRequest>(frame.payload, "request");
    if (!request) return std::unexpected(request.error());
    return wire::encode(attempt(*request));
  }
  return obey(std::string(frame.payload.begin(), frame.payload.end()));
}

} // namespace

int main() {
  while (true) {
    const auto frame = readFrame(STDIN_FILENO);
    if (!frame) return 1;
    if (!*frame) return 0;
    const Result<Bytes> reply = answer(**frame);
    const Result<void> written =
        reply ? writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Answer), *reply)
              : writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Refusal), wire::encode(ErrorReply{reply.error().message, ""}));
    if (!written) return 1;
  }
}
