#include "core/kernel/host_run/fork_servers.h"

#include <algorithm>

namespace gevo::program {

namespace {

constexpr std::size_t mostServers = 8; // each has some 10 MB of its own
constexpr int mostFailures = 3;        // servers can be killed, by the program too

} // namespace

bool ForkServers::startsFor(const Command& command) const {
  return serves_ && std::ranges::find(servers_, command.arguments, &Entry::arguments) == servers_.end();
}

ForkServer* ForkServers::serverFor(const Command& command) {
  if (!serves_) return nullptr;
  const auto known = std::ranges::find(servers_, command.arguments, &Entry::arguments);
  if (known != servers_.end()) {
    servers_.splice(servers_.begin(), servers_, known);
    return &servers_.front().server;
  }
  Command unattached = command;
  unattached.inherited = -1; // given to each run
  auto started = ForkServer::start(unattached);
  if (!started) {
    serves_ = false; // it would not be served next time either
    return nullptr;
  }
  servers_.push_front({command.arguments, std::move(*started)});
  if (servers_.size() > mostServers) servers_.pop_back();
  return &servers_.front().server;
}

Result<Finished> ForkServers::run(ForkServer* server, const Command& command, const std::filesystem::path& scratch) {
  if (server == nullptr) return runCommand(command, scratch);
  auto finished = server->run(command.limit, command.inherited, scratch);
  if (finished) {
    failures_ = 0;
    return finished;
  }
  std::erase_if(servers_, [&](const Entry& entry) { return &entry.server == server; });
  if (++failures_ >= mostFailures) abandon();
  return runCommand(command, scratch);
}

bool ForkServers::abandon() {
  const bool served = !servers_.empty();
  servers_.clear();
  serves_ = false;
  return served;
}

} // namespace gevo::program
