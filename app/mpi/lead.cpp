#include "app/mpi/lead.h"

#include "app/mpi/serve.h"
#include "core/base/termination.h"
#include "core/base/wire.h"

#include <charconv>
#include <unistd.h>

namespace gevo {

namespace {

/// A cluster, and the file that says where it is.
class FoundCluster : public PoolSource {
public:
  FoundCluster(std::unique_ptr<Cluster> cluster, std::optional<RemovedAtTermination> file)
      : cluster_(std::move(cluster)), file_(std::move(file)) {}
  ~FoundCluster() override {
    std::error_code ignored;
    if (file_) std::filesystem::remove(file_->path(), ignored);
  }
  Result<std::unique_ptr<JobPool>> start(const WorkerPoolSettings& settings, Bytes load) override {
    return cluster_->start(settings, std::move(load));
  }

private:
  std::unique_ptr<Cluster> cluster_;
  std::optional<RemovedAtTermination> file_;
};

/// Above a progress bar, if there is one.
void printLine(const std::string& line) { fmt::print(stderr, "{}{}\n", ::isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "", line); }

Result<void> readListen(const std::string& text, ClusterOptions& options) {
  if (text.empty()) return {};
  const std::size_t colon = text.rfind(':');
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  if (colon != std::string::npos) options.address = text.substr(0, colon);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), options.port);
  if (error == std::errc() && end == port.data() + port.size() && options.port > 0) return {};
  return fail("--listen takes a port, or an address and a port: --listen 40123, --listen 10.0.0.7:40123, not {}", text);
}

std::string accessFileFor(const std::string& file, const LeadOptions& options, Launcher by) {
  if (!options.accessFile.empty() || by == Launcher::Mpirun) return options.accessFile;
  return by == Launcher::Slurm ? meetingFile(file).string() : file + ".hosts";
}

} // namespace

Result<std::shared_ptr<PoolSource>> lead(const std::string& file, const LeadOptions& options, const Launch& launch, Mpi* mpi) {
  ClusterOptions cluster;
  const unsigned started = mpi != nullptr ? mpi->size() : launch.size;
  if (options.onlyLeads && std::max(options.hosts, started) <= 1 && options.accessFile.empty() && options.listen.empty())
    return fail("--lead-only leaves nobody to evaluate: start more processes, or give --hosts");
  cluster.works = !options.onlyLeads;
  cluster.hosts = options.hosts > 0 ? options.hosts : started - (options.onlyLeads && started > 1 ? 1 : 0);
  GEVO_TRY(readListen(options.listen, cluster));
  cluster.here = thisHost();
  cluster.log = printLine;
  GEVO_TRY_ASSIGN(std::unique_ptr<Cluster> opened, Cluster::open(std::move(cluster)));
  const std::string accessFile = accessFileFor(file, options, launch.by);
  std::optional<RemovedAtTermination> written;
  if (!accessFile.empty()) {
    written.emplace(accessFile);
    GEVO_TRY(writeAccess(accessFile, opened->access()));
    if (launch.by == Launcher::Hand) printLine(fmt::format("other machines take part with: gevo-mpi join {}", accessFile));
  }
  if (mpi != nullptr) {
    if (const std::string note = mpi->size() > 1 ? noteOnLosses() : ""; !note.empty()) printLine(note);
    GEVO_TRY(mpi->tellAll(wire::encode(opened->access())));
  }
  return std::make_shared<FoundCluster>(std::move(opened), std::move(written));
}

} // namespace gevo
