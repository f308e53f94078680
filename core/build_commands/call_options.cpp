/// The options of a call, as the table of flags describes them.

#include "core/build_commands/call_reader.h"
#include "core/build_commands/command_words.h"
#include "core/build_commands/flag_table.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gevo {

namespace {

/// Flags, or beginnings of flags, that decide what code means. All others (warnings, debug information, position independence) are left to
/// whoever compiles.
constexpr std::array meaningful{"-std=",
                                "-O",
                                "-ansi",
                                "-pthread",
                                "-fopenmp",
                                "-fpermissive",
                                "-fms-extensions",
                                "-fcommon",
                                "-fno-common",
                                "-fgnu89-inline",
                                "-fsigned-char",
                                "-funsigned-char",
                                "-fno-signed-char",
                                "-fno-unsigned-char",
                                "-fshort-enums",
                                "-fshort-wchar",
                                "-fpack-struct",
                                "-fwrapv",
                                "-ftrapv",
                                "-fstrict-aliasing",
                                "-fno-strict-aliasing",
                                "-fno-delete-null-pointer-checks",
                                "-fexceptions",
                                "-fno-exceptions",
                                "-frtti",
                                "-fno-rtti",
                                "-fno-builtin",
                                "-ffreestanding",
                                "-fno-operator-names",
                                "-fno-access-control",
                                "-fchar8_t",
                                "-fno-char8_t",
                                "-fconcepts",
                                "-fcoroutines",
                                "-faligned-new",
                                "-ftemplate-depth",
                                "-fconstexpr-",
                                "-finput-charset",
                                "-fexec-charset",
                                "-ffast-math",
                                "-fno-fast-math",
                                "-ffp-contract",
                                "-fmath-errno",
                                "-fno-math-errno",
                                "-frounding-math",
                                "-ftrapping-math",
                                "-fno-trapping-math",
                                "-funsafe-math-optimizations",
                                "-fassociative-math",
                                "-freciprocal-math",
                                "-ffinite-math-only",
                                "-fsigned-zeros",
                                "-fno-signed-zeros",
                                "-fexcess-precision",
                                "-fcuda-approx-transcendentals",
                                "-fgpu-approx-transcendentals",
                                "-fgpu-flush-denormals-to-zero",
                                "-fcuda-flush-denormals-to-zero",
                                "-m"};

/// Options with a value, beyond those in the table, of gcc, clang and ld.
constexpr std::array ignoredWithValue{"-Xclang",
                                      "-Xcuda-ptxas",
                                      "-Xarch_device",
                                      "-Xarch_host",
                                      "-mllvm",
                                      "-target",
                                      "-B",
                                      "-aux-info",
                                      "-wrapper",
                                      "-dumpbase",
                                      "-dumpdir",
                                      "-isysroot",
                                      "-arch",
                                      "-imultilib",
                                      "-iprefix",
                                      "-imacros",
                                      "-e",
                                      "-h",
                                      "-soname",
                                      "-rpath",
                                      "-rpath-link",
                                      "-dynamic-linker",
                                      "-plugin",
                                      "-plugin-opt",
                                      "-gcc-toolchain"};

template <std::size_t N> bool isOneOf(const std::string& word, const std::array<const char*, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Values of nvcc's options may be lists: "-I a,b", "-DX,Y=2". A comma with a backslash belongs to the value.
template <class Add> void forEach(const std::string& value, FlagDialect dialect, Add add) {
  if (dialect == FlagDialect::HostCompiler) return add(value);
  std::string one;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size() && value[i + 1] == ',') {
      one += value[++i];
    } else if (value[i] == ',') {
      add(std::exchange(one, {}));
    } else {
      one += value[i];
    }
  }
  if (!one.empty()) add(one);
}

/// What the table puts together because GEVO's own command line has none of them.
void readOtherProduct(CallReader& reader, const std::string& word, FlagDialect dialect) {
  if (word == "-dlink" || word == "--device-link")
    reader.makesOneObject = true;
  else if (word == "-lib" || word == "--lib")
    reader.makesArchive = true;
  else if (dialect == FlagDialect::Nvcc || word != "-v") // gcc -v compiles, and says how
    reader.makesNothing = true;
}

