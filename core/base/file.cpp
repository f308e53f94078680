#include "core/base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace gevo {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

} // namespace

Result<std::string> readFile(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail("{} is a folder; name a file", path.string());
  const File file(std::fopen(path.c_str(), "rbe"));
  if (!file) return fail("cannot read {}: {}", path.string(), std::strerror(errno));
  std::string contents;
  char block[65536];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file.get())) contents.append(block, count);
  if (std::ferror(file.get()) != 0) return fail("cannot read {}: {}", path.string(), std::strerror(errno));
  return contents;
}

namespace {

/// A device or a pipe ("/dev/stdout") takes the bytes; renaming would replace it.
Result<void> writeInto(const std::filesystem::path& path, std::string_view contents) {
  File file(std::fopen(path.c_str(), "wbe"));
  const bool wrote = file != nullptr && std::fwrite(contents.data(), 1, contents.size(), file.get()) == contents.size();
  if (file != nullptr && std::fclose(file.release()) == 0 && wrote) return {};
  return fail("cannot write {}: {}", path.string(), std::strerror(errno));
}

} // namespace

Result<void> writeFile(const std::filesystem::path& named, std::string_view contents) {
  std::error_code ignored;
  const std::filesystem::path path =
      std::filesystem::is_symlink(named, ignored) ? std::filesystem::weakly_canonical(named, ignored) : named;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) return writeInto(path, contents);
  const std::filesystem::path draft = path.string() + fmt::format(".{}.part", getpid());
  File file(std::fopen(draft.c_str(), "wbe"));
  bool good = file != nullptr && std::fwrite(contents.data(), 1, contents.size(), file.get()) == contents.size();
  good = file != nullptr && std::fclose(file.release()) == 0 && good;
  good = good && std::rename(draft.c_str(), path.c_str()) == 0;
  if (good) return {};
  const int reason = errno;
  std::remove(draft.c_str());
  return fail("cannot write {}: {}", path.string(), std::strerror(reason));
}

} // namespace gevo
