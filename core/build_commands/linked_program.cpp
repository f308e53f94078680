#include "core/build_commands/linked_program.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace gevo {

namespace fs = std::filesystem;

namespace {

using Product = CompilerCall::Product;

void addOnce(std::vector<std::string>& values, const std::string& value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

bool isTrial(const std::string& program) {
  const fs::path path(program);
  return program.find("/CMakeFiles/") != std::string::npos || path.filename().string().starts_with("conftest");
}

/// Who made which file. A file that is made twice is what the last call made of it, but archives grow.
class Makers {
public:
  explicit Makers(const std::vector<CompilerCall>& calls) {
    for (const CompilerCall& call : calls) {
      if (call.makes == Product::Nothing) continue;
      if (call.makes == Product::Objects) {
        for (const CompiledFile& source : call.sources) set(call.objectOf(source), {&call, &source});
        if (call.sources.empty()) set(call.output, {&call, nullptr});
        continue;
      }
      if (call.makes == Product::Archive)
        makers_[call.output].push_back({&call, nullptr});
      else
        set(call.output, {&call, nullptr});
    }
  }

  struct Maker {
    const CompilerCall* call;
    const CompiledFile* source; ///< null: all of the call's
  };
  using All = std::vector<Maker>;

  /// Null if no call made it.
  const All* find(const std::string& file) const {
    if (const auto found = makers_.find(file); found != makers_.end()) return &found->second;
    // "libx.so" is a link to "libx.so.1", which a call made.
    const auto versioned = makers_.lower_bound(file + ".");
    if (versioned != makers_.end() && file.ends_with(".so") && versioned->first.starts_with(file + ".")) return &versioned->second;
    // An object that was moved or copied.
    const auto named = byName_.find(fs::path(file).filename().string());
    if (named != byName_.end() && named->second.size() == 1) return &makers_.at(*named->second.begin());
    return nullptr;
  }

private:
  void set(const std::string& file, const Maker& maker) {
    makers_[file] = {maker};
    if (maker.source != nullptr) byName_[fs::path(file).filename().string()].insert(file);
  }

  std::map<std::string, All> makers_;
  std::map<std::string, std::set<std::string>> byName_; ///< objects
};

class Follower {
public:
  Follower(const Makers& makers, LinkedProgram& program) : makers_(makers), program_(program) {}

  void add(const CompilerCall& call, const CompiledFile* only) {
    for (const CompiledFile& source : call.sources)
      if (only == nullptr || only == &source) addSource(call, source);
    if (only != nullptr) return;
    for (const std::string& file : call.linked) addFile(file);
    for (const std::string& folder : call.libraryFolders) addOnce(program_.libraryFolders, folder);
    for (const std::string& library : call.libraries) addLibrary(call, library);
  }

private:
  void addSource(const CompilerCall& call, const CompiledFile& source) {
    ProgramSource made{source.path, source.language, call.defines, call.includes, call.flags};
    if (std::ranges::find(program_.sources, made) == program_.sources.end()) program_.sources.push_back(std::move(made));
  }

  void addFile(const std::string& file) {
    if (!seen_.insert(file).second) return;
    const Makers::All* const all = makers_.find(file);
    if (all == nullptr) return addOnce(program_.linked, file);
    for (const Makers::Maker& maker : *all) add(*maker.call, maker.source);
  }

  void addLibrary(const CompilerCall& call, const std::string& library) {
    for (const std::string& folder : call.libraryFolders)
      for (const char* const ending : {".so", ".a"})
        if (const std::string file = (fs::path(folder) / ("lib" + library + ending)).string(); makers_.find(file) != nullptr)
          return addFile(file);
    addOnce(program_.libraries, library);
  }

  const Makers& makers_;
  LinkedProgram& program_;
  std::set<std::string> seen_;
};

std::string listed(const std::vector<const LinkedProgram*>& programs) {
  std::string text;
  for (const LinkedProgram* program : programs) text += (text.empty() ? "" : ", ") + program->name();
  return text;
}

/// "bfs" and "bin/bfs" of "/home/me/bin/bfs".
bool isNamed(const LinkedProgram& program, const std::string& name) {
  return program.path == name || program.path.ends_with("/" + fs::path(name).lexically_normal().string());
}

std::string inFolder(const std::string& path, const fs::path& folder) {
  const fs::path relative = fs::path(path).lexically_relative(folder);
  if (relative.empty() || *relative.begin() == "..") return path;
  return relative.string();
}

/// The toolkit's headers are known anyway, and would come before ours that go with them.
bool isOfToolkit(const std::string& folder) {
  std::error_code ignored;
  return fs::exists(fs::path(folder) / "cuda_runtime.h", ignored);
}

/// "/usr/lib/libz.so" becomes -lz with its folder, as libraries that we replace go by their names.
bool addAsLibrary(const std::string& file, const fs::path& folder, BuildSettings& settings) {
  const fs::path path(file);
  const std::string name = path.filename().string();
  const std::string ending = path.extension().string();
  const bool isVersion = name.find(".so.") != std::string::npos;
  if (!name.starts_with("lib") || (!isVersion && ending != ".so" && ending != ".a")) return false;
  if (!isVersion && inFolder(file, folder) != file) return false;
  addOnce(settings.libraries, isVersion ? ':' + name : path.stem().string().substr(3));
  addOnce(settings.libraryFolders, inFolder(path.parent_path().string(), folder));
  return true;
}

/// Folders and files within flags are absolute.
std::string flagInFolder(const std::string& flag, const fs::path& folder) {
  static constexpr std::array options{"-isystem", "-include="};
  for (const std::string_view option : options)
    if (flag.starts_with(option) && flag.size() > option.size() && flag[option.size()] == '/')
      return std::string(option) + inFolder(flag.substr(option.size()), folder);
  return flag;
}

SourceSettings settingsOf(const ProgramSource& source, const fs::path& folder) {
  SourceSettings made{inFolder(source.path, folder), languageName(source.language), source.defines, {}, {}};
  for (const std::string& include : source.includes)
    if (!isOfToolkit(include)) made.includes.push_back(inFolder(include, folder));
  for (const std::string& flag : source.flags)
    if (!flag.starts_with("-isystem") || !isOfToolkit(flag.substr(8))) made.flags.push_back(flagInFolder(flag, folder));
  return made;
}

fs::path commonFolder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto first = a.begin(), second = b.begin(); first != a.end() && second != b.end() && *first == *second; ++first, ++second)
    common /= *first;
  return common;
}

