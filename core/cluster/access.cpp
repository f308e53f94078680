#include "core/cluster/access.h"

#include "core/base/descriptor.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netdb.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <zmq.h>

namespace gevo {

namespace {

namespace fs = std::filesystem;

constexpr int connectMilliseconds = 2000;
constexpr std::size_t keyLength = 40;
constexpr std::size_t largestFile = 64U << 10;

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList lookUp(const std::string& name, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) found = nullptr;
  return {found, ::freeaddrinfo};
}

bool answers(const addrinfo& address) {
  const Descriptor socket(::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.isOpen()) return false;
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0) return true;
  if (errno != EINPROGRESS) return false;
  pollfd polled{socket.get(), POLLOUT, 0};
  if (::poll(&polled, 1, connectMilliseconds) <= 0) return false;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

std::string numeric(const sockaddr* address, socklen_t size) {
  std::array<char, NI_MAXHOST> text{};
  return ::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0 ? text.data() : std::string();
}

std::string fullHostName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : std::string("localhost");
}

} // namespace

CurveKeys CurveKeys::make() {
  std::array<char, keyLength + 1> open{};
  std::array<char, keyLength + 1> secret{};
  ::zmq_curve_keypair(open.data(), secret.data());
  return {open.data(), secret.data()};
}

std::vector<std::string> ownAddresses() {
  std::vector<std::string> addresses{fullHostName()};
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return addresses;
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(all, ::freeifaddrs);
  for (const int family : {AF_INET, AF_INET6}) {
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != family || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
      std::string text = numeric(one->ifa_addr, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
      if (!text.empty() && text.find('%') == std::string::npos) addresses.push_back(std::move(text)); // with %: of this link alone
    }
  }
  addresses.emplace_back("127.0.0.1");
  return addresses;
}

std::string ownHostName() {
  const std::string name = fullHostName();
  return name.substr(0, name.find('.'));
}

Result<std::string> findEndpoint(const ClusterAccess& access) {
  for (const std::string& name : access.addresses) {
    const AddressList found = lookUp(name, access.port);
    for (const addrinfo* one = found.get(); one != nullptr; one = one->ai_next) {
      if (!answers(*one)) continue;
      const std::string address = numeric(one->ai_addr, one->ai_addrlen);
      return fmt::format("tcp://{}:{}", address.find(':') == std::string::npos ? address : '[' + address + ']', access.port);
    }
  }
  return fail("the run does not answer on port {} of {}; is it still running, and does a firewall let its port through?", access.port,
              fmt::join(access.addresses, ", "));
}

Result<void> writeAccess(const fs::path& path, const ClusterAccess& access) {
  const std::string text = nlohmann::json{{"addresses", access.addresses},
                                          {"port", access.port},
                                          {"head_key", access.headKey},
                                          {"host_key", access.hosts.open},
                                          {"host_secret", access.hosts.secret}}
                               .dump(1) +
                           '\n';
  const fs::path written = path.string() + ".new";
  const auto problem = [&] { return fail("cannot write {}: {}", path.string(), std::strerror(errno)); };
  ::unlink(written.c_str());
  const Descriptor file(::open(written.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.isOpen()) return problem();
  if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) return problem();
  if (::fsync(file.get()) != 0 || ::rename(written.c_str(), path.c_str()) != 0) return problem();
  return {};
}

Result<ClusterAccess> readAccess(const fs::path& path) {
  const auto problem = [&] { return fail("cannot read {}: {}", path.string(), std::strerror(errno)); };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.isOpen() || ::fstat(file.get(), &status) != 0) return problem();
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail("{} holds a key, so it must be yours and nobody else may read it; chmod 600 {}", path.string(), path.string());
  std::string text(largestFile, '\0');
  const ssize_t size = ::read(file.get(), text.data(), text.size());
  if (size < 0) return problem();
  text.resize(static_cast<std::size_t>(size));
  try {
    const nlohmann::json read = nlohmann::json::parse(text);
    ClusterAccess access{read.at("addresses"), read.at("port"), read.at("head_key"), {read.at("host_key"), read.at("host_secret")}};
    const auto isKey = [](const std::string& key) { return key.size() == keyLength; };
    if (isKey(access.headKey) && isKey(access.hosts.open) && isKey(access.hosts.secret)) return access;
  } catch (const nlohmann::json::exception&) { // as below
  }
  return fail("{} is not a file that gevo-mpi wrote for its hosts", path.string());
}

} // namespace gevo
