#include "core/devices/program_trust.h"

namespace gevo {

namespace fs = std::filesystem;

Error untrustedError(const fs::path& file) {
  return {fmt::format("{} was made elsewhere, and evaluating its variants runs its program here; read its sources, and if you trust them, "
                      "run gevo run {} --trust in the folder that holds the program",
                      file.string(), file.string()),
          {}};
}

Result<std::string> hostRunFolder(const Store& store, const Project& project) {
  if (!project.build.hostRun.on) return std::string();
  GEVO_TRY_ASSIGN(const bool trusted, store.trusted());
  if (!trusted) return std::unexpected(untrustedError(store.path()));
  GEVO_TRY_ASSIGN(const fs::path folder, store.programFolder());
  if (folder.empty())
    return fail("the folder of the program of {} is not known; run gevo run {} --trust in that folder", store.path().string(),
                store.path().string());
  return folder.string();
}

Result<void> trustProgram(Store& store, const fs::path& folder) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  const bool isHere = !findProgram(project, {folder}).empty();
  // A replayed program is built again only for its parameters.
  if (!project.build.hostRun.on) return isHere ? store.trust(folder) : store.trust();
  if (!isHere) {
    if (hostRunFolder(store, project)) return {}; // its folder is known
    return fail("{} is not in {}; use --trust in the folder that holds the program", project.build.files.front(), folder.string());
  }
  return store.trust(folder);
}

Result<std::optional<TrustQuestion>> trustQuestion(const fs::path& file) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  GEVO_TRY_ASSIGN(const Project project, store->project());
  if (hostRunFolder(*store, project)) return std::nullopt;
  const std::string source = project.build.files.empty() ? std::string() : project.build.files.front();
  return TrustQuestion{findProgram(project, {fs::absolute(file).parent_path()}), source};
}

fs::path findProgram(const Project& project, const std::vector<fs::path>& folders) {
  std::error_code ignored;
  for (const fs::path& folder : folders)
    if (!project.build.files.empty() && fs::is_regular_file(folder / project.build.files.front(), ignored)) return folder;
  return {};
}

} // namespace gevo
