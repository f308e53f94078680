#include "core/kernel/trace/record.h"

#include "core/base/wire.h"
#include "core/kernel/process/arguments.h"
#include "core/kernel/trace/capture.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo::program {
namespace {

std::string named(const std::string& arguments) {
  return arguments.empty() ? "the program without arguments" : fmt::format("the program with arguments \"{}\"", arguments);
}

/// Both streams: programs print their complaints on either.
std::string printed(const Finished& finished) {
  std::string text = finished.output;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text + finished.errors;
}

Result<Capture> readCapture(const std::filesystem::path& file) {
  GEVO_TRY_ASSIGN(const auto bytes, readFile(file));
  return wire::decode<Capture>(ByteView(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), "recording of the run");
}

std::vector<std::string> environment(const RecordRequest& request, const std::filesystem::path& file) {
  std::vector<std::string> variables = deviceEnvironment(request);
  variables.push_back(fmt::format("{}={}", captureVariable, file.string()));
  variables.push_back(fmt::format("{}={}", outlineVariable, request.outline ? 1 : 0));
  if (request.run != 0) variables.push_back(fmt::format("{}={}", runVariable, request.run));
  if (request.sampling != Sampling::None)
    variables.push_back(fmt::format("{}={}", samplingVariable, request.sampling == Sampling::All ? "all" : "samples"));
  return variables;
}

/// Unsupported calls and refused launches, which may be the reason of a failure.
std::string reasons(const Result<Capture>& capture) {
  std::string text;
  if (capture && !capture->unsupportedCalls.empty())
    text += fmt::format("; it called {}, which GEVO's CUDA runtime does not support", fmt::join(capture->unsupportedCalls, ", "));
  if (capture && !capture->refusedLaunches.empty())
    text += fmt::format("; it made {}, which the GPU refused", fmt::join(capture->refusedLaunches, "; "));
  return text;
}

} // namespace

std::vector<std::string> runtimeEnvironment() {
#ifdef __SANITIZE_ADDRESS__
  // Our library brings the sanitizer into a program built without it, so it can't be loaded first; the program keeps its signals.
  return {"ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0"};
#else
  return {};
#endif
}

std::vector<std::string> deviceEnvironment(const RecordRequest& request) {
  std::vector<std::string> variables = runtimeEnvironment();
  variables.push_back(fmt::format("{}={}", baseVariable, request.base.string()));
  variables.push_back(fmt::format("{}={}", deviceVariable, request.device));
  variables.push_back(fmt::format("{}={}", registersVariable, printRegisters(request.registers)));
  variables.push_back(fmt::format("{}={}", gpuCodeVariable, request.gpuCode.string()));
  variables.push_back(fmt::format("{}={}", tolerateVariable, request.toleratesUndefined ? 1 : 0));
  return variables;
}

Result<Recording> recordTrace(const RecordRequest& request, const std::string& arguments) {
  GEVO_TRY_ASSIGN(auto command, splitArguments(arguments));
  command.insert(command.begin(), request.program.string());
  const std::filesystem::path file = request.scratch / "capture";
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  const auto begun = std::chrono::steady_clock::now();
  GEVO_TRY_ASSIGN(const auto finished, runCommand({command, request.folder, environment(request, file), request.limit}, request.scratch));

  auto capture = readCapture(file);
  std::filesystem::remove(file, ignored); // as large as what the program copies, and the folder may be kept for long
  if (capture && !capture->fault.empty())
    return std::unexpected(Error{fmt::format("{} failed on the {}GPU: {}{}", named(arguments), request.gpuCode.empty() ? "simulated " : "",
                                             capture->fault, reasons(capture)),
                                 printed(finished)});
  if (!finished.succeeded())
    return std::unexpected(
        Error{fmt::format("{} {}{}", named(arguments), finished.ending(request.limit), reasons(capture)), printed(finished)});
  if (!capture)
    return std::unexpected(
        Error{fmt::format("{} ended without a recording; let it return from main or call exit", named(arguments)), printed(finished)});

  const auto holds = [&](auto... kinds) {
    return std::any_of(capture->trace.events.begin(), capture->trace.events.end(),
                       [&](const Event& e) { return ((e.kind == kinds) || ...); });
  };
  if (!holds(EventKind::Launch) && !capture->refusedLaunches.empty())
    return std::unexpected(Error{fmt::format("{} makes {}, which runs nothing, and no other launch; give it arguments that make it run one",
                                             named(arguments), capture->refusedLaunches.front()),
                                 printed(finished)});
  if (!holds(EventKind::Launch))
    return std::unexpected(Error{named(arguments) + " launches no kernel" + reasons(capture), printed(finished)});
  if (!holds(EventKind::CopyToHost, EventKind::ReadSymbol) && request.sampling == Sampling::None)
    return std::unexpected(
        Error{named(arguments) + " copies nothing back to the host, so there would be no results to compare" + reasons(capture),
              printed(finished)});
  const auto duration = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
  return Recording{std::move(capture->trace),
                   std::move(capture->unsupportedCalls),
                   std::move(capture->refusedLaunches),
                   {std::move(capture->launchMicroseconds), duration}};
}

} // namespace gevo::program
