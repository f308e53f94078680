#include "core/cluster/cluster.h"

#include "core/cluster/zmq_links.h"

namespace gevo {

namespace {

constexpr std::chrono::seconds greetingTime{3};

} // namespace

Cluster::Cluster(ClusterOptions options) : options_(std::move(options)) {
  roster_.version = options_.here.version;
  roster_.expected = std::max(1U, options_.hosts);
  roster_.log = options_.log;
}

Result<std::unique_ptr<Cluster>> Cluster::open(ClusterOptions options) {
  std::unique_ptr<Cluster> cluster(new Cluster(std::move(options)));
  GEVO_TRY_ASSIGN(cluster->links_, ZmqHead::listen(cluster->options_.address, cluster->options_.port));
  if (!cluster->options_.works) return cluster;
  cluster->here_ = std::jthread([link = cluster->links_->connectHere(), own = cluster->options_.here](const std::stop_token& stop) {
    (void)ClusterHost(*link, own).run(stop); // the head knows what went wrong
  });
  return cluster;
}

/// Hosts that have not been heard, since no run began, are about to connect: they would wait for long if they were not told either.
void Cluster::meetHosts() {
  const auto until = std::chrono::steady_clock::now() + greetingTime;
  while (roster_.names.size() < roster_.expected && std::chrono::steady_clock::now() < until) {
    links_->wait(std::chrono::milliseconds(100), -1);
    while (const auto received = links_->receive()) roster_.names.try_emplace(received->first);
  }
}

/// The hosts are told, and this machine's is waited for.
Cluster::~Cluster() {
  if (!links_) return;
  meetHosts();
  for (const auto& [id, name] : roster_.names) links_->send(id, {MessageKind::End, {}, {}});
  here_ = {};
  links_.reset();
}

const ClusterAccess& Cluster::access() const { return links_->access(); }
std::uint64_t Cluster::bytes() const { return links_->bytes(); }

Result<std::unique_ptr<JobPool>> Cluster::start(const WorkerPoolSettings& settings, Bytes load) {
  return std::make_unique<ClusterPool>(*links_, roster_, settings, std::move(load));
}

} // namespace gevo
