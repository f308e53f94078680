#include "core/kernel/compile/compile_file.h"

#include "core/kernel/compile/closed_libraries.h"
#include "core/kernel/compile/device_launches.h"
#include "core/kernel/compile/diagnostics.h"
#include "core/kernel/compile/missing_headers.h"
#include "core/kernel/compile/precompiled_headers.h"
#include "core/kernel/compile/source_text.h"

#include <map>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// CUDA no longer has texture references, so programs may use the name `texture`; they are enabled if clang misses them.
bool missesTextureReferences(const std::string& errors) {
  return errors.contains("no template named 'texture'") || errors.contains("'textureReference'");
}

std::string inQuotes(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) (c == '"' || c == '\\' ? made += '\\' : made) += c;
  return made + '"';
}

/// Sources as clang is to read them, without changing the files: clang's overlay file system.
class Overlay {
public:
  explicit Overlay(const CompilerSetup& setup) : setup_(setup) {}

  /// Those that the setup has other texts for.
  Result<void> takeChanged() {
    for (const auto& [path, text] : setup_.changedFiles) GEVO_TRY(replace(path.string(), text));
    return isEmpty() ? Result<void>() : write();
  }

  /// Takes the files with errors that have launch tokens with blanks; whether there were new ones.
  Result<bool> take(const std::string& errors) {
    bool isNew = false;
    for (const std::string& file : filesWithErrors(errors)) {
      const std::string path = fs::absolute(setup_.folder / file).lexically_normal().string();
      if (!repaired_.insert(path).second) continue;
      const auto known = setup_.changedFiles.find(path);
      const auto text = known != setup_.changedFiles.end() ? Result<std::string>(known->second) : readFile(path);
      if (!text) continue;
      const auto changed = withWholeLaunchTokens(*text);
      if (!changed) continue;
      GEVO_TRY(replace(path, *changed));
      isNew = true;
    }
    if (isNew) GEVO_TRY(write());
    return isNew;
  }

  bool isEmpty() const { return replaced_.empty(); }
  fs::path description() const { return setup_.scratch / "overlay.json"; }

private:
  Result<void> replace(const std::string& path, const std::string& text) {
    const auto [entry, isNew] = replaced_.try_emplace(path);
    if (isNew) entry->second = (setup_.scratch / fmt::format("overlay{}", replaced_.size())).string();
    return writeFile(entry->second, text);
  }

  Result<void> write() const {
    std::string roots;
    for (const auto& [path, target] : replaced_)
      roots += fmt::format("{}{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}", roots.empty() ? "" : ", ", inQuotes(path),
                           inQuotes(target));
    return writeFile(description(), "{\"version\": 0, \"use-external-names\": false, \"roots\": [" + roots + "]}\n");
  }

  const CompilerSetup& setup_;
  std::map<std::string, std::string> replaced_; ///< by path: the file that has the text
  std::set<std::string> repaired_;
};

Result<void> report(const CompilerSetup& setup, const std::string& file, const std::string& compiler, const Finished& finished) {
  if (finished.succeeded()) {
    if (setup.warnings) *setup.warnings += finished.errors;
    return {};
  }
  const std::string details = errorsFirst(finished.errors);
  if (finished.signal != 0 || finished.timedOut())
    return std::unexpected(Error{fmt::format("{}, compiling {}, {}", compiler, file, finished.ending(compileLimit)), details});
  if (const auto missing = missingHeader(finished.errors)) {
    if (const auto closed = closedLibraryOfHeader(missing->header); !closed.empty())
      return std::unexpected(Error{closedLibraryMessage({std::string(closed)}), details});
    return std::unexpected(Error{missingHeaderMessage(*missing), details});
  }
  if (const auto launch = deviceLaunch(finished.errors, setup.folder)) return std::unexpected(Error{deviceLaunchMessage(*launch), details});
  if (finished.errors.contains("-Wsource-uses-openmp"))
    return std::unexpected(
        Error{fmt::format("{} has OpenMP pragmas, for which clang's OpenMP library is missing; install the package libomp-{}-dev", file,
                          clangVersion),
              details});
  return std::unexpected(Error{file + " does not compile", details});
}

} // namespace

Result<void> compileCuda(const CompilerSetup& setup, const std::string& file, std::vector<std::string> arguments) {
  PrecompiledHeaders headers = PrecompiledHeaders::of(setup, file, arguments);
  arguments.push_back(file);
  Overlay overlay(setup);
  GEVO_TRY(overlay.takeChanged());
  bool hasOverlay = false;
  const auto addOverlay = [&] {
    if (!hasOverlay) arguments.insert(arguments.end(), {"-ivfsoverlay", overlay.description().string()});
    hasOverlay = true;
  };
  if (!overlay.isEmpty()) addOverlay();
  bool hasTextures = false;
  while (true) {
    GEVO_TRY_ASSIGN(const auto finished, runClang(setup, headers.addedTo(arguments)));
    if (!finished.succeeded()) {
      if (!headers.none()) {
        headers.distrust(finished.errors);
        headers = {};
        continue;
      }
      GEVO_TRY_ASSIGN(const bool changed, overlay.take(finished.errors));
      if (changed) {
        addOverlay();
        continue;
      }
      if (!hasTextures && missesTextureReferences(finished.errors)) {
        arguments.emplace_back("-DGEVO_TEXTURE_REFERENCES");
        hasTextures = true;
        continue;
      }
    }
    return report(setup, file, "clang", finished);
  }
}

Result<void> compileHostFile(const CompilerSetup& setup, const std::string& file, std::vector<std::string> arguments) {
  const std::string compiler = fs::path(arguments.front()).filename().string();
  arguments.push_back(file);
  GEVO_TRY_ASSIGN(const auto finished,
                  runCommand({std::move(arguments), setup.folder, {"TMPDIR=" + setup.scratch.string()}, compileLimit}, setup.scratch));
  return report(setup, file, compiler, finished);
}

} // namespace gevo::program
