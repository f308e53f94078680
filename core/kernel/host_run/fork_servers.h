#pragma once

/// Fork servers of a host program, one for each list of arguments. What can't be served is started afresh.

#include "core/kernel/process/fork_server.h"

#include <list>

namespace gevo::program {

class ForkServers {
public:
  /// Whether serverFor would start one.
  bool startsFor(const Command& command) const;
  /// Starts it if there is none; null where all servers are in use or the program can't be served. If `startsFor` was true, the program
  /// may have run then, in part or to its end.
  ForkServer* serverFor(const Command& command);
  /// By the server, or afresh if it is null or of no use any more.
  Result<Finished> run(ForkServer* server, const Command& command, const std::filesystem::path& scratch);
  bool isEmpty() const { return servers_.empty(); }
  /// Ends them all and starts none again.
  void abandon();

private:
  void noteFailure();

  struct Entry {
    std::vector<std::string> arguments;
    ForkServer server;
  };
  std::list<Entry> servers_; ///< a list, since callers point to them
  int failures_ = 0;         ///< since the last run that was served
  bool serves_ = true;
};

} // namespace gevo::program
