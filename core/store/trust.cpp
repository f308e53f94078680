#include "core/store/trust.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// Empty where the user has no home.
fs::path trustFolder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && fs::path(data).is_absolute()) return fs::path(data) / "gevo-explorer" / "trusted";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != 0) return fs::path(home) / ".local" / "share" / "gevo-explorer" / "trusted";
  return {};
}

} // namespace

bool isTrusted(const Sha256Digest& project) {
  const fs::path folder = trustFolder();
  std::error_code ignored;
  return !folder.empty() && fs::is_regular_file(folder / toHex(project), ignored);
}

Result<void> rememberTrust(const Sha256Digest& project, const fs::path& program) {
  const fs::path folder = trustFolder();
  if (folder.empty()) return fail("there is no home folder to remember trust in; set HOME or XDG_DATA_HOME");
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return fail("{} can't be made to remember trust in: {}", folder.string(), problem.message());
  // Only the owner may say whom the owner trusts.
  fs::permissions(folder, fs::perms::owner_all, problem);
  std::ofstream file(folder / toHex(project), program.empty() ? std::ios::app : std::ios::trunc);
  file << program.string() << std::flush;
  if (!file.good()) return fail("{} can't be written to remember trust in; check its permissions", folder.string());
  return {};
}

fs::path trustedFolder(const Sha256Digest& project) {
  if (!isTrusted(project)) return {};
  std::ifstream file(trustFolder() / toHex(project));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace gevo
