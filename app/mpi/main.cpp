/// gevo-mpi: `gevo run` on many machines. The first process holds the search and the file, the others evaluate.
///
/// Exit codes as those of gevo; a process that only evaluates ends with 0 when the run goes on without it, since mpirun would end the run.

#include "app/gevo/command_run.h"
#include "app/gevo/output.h"
#include "app/gevo/program.h"
#include "app/mpi/cores.h"
#include "app/mpi/lead.h"
#include "app/mpi/serve.h"
#include "core/base/wire.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

/// Of a process that mpirun or srun started to evaluate.
Result<void> help(const std::string& file, const LeadOptions& options, Mpi* mpi) {
  Result<void> served;
  if (mpi == nullptr) {
    served = serveRun(options.accessFile.empty() ? meetingFile(file) : std::filesystem::path(options.accessFile));
  } else {
    GEVO_TRY_ASSIGN(const Bytes told, mpi->tellAll());
    if (told.empty()) return {}; // the first process says why
    GEVO_TRY_ASSIGN(const ClusterAccess access, wire::decode<ClusterAccess>(told, "place of the run"));
    served = serveRun(access);
  }
  if (!served) fmt::print(stderr, "{} no longer takes part: {}\n", ownHostName(), served.error().message);
  return {};
}

void addLeadOptions(CLI::App& run, LeadOptions& options) {
  run.add_option("--hosts", options.hosts, "Begin when so many hosts have loaded the file, this one included")->group("Cluster");
  run.add_flag("--lead-only", options.onlyLeads, "This process evaluates nothing itself")->group("Cluster");
  run.add_option("--listen", options.listen, "PORT or ADDRESS:PORT where other hosts connect; any free port if not given")
      ->group("Cluster");
  run.add_option("--access-file", options.accessFile, "File with address and keys for `gevo-mpi join`; FILE.hosts if not given")
      ->group("Cluster");
}

int execute(int argc, char** argv) {
  Launch launch = findLaunch();
  std::optional<Mpi> mpi;
  if (launch.by == Launcher::Mpirun) {
    Result<Mpi> started = Mpi::start();
    if (!started) return reportError(started.error());
    mpi.emplace(std::move(*started));
    launch.rank = mpi->rank();
    takeCores(mpi->rankHere(), mpi->sizeHere());
  }
  Mpi* const others = mpi ? &*mpi : nullptr;

  CLI::App app("gevo-mpi: evolve the kernels of a CUDA program on many machines", "gevo-mpi");
  app.set_version_flag("--version", GEVO_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  int exitCode = 0;
  LeadOptions options;
  RunElsewhere elsewhere;
  if (launch.rank > 0)
    elsewhere.help = [&](const std::string& file) { return help(file, options, others); };
  else
    elsewhere.pools = [&](const std::string& file) { return lead(file, options, launch, others); };
  addLeadOptions(*addRun(app, exitCode, std::move(elsewhere)), options);

  CLI::App* const join = app.add_subcommand("join", "Evaluate for a run that another machine has begun");
  std::string accessFile;
  join->add_option("FILE", accessFile, "The file that the run wrote: FILE.gevo.hosts")->required();
  join->callback([&] {
    if (const Result<void> served = serveRun(std::filesystem::path(accessFile)); !served) exitCode = reportError(served.error());
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (launch.rank > 0) return 0; // the first process says it
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exitCode;
}

} // namespace

} // namespace gevo

int main(int argc, char** argv) { return gevo::runProgram("gevo-mpi", gevo::execute, argc, argv); }
