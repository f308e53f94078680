#include "core/kernel/host_run/private_copy.h"

#include "core/base/hash.h"
#include "core/kernel/process/process.h"

#include <algorithm>
#include <fcntl.h>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostFiles = 10'000;

bool isLeftOut(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name.find(".gevo") != std::string::npos;
}

/// Of CMake, Meson and Ninja.
bool isBuildFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path / "CMakeCache.txt", ignored) || fs::exists(path / "build.ninja", ignored);
}

Result<std::string> hashOf(const fs::path& path) {
  GEVO_TRY_ASSIGN(const auto text, readFile(path));
  return toHex(hashText(text));
}

class Lister {
public:
  explicit Lister(fs::path folder) : folder_(std::move(folder)) {}

  Result<void> add(const fs::path& path) {
    std::error_code problem;
    if (!fs::is_directory(path, problem)) return addFile(path);
    auto entries = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, problem);
    if (problem) return fail("{} can't be read: {}", path.string(), problem.message());
    for (; entries != fs::recursive_directory_iterator(); entries.increment(problem)) {
      if (problem) return fail("{} can't be read: {}", path.string(), problem.message());
      const fs::path& entry = entries->path();
      const bool isFolder = entries->is_directory(problem) && !entries->is_symlink(problem);
      if (isLeftOut(entry) || (isFolder && isBuildFolder(entry))) {
        if (isFolder) entries.disable_recursion_pending();
        continue;
      }
      if (!entries->is_regular_file(problem)) continue;
      if (const auto added = addFile(entry); !added) return added;
    }
    return {};
  }

  std::vector<HostRunFile> take() { return std::move(files_); }

private:
  Result<void> addFile(const fs::path& path) {
    std::error_code problem;
    const std::string name = fs::absolute(path, problem).lexically_normal().lexically_relative(folder_).string();
    if (!names_.insert(name).second) return {};
    if (!fs::is_regular_file(path, problem)) return fail("{} does not exist", path.string());
    bytes_ += fs::file_size(path, problem);
    if (bytes_ > largestCopy || names_.size() > mostFiles)
      return fail("{} holds more than {} MiB or {} files, too much for a private copy of each worker; name the files that the program "
                  "reads with --data, or its source alone where it reads none",
                  path.parent_path().string(), largestCopy >> 20, mostFiles);
    GEVO_TRY_ASSIGN(auto hash, hashOf(path));
    files_.push_back({name, std::move(hash)});
    return {};
  }

  fs::path folder_;
  std::vector<HostRunFile> files_;
  std::set<std::string> names_;
  std::uint64_t bytes_ = 0;
};

/// Number of folders that a relative path goes up.
std::size_t stepsUp(const fs::path& path) { return static_cast<std::size_t>(std::ranges::count(path.lexically_normal(), fs::path(".."))); }

bool same(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

bool same(const FileMark& a, const FileMark& b) {
  return a.inode == b.inode && a.size == b.size && same(a.modified, b.modified) && same(a.changed, b.changed) && a.mode == b.mode;
}

std::optional<FileMark> markOf(const fs::path& file) {
  struct stat found {};
  if (lstat(file.c_str(), &found) != 0) return std::nullopt;
  return FileMark{found.st_ino, found.st_size, found.st_mtim, found.st_ctim, found.st_mode};
}

} // namespace

Result<std::vector<HostRunFile>> listFiles(const fs::path& folder, const std::vector<std::string>& data, const fs::path& sources) {
  std::error_code ignored;
  const fs::path start = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
  Lister lister(start);
  if (data.empty()) GEVO_TRY(lister.add(fs::weakly_canonical(fs::absolute(sources, ignored), ignored)));
  for (const std::string& name : data) {
    if (fs::path(name).is_absolute())
      return fail("--data {} is absolute, and the program reads it from that path; leave it out, or give it as the program names it", name);
    GEVO_TRY(lister.add(start / name));
  }
  std::vector<HostRunFile> files = lister.take();
  std::ranges::sort(files, {}, &HostRunFile::name);
  return files;
}

