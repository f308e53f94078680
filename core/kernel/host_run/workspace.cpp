#include "core/kernel/host_run/workspace.h"

#include "core/base/cache_folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

constexpr const char* ownPrefix = "run-";
constexpr const char* programsName = "programs";
constexpr const char* lockName = "lock";
constexpr auto keptUnused = std::chrono::hours(7 * 24);

/// Removes what ended processes left behind; the caller holds the root's lock.
void sweep(const fs::path& root) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored))
    if (entry.path().filename().string().starts_with(ownPrefix) && FileLock::isFree(entry.path() / lockName))
      fs::remove_all(entry.path(), ignored);
  const auto oldest = fs::file_time_type::clock::now() - keptUnused;
  for (const auto& entry : fs::directory_iterator(root / programsName, ignored))
    if (entry.last_write_time(ignored) < oldest && !ignored) fs::remove_all(entry.path(), ignored);
}

} // namespace

Result<Workspace> Workspace::open() {
  GEVO_TRY_ASSIGN(const fs::path root, cacheFolder("live"));
  const auto lock = FileLock::take(root / lockName);
  GEVO_TRY(lock);
  std::error_code problem;
  fs::create_directory(root / programsName, problem);
  if (problem) return fail("{} can't be made: {}", (root / programsName).string(), problem.message());
  sweep(root);
  std::string pattern = (root / ownPrefix).string() + "XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr)
    return fail("no folder for live runs can be made in {}: {}", root.string(), std::strerror(errno));
  GEVO_TRY_ASSIGN(auto own, FileLock::take(fs::path(pattern) / lockName));
  return Workspace(pattern, std::move(own));
}

Workspace::~Workspace() {
  std::error_code ignored;
  if (!folder().empty()) fs::remove_all(folder(), ignored);
}

fs::path Workspace::programs() const { return folder().parent_path() / programsName; }

Result<Descriptor> Workspace::gpuLockFile(const std::string& gpu) const { return openLockFile(folder().parent_path() / ("turn-" + gpu)); }

} // namespace gevo::program
