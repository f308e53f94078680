#pragma once

/// Whether the host program of a file may run here, and its folder. A file from elsewhere is not trusted until the user trusts it.

#include "core/store/store.h"

namespace gevo {

/// The folder of the program of a host-executed file; empty for one that is replayed. An error if the file is not trusted, or the folder is
/// not known.
Result<std::string> hostRunFolder(const Store& store, const Project& project);

/// The error for a file from elsewhere whose program would have to run.
Error untrustedError(const std::filesystem::path& file);

/// The user trusts the file and names the folder of its program: remembered for this user. An error names what is missing there.
Result<void> trustProgram(Store& store, const std::filesystem::path& folder);

/// What a user is asked before the program of a file runs for the first time.
struct TrustQuestion {
  std::filesystem::path folder; ///< of the program, if it is beside the file; else empty
  std::string source;           ///< by which it is found
};
/// Nothing for a file that is replayed, or trusted with its folder known.
Result<std::optional<TrustQuestion>> trustQuestion(const std::filesystem::path& file);

/// The folder of the program of an untrusted file: the first of `folders` that has its first source; empty if none has.
std::filesystem::path findProgram(const Project& project, const std::vector<std::filesystem::path>& folders);

} // namespace gevo