/// What all sources and header folders inside `folder` have in common. A program with none there, as in a build folder of its own, has the
/// folder of its CUDA sources.
std::string rootOf(const LinkedProgram& program, const fs::path& folder) {
  std::optional<fs::path> root;
  const auto widen = [&](const fs::path& path) { root = root ? commonFolder(*root, path) : path; };
  const auto isInside = [&](const std::string& path) { return inFolder(path, folder) != path; };
  for (const ProgramSource& source : program.sources) {
    if (isInside(source.path)) widen(fs::path(source.path).parent_path());
    for (const std::string& include : source.includes)
      if (isInside(include) && isInside(source.path)) widen(include);
  }
  if (!root)
    for (const ProgramSource& source : program.sources)
      if (source.language == Language::Cuda) widen(fs::path(source.path).parent_path());
  return root ? inFolder(root->string(), folder) : std::string();
}

} // namespace

std::string LinkedProgram::name() const { return fs::path(path).filename().string(); }

bool LinkedProgram::hasCuda() const {
  return std::ranges::any_of(sources, [](const ProgramSource& source) { return source.language == Language::Cuda; });
}

std::vector<LinkedProgram> linkedPrograms(const std::vector<CompilerCall>& calls) {
  const Makers makers(calls);
  std::vector<LinkedProgram> programs;
  for (const CompilerCall& call : calls) {
    if (call.makes != Product::Program || isTrial(call.output)) continue;
    std::erase_if(programs, [&](const LinkedProgram& known) { return known.path == call.output; });
    programs.push_back({call.output, {}, {}, {}, {}});
    Follower(makers, programs.back()).add(call, nullptr);
  }
  return programs;
}

Result<LinkedProgram> chooseProgram(const std::vector<LinkedProgram>& programs, const std::string& name) {
  std::vector<const LinkedProgram*> all;
  std::vector<const LinkedProgram*> chosen;
  for (const LinkedProgram& program : programs) {
    if (!program.hasCuda()) continue;
    all.push_back(&program);
    if (name.empty() || isNamed(program, name)) chosen.push_back(&program);
  }
  if (chosen.size() == 1) return *chosen.front();
  if (all.empty()) return fail("the build links no program with CUDA code");
  if (chosen.empty()) return fail("the build links no program {} with CUDA code; there is {}", name, listed(all));
  if (!name.empty()) return fail("the build links {} programs that are called {}; add the folder, as in bin/{}", chosen.size(), name, name);
  return fail("the build links {} programs with CUDA code ({}); choose one with --program NAME", all.size(), listed(all));
}

Result<BuildSettings> settingsOf(const LinkedProgram& program, const fs::path& folder) {
  BuildSettings settings;
  settings.root = rootOf(program, folder);
  // CUDA first: it names the project's folder.
  for (const bool cuda : {true, false})
    for (const ProgramSource& source : program.sources) {
      if ((source.language == Language::Cuda) != cuda) continue;
      SourceSettings made = settingsOf(source, folder);
      if (std::ranges::find(settings.files, made.file) != settings.files.end())
        return fail("{} compiles {} twice with different settings, which GEVO can't; make a project of one of them", program.name(),
                    made.file);
      settings.files.push_back(made.file);
      settings.perSource.push_back(std::move(made));
    }
  for (const std::string& file : program.linked)
    if (!addAsLibrary(file, folder, settings)) settings.files.push_back(inFolder(file, folder));
  for (const std::string& library : program.libraries) addOnce(settings.libraries, library);
  for (const std::string& path : program.libraryFolders) addOnce(settings.libraryFolders, inFolder(path, folder));
  return settings;
}

} // namespace gevo
