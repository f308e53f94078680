#pragma once

/// Finding the file, run and variant that a command names.

#include "core/validation/validation.h"

namespace gevo {

/// One variant of one run of one file.
struct ChosenVariant {
  std::unique_ptr<Store> store;
  RunInfo run;
  Individual variant;
};

/// `run` 0: the latest. An error lists the runs of the file.
Result<RunInfo> chooseRun(const Store& store, std::int64_t run);

/// `name`: an id, "original", "best", the fastest exact variant (see bestVariant), or "frugal", the one that needs the least energy; the
/// original where none is better.
Result<ChosenVariant> chooseVariant(const std::string& path, std::int64_t run, const std::string& name, Store::Access access);

/// Keeps the result in the file. Where the file can't be written, that is said on stderr.
Result<void> saveValidation(const std::string& file, std::int64_t run, const ValidationResult& validation);

/// --trust: the user trusts a file from elsewhere, whose program is in the current folder.
Result<void> trustFileHere(const std::string& path);

} // namespace gevo
