#include "core/kernel/process/fork_channel.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace gevo::program {

namespace {

/// One message, with room for descriptors.
template <class Body> struct Message {
  explicit Message(Body& message) : body{&message, sizeof message} {
    header.msg_iov = &body;
    header.msg_iovlen = 1;
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  iovec body;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(mostPassed * sizeof(int))> control{};
  msghdr header{};
};

void take(msghdr& header, PassedDescriptors& passed) {
  const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  if (rights == nullptr || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) return;
  passed.count = std::min((rights->cmsg_len - CMSG_LEN(0)) / sizeof(int), mostPassed);
  std::memcpy(passed.descriptors.data(), CMSG_DATA(rights), passed.count * sizeof(int));
}

} // namespace

bool sendRequest(int channel, const ForkRequest& request, std::span<const int> descriptors) {
  ForkRequest body = request;
  Message<ForkRequest> message(body);
  const std::size_t bytes = std::min(descriptors.size(), mostPassed) * sizeof(int);
  message.header.msg_control = message.control.data();
  message.header.msg_controllen = CMSG_SPACE(bytes);
  cmsghdr* const rights = CMSG_FIRSTHDR(&message.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(bytes);
  std::memcpy(CMSG_DATA(rights), descriptors.data(), bytes);
  return ::sendmsg(channel, &message.header, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof body);
}

bool receiveRequest(int channel, ForkRequest& request, PassedDescriptors& passed) {
  Message<ForkRequest> message(request);
  message.header.msg_control = message.control.data();
  message.header.msg_controllen = message.control.size();
  ssize_t count = 0;
  do count = ::recvmsg(channel, &message.header, 0);
  while (count < 0 && errno == EINTR);
  passed = {};
  if (count >= 0) take(message.header, passed);
  return count == static_cast<ssize_t>(sizeof request);
}

bool askForSenders(int channel) {
  const int on = 1;
  return ::setsockopt(channel, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0;
}

bool sendReply(int channel, std::int32_t failure) {
  return ::send(channel, &failure, sizeof failure, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof failure);
}

bool receiveReply(int channel, ForkReply& reply) {
  Message<std::int32_t> message(reply.failure);
  // Room for nothing else: descriptors that come along are dropped.
  static_assert(CMSG_SPACE(sizeof(ucred)) <= sizeof message.control);
  message.header.msg_control = message.control.data();
  message.header.msg_controllen = CMSG_SPACE(sizeof(ucred));
  ssize_t count = 0;
  do count = ::recvmsg(channel, &message.header, 0);
  while (count < 0 && errno == EINTR);
  const cmsghdr* const sender = CMSG_FIRSTHDR(&message.header);
  if (count != static_cast<ssize_t>(sizeof reply.failure) || sender == nullptr || sender->cmsg_level != SOL_SOCKET ||
      sender->cmsg_type != SCM_CREDENTIALS)
    return false;
  ucred credentials{};
  std::memcpy(&credentials, CMSG_DATA(sender), sizeof credentials);
  reply.sender = credentials.pid;
  return true;
}

} // namespace gevo::program
