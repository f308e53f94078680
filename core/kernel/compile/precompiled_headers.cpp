#include "core/kernel/compile/precompiled_headers.h"

#include "core/base/cache_folder.h"
#include "core/base/file_lock.h"
#include "core/base/hash.h"
#include "core/kernel/compile/leading_headers.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;
constexpr std::uintmax_t mostBytes = 512U << 20; // of all in the folder
constexpr std::size_t mostFiles = 1000;

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

/// What the header to precompile says, of ours and of the program.
struct Texts {
  std::string ours; ///< empty: there is nothing to gain
  std::string leading;
};

Texts textsOf(const CompilerSetup& setup, const std::string& file, const Arguments& arguments) {
  const auto prologue = std::ranges::find(arguments, "-include");
  if (prologue == arguments.end() || prologue + 1 == arguments.end()) return {};
  const auto before = readFile(*(prologue + 1));
  if (!before) return {};
  Texts texts;
  texts.ours = before->substr(0, before->find('\n') + 1);
  // The program's macros, and headers that it includes by force, may change what its headers mean.
  const bool comesMore = *before != texts.ours || std::ranges::count(arguments, "-include") > 1;
  if (!comesMore) texts.leading = leadingHeaders(setup, file, arguments);
  return texts;
}

std::string ageOf(const fs::path& path) {
  std::error_code ignored;
  return std::to_string(fs::last_write_time(path, ignored).time_since_epoch().count());
}

/// Not the folder's age: it changes whenever a file is saved.
std::string namesIn(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) names.insert(entry.path().filename().string());
  std::string text;
  for (const std::string& name : names) text += name + '/';
  return text;
}

std::string keyOf(const CompilerSetup& setup, const std::string& text, const Arguments& arguments) {
  std::string key = text + '\0' + ageOf(setup.clang.path) + '\0' + ageOf(setup.cuda / "include");
  for (const std::string& argument : arguments) key += '\0' + argument;
  // What clang would find before what it found: a compiler or a header that came later.
  for (const char* const variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX"})
    if (const char* const value = std::getenv(variable)) key += std::string(1, '\0') + variable + "=" + value;
  for (const char* const folder : {"/usr/include", "/usr/include/c++", "/usr/local/include"}) key += '\0' + ageOf(folder);
  for (const fs::path& folder : includeFolders(arguments)) {
    key += '\0' + namesIn(setup.folder / folder);
    if (folder.is_relative()) key += '\0' + setup.folder.string();
  }
  return toHex(hashText(key));
}

fs::path withExtension(fs::path file, const char* extension) { return file.replace_extension(extension); }

/// The file whose age is when they were used last: clang does not accept a precompiled header whose own age changed. False: not before.
bool wasUsed(const fs::path& made) {
  const fs::path used = withExtension(made, ".used");
  std::error_code ignored;
  const bool is = fs::exists(used, ignored);
  if (is)
    fs::last_write_time(used, fs::file_time_type::clock::now(), ignored);
  else
    (void)writeFile(used, "");
  return is;
}

/// Removes those that were not used for longest.
void makeRoom(const fs::path& folder) {
  std::error_code ignored;
  struct Kept {
    fs::file_time_type used;
    fs::path file;
    std::uintmax_t bytes = 0;
  };
  std::vector<Kept> kept;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    // Of a compilation that was killed.
    const bool isLeftOver = entry.path().extension() == ".unfinished" || entry.path().extension() == ".tmp";
    if (isLeftOver && entry.last_write_time(ignored) < fs::file_time_type::clock::now() - std::chrono::hours(1))
      fs::remove(entry.path(), ignored);
    if (entry.path().extension() != ".used") continue;
    const std::uintmax_t bytes = fs::file_size(withExtension(entry.path(), ".pch"), ignored);
    kept.push_back({entry.last_write_time(ignored), entry.path(), ignored ? 0 : bytes});
  }
  std::ranges::sort(kept, std::greater<>(), &Kept::used);
  std::uintmax_t sum = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    sum += kept[i].bytes;
    if (sum <= mostBytes && i < mostFiles) continue;
    for (const char* const part : {".used", ".pch", ".h"}) fs::remove(withExtension(kept[i].file, part), ignored);
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

Arguments withValidation(Arguments arguments) {
  arguments.insert(arguments.end(), validation.begin(), validation.end());
  return arguments;
}

Arguments includingFile(Arguments arguments, const fs::path& made) {
  arguments = withValidation(std::move(arguments));
  arguments.insert(arguments.end(), {"-Xclang", "-include-pch", "-Xclang", made.string()});
  return arguments;
}

/// False: clang can't.
bool make(const CompilerSetup& setup, const std::string& text, Arguments arguments, const fs::path& made) {
  if (failed().contains(made)) return false;
  const auto lock = FileLock::take(withExtension(made, ".lock")); // one makes them, the others wait for it
  std::error_code problem;
  if (!lock || fs::exists(made, problem)) return lock.has_value();
  const fs::path header = withExtension(made, ".h");
  const fs::path unfinished = withExtension(made, ".unfinished");
  // Of templates too, what they need now: clang would make it anew in each compilation.
  arguments.insert(arguments.end(),
                   {"-c", "-fpch-instantiate-templates", "-Xclang", "-emit-pch", "-o", unfinished.string(), header.string()});
  bool isMade = writeFile(header, text).has_value();
  if (isMade) {
    const auto finished = runClang(setup, std::move(arguments));
    isMade = finished && finished->succeeded();
  }
  if (isMade) fs::rename(unfinished, made, problem);
  isMade = isMade && !problem;
  if (!isMade) {
    fs::remove(unfinished, problem);
    failed().add(made);
  }
  makeRoom(made.parent_path());
  return isMade;
}

} // namespace

