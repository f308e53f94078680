#pragma once

/// How this process was started, and which of all it is.

#include <filesystem>
#include <string>

namespace gevo {

enum class Launcher { Hand, Mpirun, Slurm };

struct Launch {
  Launcher by = Launcher::Hand;
  unsigned rank = 0;
  unsigned size = 1;
};

/// From the environment. With mpirun, MPI knows rank and size. A step of Slurm needs no MPI: its processes meet through a file, so that it
/// does not matter which MPI Slurm was built for, and a lost node is no affair of MPI.
Launch findLaunch();

/// Where the processes of this step of Slurm meet: beside the run's file, and not where another step, or the same job once more, does.
std::filesystem::path meetingFile(const std::filesystem::path& file);

/// What the user of mpirun should know: Open MPI ends all processes with the first that is lost, unless it was told not to, and MPICH
/// always does. Empty: nothing.
std::string noteOnLosses();

} // namespace gevo
