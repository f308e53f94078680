#include "core/kernel/worker/assembler_process.h"

#include "core/base/paths.h"
#include "core/base/wire.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

#include <cerrno>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

namespace gevo::worker {

namespace {

/// `socket` becomes its standard input and output.
Result<void> spawn(const std::string& program, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  std::string name = program;
  std::string role = "build";
  char* const arguments[] = {name.data(), role.data(), nullptr};
  pid_t child = -1;
  const int problem = ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return fail("cannot start {}: {}", program, std::strerror(problem));
  return {};
}

} // namespace

std::string emptyPtx(const std::string& architecture) {
  return fmt::format(".version 8.0\n.target {}\n.address_size 64\n.visible .entry nothing()\n{{\n  ret;\n}}\n", architecture);
}

Result<AssemblerProcess> AssemblerProcess::start(const std::string& architecture, int driverVersion) {
  GEVO_TRY(program::findPtxas());
  GEVO_TRY_ASSIGN(const std::filesystem::path worker, companionPath("gevo-worker"));
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return fail("cannot make a socket: {}", std::strerror(errno));
  AssemblerProcess process{Descriptor(ends[0])};
  const Descriptor other(ends[1]);
  GEVO_TRY(spawn(worker.string(), other.get()));
  GEVO_TRY_ASSIGN(const AssembledCode sample, process.assemble(emptyPtx(architecture), architecture));
  if (!sample.hasAssembler) return fail("{}", sample.note);
  // The driver rejects code of a newer CUDA than its own.
  if (sample.version == 0 || sample.version / 1000 > driverVersion / 1000)
    return fail("ptxas is of a later CUDA than the driver; install a newer driver");
  process.version_ = sample.version;
  return process;
}

Result<AssembledCode> AssemblerProcess::assemble(const std::string& ptx, const std::string& architecture) const {
  const Bytes request = wire::encode(AssembleRequest{ptx, architecture});
  GEVO_TRY(writeFrame(socket_.get(), static_cast<std::uint32_t>(RequestKind::Assemble), request));
  GEVO_TRY_ASSIGN(const std::optional<Frame> frame, readFrame(socket_.get()));
  if (!frame) return fail("the process that runs ptxas has ended");
  if (frame->kind == static_cast<std::uint32_t>(ReplyKind::Result)) return wire::decode<AssembledCode>(frame->payload, "ptxas' reply");
  GEVO_TRY_ASSIGN(const ErrorReply error, wire::decode<ErrorReply>(frame->payload, "ptxas' reply"));
  return std::unexpected(Error{error.message, error.details});
}

} // namespace gevo::worker
