#include "core/kernel/compile/compile.h"

#include "core/kernel/compile/compile_file.h"
#include "core/kernel/compile/compiler_arguments.h"
#include "core/kernel/compile/link.h"
#include "core/kernel/compile/source_text.h"
#include "core/kernel/device_code/file_locals.h"
#include "core/kernel/ir/kept_functions.h"

#include <algorithm>
#include <array>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

template <std::size_t N> bool isOneOf(const std::string& text, const std::array<const char*, N>& choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

/// C++ only: in C it could be nothing but a name.
bool holdsDeviceCode(const fs::path& path) {
  if (path.extension() == ".c") return false;
  const auto text = readFile(path);
  return text && hasDeviceCode(*text);
}

/// What clang does itself where no function is to be kept. Changed sources need not call one: another configuration, or an edit, may do
/// without.
Result<void> optimiseAround(const CompilerSetup& setup, const std::vector<fs::path>& bitcode) {
  if (setup.settings.synthesised.empty()) return {};
  ir::KeptFunctions kept(setup.settings.synthesised, bitcode.size() == 1);
  for (const fs::path& file : bitcode) {
    GEVO_TRY_ASSIGN(const std::string code, readFile(file));
    GEVO_TRY_ASSIGN(const Bytes optimised, kept.optimise({reinterpret_cast<const std::uint8_t*>(code.data()), code.size()}));
    GEVO_TRY(writeFile(file, {reinterpret_cast<const char*>(optimised.data()), optimised.size()}));
  }
  return setup.changedFiles.empty() ? kept.check() : Result<void>();
}

} // namespace

Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> arguments) {
  // Interrupted, clang leaves temporary files.
  return runCommand({std::move(arguments), setup.folder, {"TMPDIR=" + setup.scratch.string()}, compileLimit}, setup.scratch);
}

Result<InputFiles> sortFiles(const BuildSettings& settings, const fs::path& folder) {
  static constexpr std::array hostKinds{".cpp", ".cc", ".cxx", ".c"};
  static constexpr std::array linkKinds{".o", ".a", ".so"};
  GEVO_TRY_ASSIGN(const auto flags, readFlags(settings.flags, FlagDialect::Nvcc));
  if (!flags.files.empty()) return fail("{} among the flags is not a flag; give it as a source", flags.files.front());
  InputFiles files;
  files.root = settings.root;
  for (const std::string& file : settings.files) {
    std::error_code ignored;
    const fs::path path = folder / file;
    if (!fs::exists(path, ignored)) return fail("{} does not exist", file);
    if (!fs::is_regular_file(path, ignored)) return fail("{} is not a file", file);
    const std::string kind = path.extension().string();
    if (const SourceSettings* const own = ownSettings(settings, file)) {
      GEVO_TRY(readFlags(own->flags, FlagDialect::Nvcc));
      (own->language == "cuda" ? files.cuda : files.host).push_back(file);
    } else if (kind == ".cu" || (flags.language == "cu" && isOneOf(kind, hostKinds)) || (isOneOf(kind, hostKinds) && holdsDeviceCode(path)))
      files.cuda.push_back(file);
    else if (isOneOf(kind, hostKinds))
      files.host.push_back(file);
    else if (isOneOf(kind, linkKinds))
      files.link.push_back(file);
    else
      return fail("{} is not a source file that GEVO builds; give .cu files, host files in .cpp or .c, and libraries", file);
  }
  if (files.cuda.empty()) return fail("no source has device code; give at least one .cu file, or add -x cu");
  return files;
}

fs::path projectFolder(const InputFiles& files, const fs::path& folder) {
  std::error_code ignored;
  const fs::path root = files.root.empty() ? fs::path(files.cuda.front()).parent_path() : fs::path(files.root);
  fs::path path = fs::weakly_canonical(fs::absolute(folder / root), ignored);
  return path.has_filename() ? path : path.parent_path(); // no slash at its end
}

Result<std::vector<fs::path>> compileDeviceCode(const CompilerSetup& setup, const InputFiles& files) {
  std::vector<fs::path> made;
  for (const std::string& file : files.cuda) {
    made.push_back(setup.scratch / fmt::format("device{}.bc", made.size()));
    GEVO_TRY_ASSIGN(auto arguments, deviceArguments(setup, files, file));
    arguments.insert(arguments.end(), {"-o", made.back().string()});
    GEVO_TRY(compileCuda(setup, file, std::move(arguments)));
  }
  GEVO_TRY(optimiseAround(setup, made));
  GEVO_TRY(separateLocals(made, files.cuda));
  return made;
}

Result<std::vector<std::string>> compileHostObjects(const CompilerSetup& setup, const InputFiles& files,
                                                    const std::vector<fs::path>& images) {
  std::vector<std::string> objects;
  const auto intoObject = [&](Arguments& arguments) {
    objects.push_back((setup.scratch / fmt::format("host{}.o", objects.size())).string());
    arguments.insert(arguments.end(), {"-c", "-o", objects.back()});
  };
  for (std::size_t i = 0; i < files.cuda.size(); ++i) {
    GEVO_TRY_ASSIGN(auto arguments, hostHalfArguments(setup, files.cuda[i], images[i]));
    intoObject(arguments);
    GEVO_TRY(compileCuda(setup, files.cuda[i], std::move(arguments)));
  }
  for (const std::string& file : files.host) {
    const SourceSettings* const own = ownSettings(setup.settings, file);
    const bool isC = own != nullptr ? own->language == "c" : file.ends_with(".c"); // g++ takes .c for C++
    const CompilerSetup ofFile = setupFor(setup, file);
    GEVO_TRY_ASSIGN(auto arguments, hostArguments(ofFile, flagsOf(ofFile), isC));
    intoObject(arguments);
    GEVO_TRY(compileHostFile(setup, file, std::move(arguments)));
  }
  return objects;
}

Result<fs::path> compileProgram(const CompilerSetup& setup, const InputFiles& files, const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(auto objects, compileHostObjects(setup, files, deviceCode));
  return linkProgram(setup, files, std::move(objects), deviceCode);
}

} // namespace gevo::program
