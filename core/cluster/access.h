#pragma once

/// Where the head of a cluster is, and the keys that let a host connect to it. Whoever has them may take part in the run: they are passed
/// on by MPI, or in a file that only its owner may read.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gevo {

/// Of CurveZMQ, in its printable form of 40 characters (Z85).
struct CurveKeys {
  std::string open;
  std::string secret;
  static CurveKeys make();
};

struct ClusterAccess {
  std::vector<std::string> addresses; ///< names and addresses of the head's machine, the likeliest first
  std::uint16_t port = 0;
  std::string headKey; ///< open key of the head
  CurveKeys hosts;     ///< keys of all hosts
};

template <class Archive> void fields(Archive& a, CurveKeys& m) { a(m.open, m.secret); }
template <class Archive> void fields(Archive& a, ClusterAccess& m) { a(m.addresses, m.port, m.headKey, m.hosts); }

/// This machine's name and the addresses that others may reach it by.
std::vector<std::string> ownAddresses();
/// As the user knows the machine: without its domain.
std::string ownHostName();

/// The first address that answers, as ZeroMQ takes it: "tcp://10.0.0.7:40123". An error names all.
Result<std::string> findEndpoint(const ClusterAccess& access);

/// Creates or replaces the file; only the user may read it.
Result<void> writeAccess(const std::filesystem::path& path, const ClusterAccess& access);
/// An error if others may read it, or write it.
Result<ClusterAccess> readAccess(const std::filesystem::path& path);

} // namespace gevo
