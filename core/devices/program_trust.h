#pragma once

/// Whether the host program of a file may run here, and where it lies. A file from elsewhere is not trusted until its owner says otherwise.

#include "core/store/store.h"

namespace gevo {

/// Where the program of a file that is judged live lies; empty for one that is replayed. An error says that the file is not trusted, or
/// that the folder is not known.
Result<std::string> hostRunFolder(const Store& store, const Project& project);

/// The sentence of a file from elsewhere whose program would have to run.
Error untrustedError(const std::filesystem::path& file);

/// The user trusts the file and says where its program lies: remembered for this user. An error says what is not there.
Result<void> trustProgram(Store& store, const std::filesystem::path& folder);

/// What a user is asked before the program of a file runs for the first time.
struct TrustQuestion {
  std::filesystem::path folder; ///< where the program lies, beside the file; empty where it does not lie there
  std::string source;           ///< by which it is found
};
/// Nothing for a file that is replayed, or trusted with its folder known.
Result<std::optional<TrustQuestion>> trustQuestion(const std::filesystem::path& file);

/// A folder where the program of an untrusted file may lie: one of `places` that has its first source; empty where none has.
std::filesystem::path findProgram(const Project& project, const std::vector<std::filesystem::path>& places);

} // namespace gevo
