#include "core/store/trust.h"

#include "core/base/data_folder.h"

#include <filesystem>
#include <fstream>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// Empty if the user has no home folder.
fs::path trustFolder() {
  const fs::path data = dataFolder();
  return data.empty() ? data : data / "trusted";
}

} // namespace

bool isTrusted(const Sha256Digest& project) {
  const fs::path folder = trustFolder();
  std::error_code ignored;
  return !folder.empty() && fs::is_regular_file(folder / toHex(project), ignored);
}

Result<void> rememberTrust(const Sha256Digest& project, const fs::path& program) {
  const fs::path folder = trustFolder();
  if (folder.empty()) return fail("trust cannot be remembered without a home folder; set HOME or XDG_DATA_HOME");
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return fail("{}, where trust is remembered, can't be created: {}", folder.string(), problem.message());
  // Nobody else may add to this list.
  fs::permissions(folder, fs::perms::owner_all, problem);
  std::ofstream file(folder / toHex(project), program.empty() ? std::ios::app : std::ios::trunc);
  file << program.string() << std::flush;
  if (!file.good()) return fail("{}, where trust is remembered, can't be written; check its permissions", folder.string());
  return {};
}

fs::path trustedFolder(const Sha256Digest& project) {
  if (!isTrusted(project)) return {};
  std::ifstream file(trustFolder() / toHex(project));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace gevo
