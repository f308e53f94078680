#include "core/ideas/archive_file.h"

#include "core/base/data_folder.h"
#include "core/base/file.h"
#include "core/base/file_lock.h"
#include "core/ideas/archive_text.h"

namespace gevo {

namespace fs = std::filesystem;

Result<fs::path> ideaArchivePath(const std::string& given) {
  if (!given.empty()) return fs::path(given);
  const fs::path data = dataFolder();
  if (data.empty()) return fail("there is no home folder for the archive of ideas; name a file, or set HOME or XDG_DATA_HOME");
  return data / "ideas.json";
}

Result<IdeaArchive> readIdeaArchive(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return IdeaArchive();
  GEVO_TRY_ASSIGN(const std::string text, readFile(path));
  Result<IdeaArchive> archive = parseIdeaArchive(text);
  if (archive) return archive;
  return std::unexpected(Error{
      fmt::format("{} is not an archive of ideas: {}; name another file, or move this one away", path.string(), archive.error().message),
      archive.error().details});
}

Result<void> changeIdeaArchive(const fs::path& path, const std::function<Result<void>(IdeaArchive&)>& change) {
  std::error_code problem;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), problem);
  if (problem) return fail("the folder of {} can't be made: {}", path.string(), problem.message());
  GEVO_TRY_ASSIGN(const FileLock lock, FileLock::take(path.string() + ".lock"));
  GEVO_TRY_ASSIGN(IdeaArchive archive, readIdeaArchive(path));
  GEVO_TRY(change(archive));
  return writeFile(path, printIdeaArchive(archive));
}

Result<Ideas> readIdeasFor(const std::string& key, const fs::path& path) {
  GEVO_TRY_ASSIGN(const IdeaArchive archive, readIdeaArchive(path));
  Ideas ideas = ideasFor(archive, key);
  if (ideas.empty()) return fail("{} has no ideas from other programs; add some with gevo ideas --add FILE", path.string());
  return ideas;
}

} // namespace gevo