void readHostFlags(CallReader& reader, const std::string& value) {
  for (const std::string& flag : splitOptionList(value))
    if (flag.starts_with("-")) readOption(reader, flag, FlagDialect::HostCompiler);
}

/// Some that the table does not need: of ld, of clang, of output.
bool readSpecial(CallReader& reader, const std::string& word, FlagDialect dialect) {
  if (word == "-shared" || word == "--shared" || word == "-Bshareable") return reader.makesShared = true;
  if (word.starts_with("-odir") || word.starts_with("--output-directory")) {
    const std::size_t equals = word.find('=');
    reader.objectFolder = equals == std::string::npos ? reader.takeValue() : word.substr(equals + 1);
    return true;
  }
  if (dialect == FlagDialect::Nvcc) return false;
  if (word == "-r" || word == "--relocatable") return reader.makesOneObject = true;
  if (word == "-fsyntax-only" || word == "-###" || word == "--cuda-device-only" || word.starts_with("-print-"))
    return reader.makesNothing = true;
  if (isOneOf(word, ignoredWithValue)) return reader.takeValue(), true;
  return false;
}

} // namespace

void CallReader::hostFlag(const std::string& flag) {
  if (std::ranges::none_of(meaningful, [&](const char* begin) { return flag.starts_with(begin); })) return;
  call.flags.push_back(flag.starts_with("-std=") ? flag : "-Xcompiler=" + flag);
}

void readOption(CallReader& reader, const std::string& word, FlagDialect dialect) {
  if (readSpecial(reader, word, dialect)) return;
  const FlagMatch match = matchFlag(word, reader.next(), dialect);
  if (match.tookNext) reader.take();
  if (match.flag.row == nullptr) return; // nothing that decides about code
  const std::string& value = match.flag.value;
  CompilerCall& call = reader.call;
  switch (match.flag.row->effect) {
  case FlagEffect::Define:
    return forEach(value, dialect, [&](const std::string& macro) { reader.define(macro); });
  case FlagEffect::Undefine:
    return forEach(value, dialect, [&](const std::string& macro) { reader.undefine(macro); });
  case FlagEffect::Include:
    return forEach(value, dialect, [&](const std::string& folder) { reader.include(folder); });
  case FlagEffect::SystemInclude:
    return forEach(value, dialect, [&](const std::string& folder) { reader.includeSystem(folder); });
  case FlagEffect::ForcedInclude:
    return forEach(value, dialect, [&](const std::string& file) { reader.preInclude(file); });
  case FlagEffect::Library:
    return forEach(value, dialect, [&](const std::string& name) { call.libraries.push_back(name); });
  case FlagEffect::LibraryFolder:
    return forEach(value, dialect, [&](const std::string& folder) { call.libraryFolders.push_back(reader.absolute(folder)); });
  case FlagEffect::Language:
    return reader.language(value);
  case FlagEffect::HostFlags:
    return readHostFlags(reader, value);
  case FlagEffect::Output:
    call.output = reader.absolute(value);
    return;
  case FlagEffect::Compile:
    reader.compilesOnly = true;
    return;
  case FlagEffect::OtherProduct:
    return readOtherProduct(reader, word, dialect);
  case FlagEffect::Standard:
  case FlagEffect::Architecture:
  case FlagEffect::GenerateCode:
  case FlagEffect::FastMath:
  case FlagEffect::FlushToZero:
  case FlagEffect::MultiplyAdd:
  case FlagEffect::DeviceDebug:
  case FlagEffect::DefaultStream:
  case FlagEffect::DeviceFeature:
    call.flags.push_back(match.flag.text);
    return;
  case FlagEffect::Optimisation:
    return reader.hostFlag("-O" + value);
  case FlagEffect::Feature:
    return reader.hostFlag(match.flag.text);
  case FlagEffect::None:
  case FlagEffect::RelocatableCode:
  case FlagEffect::HostCompilerPath:
  case FlagEffect::LinkerFlags:
  case FlagEffect::LinkerFlag:
  case FlagEffect::WordSize:
  case FlagEffect::Warning:
    return;
  }
}

} // namespace gevo
