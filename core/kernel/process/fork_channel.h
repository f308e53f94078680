#pragma once

/// What a process and its fork server (fork_server.h) tell each other, over a socket that keeps messages apart.

#include <array>
#include <cstdint>
#include <span>
#include <sys/types.h>

namespace gevo::program {

/// Environment variable: "SOCKET PARENT", a descriptor and the process that the server's children belong to.
inline constexpr const char* forkServerVariable = "GEVO_FORK_SERVER";

/// To start the program once more. Descriptors for its standard input, output and error go with it, and `inherited`.
struct ForkRequest {
  std::uint64_t processorSeconds = 0; ///< the kernel's limit
  std::int32_t inherited = -1;        ///< number that the fourth descriptor gets in the program; below 0: there is none
};

/// First from the server itself, then from each started process, and before any code of the program runs there.
struct ForkReply {
  pid_t sender = 0;         ///< by the kernel's word
  std::int32_t failure = 0; ///< errno of what kept it from running
};

inline constexpr std::size_t mostPassed = 4;

/// Descriptors that came with a request; open until they are closed.
struct PassedDescriptors {
  std::array<int, mostPassed> descriptors{-1, -1, -1, -1};
  std::size_t count = 0;
};

// These make system calls only, and return false where the other side is gone, or says something else.
bool askForSenders(int channel);
bool sendRequest(int channel, const ForkRequest& request, std::span<const int> descriptors);
bool receiveRequest(int channel, ForkRequest& request, PassedDescriptors& passed);
bool sendReply(int channel, std::int32_t failure);
/// Of a channel that was made for it by `askForSenders`, before the other side had its end.
bool receiveReply(int channel, ForkReply& reply);

} // namespace gevo::program