Result<PrivateCopy> PrivateCopy::make(fs::path root, fs::path folder, const std::vector<HostRunFile>& files) {
  PrivateCopy made;
  made.root_ = std::move(root);
  made.original_ = std::move(folder);
  std::error_code problem;
  if (!fs::is_directory(made.original_, problem))
    return fail("{}, where the program ran, is gone; put it back, or give its new path with --trust", made.original_.string());
  std::size_t depth = 0;
  for (const HostRunFile& file : files) {
    if (fs::path(file.name).is_absolute() || file.name.empty())
      return fail("the file lists \"{}\" among the files of its program, which is not a valid name; make a new file with gevo new",
                  file.name);
    depth = std::max(depth, stepsUp(file.name));
  }
  made.inside_ = made.root_;
  for (std::size_t i = 0; i < depth; ++i) made.inside_ /= "in";
  fs::create_directories(made.inside_, problem);
  if (problem) return fail("{} can't be made for a private copy: {}", made.inside_.string(), problem.message());
  for (const HostRunFile& file : files) {
    const fs::path path = (made.inside_ / file.name).lexically_normal();
    made.files_.try_emplace(path, file, std::nullopt);
  }
  GEVO_TRY(made.restore());
  return made;
}

Result<void> PrivateCopy::copy(const HostRunFile& file) {
  const fs::path from = original_ / file.name;
  const auto text = readFile(from);
  if (!text) return fail("{}, which the program had when the file was made, can't be read; put it back", from.string());
  if (toHex(hashText(*text)) != file.hash)
    return fail(
        "{} is not what it was when the file was made; put that back, or make a new file with gevo new, where --data names what the "
        "program reads",
        from.string());
  const fs::path path = (inside_ / file.name).lexically_normal();
  std::error_code ignored;
  fs::remove_all(path, ignored);
  fs::create_directories(path.parent_path(), ignored);
  if (const auto written = writeFile(path, *text); !written) return written;
  fs::permissions(path, fs::status(from, ignored).permissions() | fs::perms::owner_read | fs::perms::owner_write, ignored);
  // As old as the original: whatever the program writes is newer, also within one tick of the clock.
  struct stat found {};
  if (stat(from.c_str(), &found) == 0) {
    const timespec times[] = {found.st_mtim, found.st_mtim};
    utimensat(AT_FDCWD, path.c_str(), times, 0);
  }
  return {};
}

Result<void> PrivateCopy::restore() {
  std::error_code problem;
  std::set<fs::path> folders;
  for (const auto& [path, known] : files_)
    for (fs::path folder = path.parent_path(); folder != root_ && folders.insert(folder).second;) folder = folder.parent_path();
  for (fs::path folder = inside_; folder != root_; folder = folder.parent_path()) folders.insert(folder);

  std::vector<fs::path> foreign;
  for (auto entries = fs::recursive_directory_iterator(root_, problem); !problem && entries != fs::recursive_directory_iterator();
       entries.increment(problem)) {
    if (folders.contains(entries->path()) && entries->is_directory(problem) && !entries->is_symlink(problem)) continue;
    if (files_.contains(entries->path()) && !entries->is_directory(problem)) continue;
    foreign.push_back(entries->path());
    entries.disable_recursion_pending();
  }
  if (problem) return fail("{} can't be read: {}", root_.string(), problem.message());
  for (const fs::path& path : foreign) fs::remove_all(path, problem);
  fs::create_directories(inside_, problem);
  for (auto& [path, known] : files_) {
    auto& [file, mark] = known;
    const auto now = markOf(path);
    if (mark && now && same(*mark, *now)) continue;
    if (const auto copied = copy(file); !copied) return copied;
    mark = markOf(path);
  }
  return {};
}

} // namespace gevo::program