PrecompiledHeaders PrecompiledHeaders::of(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments) {
  const Texts texts = textsOf(setup, file, arguments);
  if (texts.ours.empty()) return {};
  static const Result<fs::path> folder = cacheFolder("headers");
  if (!folder) return {};
  const Arguments chosen = argumentsOfHeaders(setup, arguments);
  // Headers in a folder that is another one each time.
  const bool isPassing = setup.folder.string().starts_with(setup.scratch.string());
  if (isPassing && std::ranges::any_of(includeFolders(arguments), &fs::path::is_relative)) return {};
  const auto fileOf = [&](const std::string& key) { return *folder / (key + ".pch"); };
  std::error_code ignored;

  PrecompiledHeaders headers;
  const std::string key = keyOf(setup, texts.ours, chosen);
  headers.file_ = fileOf(key);
  wasUsed(headers.file_);
  if (!fs::exists(headers.file_, ignored) && !make(setup, texts.ours, withValidation(chosen), headers.file_)) return {};
  if (texts.leading.empty()) return headers;

  // Those of the program come on top of ours, once they are used again: making them takes longer than they save once.
  const fs::path more = fileOf(keyOf(setup, texts.leading + key + ageOf(headers.file_), chosen));
  const bool isKnown = wasUsed(more);
  if (fs::exists(more, ignored) || (isKnown && make(setup, texts.leading, includingFile(chosen, headers.file_), more)))
    headers.file_ = more;
  return headers;
}

std::vector<std::string> PrecompiledHeaders::addedTo(std::vector<std::string> arguments) const {
  return none() ? arguments : includingFile(std::move(arguments), file_);
}

void PrecompiledHeaders::remove() const {
  std::error_code ignored;
  if (!none()) fs::remove(file_, ignored);
}

void PrecompiledHeaders::distrust(const std::string& errors) const {
  std::error_code ignored;
  if (none()) return;
  for (const auto& entry : fs::directory_iterator(file_.parent_path(), ignored))
    if (entry.path().extension() == ".pch" && errors.contains(entry.path().filename().string())) fs::remove(entry.path(), ignored);
}

} // namespace gevo::program
