#include "core/kernel/host_run/fork_servers.h"

#include <algorithm>

namespace gevo::program {

namespace {

constexpr std::size_t mostServers = 8; // each has some 10 MB of its own
constexpr int mostFailures = 3;        // servers can be killed, by the program too, and a busy machine may lack something

} // namespace

bool ForkServers::startsFor(const Command& command) const {
  return serves_ && servers_.size() < mostServers && std::ranges::find(servers_, command.arguments, &Entry::arguments) == servers_.end();
}

ForkServer* ForkServers::serverFor(const Command& command) {
  if (!serves_) return nullptr;
  const auto known = std::ranges::find(servers_, command.arguments, &Entry::arguments);
  if (known != servers_.end()) return &known->server;
  // None makes room: lists that take turns would each find theirs gone, and a server's start costs more than a plain one.
  if (servers_.size() >= mostServers) return nullptr;
  Command unattached = command;
  unattached.inherited = -1; // given to each run
  auto started = ForkServer::start(unattached);
  if (!started) {
    noteFailure();
    return nullptr;
  }
  if (!*started) {
    abandon(); // it would not be served next time either
    return nullptr;
  }
  servers_.push_back({command.arguments, std::move(**started)});
  return &servers_.back().server;
}

Result<Finished> ForkServers::run(ForkServer* server, const Command& command, const std::filesystem::path& scratch) {
  if (server == nullptr) return runCommand(command, scratch);
  auto finished = server->run(command.limit, command.inherited, scratch);
  if (finished) {
    failures_ = 0;
    return finished;
  }
  std::erase_if(servers_, [&](const Entry& entry) { return &entry.server == server; });
  noteFailure();
  return runCommand(command, scratch);
}

void ForkServers::abandon() {
  servers_.clear();
  serves_ = false;
}

void ForkServers::noteFailure() {
  if (++failures_ >= mostFailures) abandon();
}

} // namespace gevo::program
