#include "app/mpi/mpi.h"

#include "core/base/paths.h"

#include <cstdlib>
#include <dlfcn.h>
#include <utility>

namespace gevo {

namespace {

/// More than any keys and addresses have.
constexpr std::uint32_t mostBytes = 1U << 20;

Result<std::filesystem::path> libraryPath() {
  if (const char* const own = std::getenv("GEVO_MPI")) return std::filesystem::path(own);
  const auto found = companionPath("mpi/libgevompi.so");
  if (!found) return fail("this gevo was built without MPI; start it with srun, or use --hosts and gevo-mpi join");
  return *found;
}

} // namespace

Result<Mpi> Mpi::start() {
  GEVO_TRY_ASSIGN(const std::filesystem::path path, libraryPath());
  // Open MPI finds its own parts only if its names are known to all.
  void* const loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (loaded == nullptr)
    return std::unexpected(
        Error{fmt::format("cannot load {} for this MPI; compile gevo_mpi.c with its mpicc and set GEVO_MPI", path.string()), ::dlerror()});
  Library library;
  library.start = reinterpret_cast<int (*)(int*)>(::dlsym(loaded, "gevo_mpi_start"));
  library.broadcast = reinterpret_cast<int (*)(void*, int)>(::dlsym(loaded, "gevo_mpi_broadcast"));
  library.end = reinterpret_cast<int (*)()>(::dlsym(loaded, "gevo_mpi_end"));
  if (library.start == nullptr || library.broadcast == nullptr || library.end == nullptr)
    return fail("{} was not made from this version's gevo_mpi.c", path.string());
  Mpi mpi(library);
  int ranks[4] = {};
  if (const int error = library.start(ranks); error != 0) {
    mpi.library_.reset();
    return fail("MPI does not start: error {}", error);
  }
  mpi.rank_ = static_cast<unsigned>(ranks[0]);
  mpi.size_ = static_cast<unsigned>(ranks[1]);
  mpi.rankHere_ = static_cast<unsigned>(ranks[2]);
  mpi.sizeHere_ = static_cast<unsigned>(ranks[3]);
  return mpi;
}

Mpi::Mpi(Mpi&& other) noexcept
    : library_(std::exchange(other.library_, std::nullopt)), rank_(other.rank_), size_(other.size_), rankHere_(other.rankHere_),
      sizeHere_(other.sizeHere_) {}

Mpi::~Mpi() {
  if (library_) (void)tellAll();
}

Result<Bytes> Mpi::tellAll(const Bytes& bytes) {
  const Library library = *std::exchange(library_, std::nullopt);
  Bytes told = bytes;
  auto size = static_cast<std::uint32_t>(bytes.size());
  int error = library.broadcast(&size, sizeof size);
  if (error == 0 && size <= mostBytes) {
    told.resize(size);
    error = library.broadcast(told.data(), static_cast<int>(size));
  }
  const int ended = library.end();
  if (error != 0 || ended != 0 || size > mostBytes) return fail("MPI does not pass on where the run is: error {}", error);
  return told;
}

} // namespace gevo
