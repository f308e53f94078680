#pragma once

/// The processes that mpirun started, as far as they need MPI to find each other: through libgevompi.so, which is loaded when it is needed.
/// No MPI is used while a run goes on, since it ends all processes with the first that is lost.

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <optional>

namespace gevo {

class Mpi {
public:
  /// Loads the library that GEVO_MPI names, or this installation's, and waits for the other processes.
  static Result<Mpi> start();
  Mpi(Mpi&& other) noexcept;
  Mpi& operator=(Mpi&&) = delete;
  ~Mpi(); ///< of the first process: has the others told that there is nothing, unless it told them something

  unsigned rank() const { return rank_; }
  unsigned size() const { return size_; }
  unsigned rankHere() const { return rankHere_; } ///< among the processes on this machine
  unsigned sizeHere() const { return sizeHere_; }

  /// Called once by each process; the others wait for what the first one tells. From then on none depends on another. Empty: nothing.
  Result<Bytes> tellAll(const Bytes& bytes = {});

private:
  struct Library {
    int (*start)(int*) = nullptr;
    int (*broadcast)(void*, int) = nullptr;
    int (*end)() = nullptr;
  };
  explicit Mpi(Library library) : library_(library) {}

  std::optional<Library> library_; ///< none: nothing is left to do
  unsigned rank_ = 0;
  unsigned size_ = 1;
  unsigned rankHere_ = 0;
  unsigned sizeHere_ = 1;
};

} // namespace gevo
