#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/base/termination.h"

#include <filesystem>

namespace gevo {

/// A folder under the system's temporary one, for this user alone, that goes away with this object, or when a signal ends the process (see
/// termination.h). One that a killed process left behind is removed by the next process that makes one.
class TemporaryFolder {
public:
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept = default;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_.path(); }

private:
  TemporaryFolder(std::filesystem::path path, Descriptor lock) : lock_(std::move(lock)), path_(std::move(path)) {}

  Descriptor lock_; ///< of the folder: held as long as the process lives
  RemovedAtTermination path_;
};

} // namespace gevo
