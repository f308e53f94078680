#pragma once

#include "core/base/result.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace gevo {

/// A folder under the system's temporary one, for this user alone, that goes away with this object.
class TemporaryFolder {
public:
  static Result<TemporaryFolder> make() {
    std::error_code problem;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(problem);
    if (problem) return fail("there is no folder for temporary files ({}); set TMPDIR to one", problem.message());
    std::string path = parent / "gevo-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) return fail("no folder can be made in {}: {}", parent.string(), std::strerror(errno));
    return TemporaryFolder(path);
  }
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

} // namespace gevo
