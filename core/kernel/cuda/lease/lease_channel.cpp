#include "core/kernel/cuda/lease/lease_channel.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace gevo::cuda {

namespace {

constexpr std::size_t descriptors = 2;

/// A message of the terms, with room for the descriptors.
struct Message {
  explicit Message(LeaseTerms& terms) : body{&terms, sizeof terms} {
    header.msg_iov = &body;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  iovec body;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(descriptors * sizeof(int))> control{};
  msghdr header{};
};

} // namespace

Result<void> sendLease(int channel, const LeaseTerms& terms, int program, int lock) {
  LeaseTerms body = terms;
  Message message(body);
  cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(descriptors * sizeof(int));
  const std::array<int, descriptors> both{program, lock};
  std::memcpy(CMSG_DATA(rights), both.data(), sizeof both);
  if (::sendmsg(channel, &message.header, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof body))
    return fail("cannot reach the process that leases the GPU: {}", std::strerror(errno));
  return {};
}

Result<std::optional<Lease>> receiveLease(int channel) {
  Lease lease;
  Message message(lease.terms);
  ssize_t count = 0;
  do count = ::recvmsg(channel, &message.header, MSG_CMSG_CLOEXEC | MSG_WAITALL);
  while (count < 0 && errno == EINTR);
  if (count == 0) return std::nullopt;
  if (count < 0) return fail("cannot read the leases of the GPU: {}", std::strerror(errno));
  const cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
  if (count != static_cast<ssize_t>(sizeof lease.terms) || rights == nullptr || rights->cmsg_type != SCM_RIGHTS ||
      rights->cmsg_len != CMSG_LEN(descriptors * sizeof(int)))
    return fail("a lease of the GPU is damaged");
  std::array<int, descriptors> both{};
  std::memcpy(both.data(), CMSG_DATA(rights), sizeof both);
  lease.program = Descriptor(both[0]);
  lease.lock = Descriptor(both[1]);
  return lease;
}

Result<void> sendReturn(int channel) {
  const char done = 1;
  if (::send(channel, &done, sizeof done, MSG_NOSIGNAL) != sizeof done)
    return fail("cannot report the end of a lease: {}", std::strerror(errno));
  return {};
}

} // namespace gevo::cuda
