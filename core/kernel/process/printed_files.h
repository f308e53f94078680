#pragma once

/// Files for what a program prints. They are in a folder where it may write, so their names are never trusted once it has run.

#include "core/base/descriptor.h"

#include <expected>
#include <filesystem>
#include <string>

namespace gevo::program {

class PrintedFiles {
public:
  /// New files "stdout" and "stderr" in an existing folder, in place of what has these names, or errno. Nothing there is followed.
  static std::expected<PrintedFiles, int> make(const std::filesystem::path& folder);

  int output() const { return output_.get(); } ///< descriptor for standard output
  int errors() const { return errors_.get(); } ///< descriptor for standard error
  /// What was written, at most the first MiB of each.
  std::string outputText() const;
  std::string errorsText() const;

private:
  Descriptor output_;
  Descriptor errors_;
};

} // namespace gevo::program
