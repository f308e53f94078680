#include "app/mpi/launch.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>

namespace gevo {

namespace {

std::string variable(const char* name, const char* otherwise = "") {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::optional<unsigned> numberIn(const char* name) {
  const std::string text = variable(name);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

Launch findLaunch() {
  // mpirun of Open MPI, and of MPICH: within a job of Slurm they start their own processes with srun, so they come first.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS"})
    if (numberIn(name)) return {Launcher::Mpirun};
  // Only srun sets it: in the script of a job there is a rank too, of nothing.
  const std::optional<unsigned> size = numberIn("SLURM_STEP_NUM_TASKS");
  const std::optional<unsigned> rank = numberIn("SLURM_PROCID");
  if (size && rank && *size > 1) return {Launcher::Slurm, *rank, *size};
  return numberIn("PMI_SIZE") ? Launch{Launcher::Mpirun} : Launch{};
}

std::filesystem::path meetingFile(const std::filesystem::path& file) {
  return file.string() + '.' + variable("SLURM_JOB_ID", "0") + '.' + variable("SLURM_STEP_ID", "0") + '.' +
         variable("SLURM_RESTART_COUNT", "0") + ".hosts";
}

std::string noteOnLosses() {
  const std::string ends = "mpirun ends the run when one of its processes is lost";
  if (std::getenv("OMPI_MCA_orte_app_num") != nullptr)
    return variable("OMPI_MCA_orte_enable_recovery") == "1" ? "" : ends + "; mpirun --enable-recovery lets it go on";
  if (std::getenv("PRTE_LAUNCHED") != nullptr) return ends + ", unless it was given --enable-recovery"; // Open MPI 5 does not say
  return std::getenv("MPI_LOCALNRANKS") != nullptr ? ends + "; gevo-mpi run --resume goes on with it" : "";
}

} // namespace gevo
