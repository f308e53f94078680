#include "core/kernel/compile/precompiled_headers.h"

#include "core/base/cache_folder.h"
#include "core/base/file_lock.h"
#include "core/base/hash.h"
#include "core/kernel/compile/leading_headers.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;
constexpr std::uintmax_t mostBytes = 512U << 20; // of all headers in the folder

/// What concerns the program's own text, or where the results go.
bool isAboutTheFile(const std::string& argument) {
  return argument.starts_with("-fdebug-prefix-map=") || argument.starts_with("-fdebug-compilation-dir");
}

/// Arguments that headers depend on: without what is about the file, and what lies in the scratch folder.
Arguments argumentsOfHeaders(const CompilerSetup& setup, const Arguments& all) {
  const std::string scratch = setup.scratch.string();
  Arguments chosen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool isPair = i + 1 < all.size() && (all[i] == "-o" || all[i] == "-include");
    const bool isImage = i + 3 < all.size() && all[i] == "-Xclang" && all[i + 1] == "-fcuda-include-gpubinary";
    if (isImage)
      i += 3; // -Xclang -fcuda-include-gpubinary -Xclang FILE
    else if (isPair)
      ++i;
    else if (all[i] != "-c" && !isAboutTheFile(all[i]) && !all[i].contains(scratch))
      chosen.push_back(all[i]);
  }
  return chosen;
}

/// Text of the header to make; empty: there is nothing to gain.
std::string textOfHeaders(const CompilerSetup& setup, const std::string& file, const Arguments& arguments) {
  const auto prologue = std::ranges::find(arguments, "-include");
  if (prologue == arguments.end() || prologue + 1 == arguments.end()) return {};
  const auto before = readFile(*(prologue + 1));
  if (!before) return {};
  const std::string ours = before->substr(0, before->find('\n') + 1);
  // The program's macros, and headers that it includes by force, may change what its headers mean.
  const bool comesMore = *before != ours || std::ranges::count(arguments, "-include") > 1;
  return comesMore ? ours : ours + leadingHeaders(setup, file, arguments);
}

std::string ageOf(const fs::path& path) {
  std::error_code ignored;
  return std::to_string(fs::last_write_time(path, ignored).time_since_epoch().count());
}

std::string keyOf(const CompilerSetup& setup, const std::string& text, const Arguments& arguments) {
  std::string key = text + '\0' + ageOf(setup.clang.path) + '\0' + ageOf(setup.cuda / "include");
  for (const std::string& argument : arguments) key += '\0' + argument;
  for (const fs::path& folder : includeFolders(arguments))
    if (folder.is_relative()) key += '\0' + setup.folder.string();
  return toHex(hashText(key));
}

/// Removes those that were not used for longest.
void makeRoom(const fs::path& folder) {
  std::error_code ignored;
  struct Kept {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes = 0;
  };
  std::vector<Kept> kept;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".pch") kept.push_back({entry.last_write_time(ignored), entry.path(), entry.file_size(ignored)});
  std::ranges::sort(kept, std::greater<>(), &Kept::used);
  std::uintmax_t sum = 0;
  for (const Kept& one : kept) {
    sum += one.bytes;
    if (sum <= mostBytes) continue;
    for (const char* const part : {".pch", ".h", ".lock"}) fs::remove(fs::path(one.path).replace_extension(part), ignored);
  }
}

/// Those that clang could not make in this process.
class Failed {
public:
  bool contains(const fs::path& path) {
    const std::scoped_lock lock(mutex_);
    return paths_.contains(path);
  }
  void add(const fs::path& path) {
    const std::scoped_lock lock(mutex_);
    paths_.insert(path);
  }

private:
  std::mutex mutex_;
  std::set<fs::path> paths_;
};

Failed& failed() {
  static Failed all;
  return all;
}

const Arguments validation{"-fmodules-validate-system-headers"}; // changed ones are an error, as the program's own are

bool make(const CompilerSetup& setup, const std::string& text, Arguments arguments, const fs::path& made) {
  const auto lock = FileLock::take(fs::path(made).replace_extension(".lock")); // one makes them, the others wait for it
  std::error_code problem;
  if (!lock || fs::exists(made, problem)) return lock.has_value();
  const fs::path header = fs::path(made).replace_extension(".h");
  const fs::path unfinished = fs::path(made).replace_extension(".unfinished");
  arguments.insert(arguments.end(), validation.begin(), validation.end());
  // Of templates too, what they need now: clang would make it anew in each compilation.
  arguments.insert(arguments.end(),
                   {"-c", "-fpch-instantiate-templates", "-Xclang", "-emit-pch", "-o", unfinished.string(), header.string()});
  if (!writeFile(header, text)) return false;
  const auto finished = runClang(setup, std::move(arguments));
  if (finished && finished->succeeded()) fs::rename(unfinished, made, problem);
  const bool isMade = finished && finished->succeeded() && !problem;
  if (!isMade) fs::remove(unfinished, problem);
  makeRoom(made.parent_path());
  return isMade;
}

} // namespace

PrecompiledHeaders PrecompiledHeaders::of(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments) {
  const std::string text = textOfHeaders(setup, file, arguments);
  if (text.empty()) return {};
  static const Result<fs::path> folder = cacheFolder("headers");
  if (!folder) return {};
  Arguments chosen = argumentsOfHeaders(setup, arguments);
  PrecompiledHeaders found;
  found.file_ = *folder / (keyOf(setup, text, chosen) + ".pch");
  if (failed().contains(found.file_)) return {};
  std::error_code problem;
  if (fs::exists(found.file_, problem)) {
    fs::last_write_time(found.file_, fs::file_time_type::clock::now(), problem); // in use
    return found;
  }
  if (make(setup, text, std::move(chosen), found.file_)) return found;
  failed().add(found.file_);
  return {};
}

std::vector<std::string> PrecompiledHeaders::addedTo(std::vector<std::string> arguments) const {
  if (none()) return arguments;
  arguments.insert(arguments.end(), validation.begin(), validation.end());
  arguments.insert(arguments.end(), {"-Xclang", "-include-pch", "-Xclang", file_.string()});
  return arguments;
}

void PrecompiledHeaders::distrust(const std::string& errors) const {
  std::error_code ignored;
  if (!none() && errors.contains(file_.filename().string())) fs::remove(file_, ignored);
}

} // namespace gevo::program
