#include "core/build_commands/build_flags.h"

#include "core/values/device_name.h"

#include <algorithm>
#include <array>

namespace gevo {

namespace {

/// At commas, and where a quoted value has blanks.
std::vector<std::string> parts(std::string_view text, std::string_view separators) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) found.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

/// -Wl, and -Wp, hold commas of their own.
std::vector<std::string> hostFlagsIn(const std::string& value) {
  std::vector<std::string> flags;
  for (std::string& part : parts(value, ", \t"))
    if (!flags.empty() && flags.back().starts_with("-Wl") && !part.starts_with("-f") && !part.starts_with("-W"))
      flags.back() += ',' + part;
    else
      flags.push_back(std::move(part));
  return flags;
}

/// Features that change what the host's half of a .cu file means or how it fits the other objects, and that clang has too.
bool concernsCudaHost(std::string_view flag) {
  static constexpr std::array known{
      "-fopenmp",       "-fsigned-char",        "-funsigned-char", "-fno-exceptions", "-fwrapv",
      "-fshort-enums",  "-fno-strict-aliasing", "-ffast-math",     "-pthread",        "-funsafe-math-optimizations",
      "-ffp-contract=", "-fms-extensions",      "-fopenmp-simd",   "-fPIC",           "-fpic"};
  return flag.starts_with("-m") || std::ranges::any_of(known, [&](std::string_view one) { return flag.starts_with(one); });
}

/// "compute_80", "sm_80" and "80" are sm_80.
std::string architectureOf(std::string_view text) {
  const std::size_t digit = text.find_first_of("0123456789");
  return digit == std::string_view::npos ? std::string(text) : "sm_" + std::string(text.substr(digit));
}

class Reader {
public:
  explicit Reader(BuildFlags& flags) : flags_(flags) {}

  Result<void> read(std::span<const std::string> arguments, FlagDialect dialect, bool ofCompilerOption = false) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      if (!argument.starts_with('-') || argument == "-") {
        flags_.files.push_back(argument);
        continue;
      }
      const std::string* next = i + 1 < arguments.size() ? &arguments[i + 1] : nullptr;
      const FlagMatch match = matchFlag(argument, next, dialect);
      if (match.lacksValue) return fail("{} needs a value", argument);
      if (match.tookNext) ++i;
      if (!match.flag.row) {
        if (dialect == FlagDialect::Nvcc)
          return fail("{} is a flag of neither nvcc nor clang that GEVO knows; leave it out, or give a flag of the host compiler as "
                      "-Xcompiler {}",
                      argument, argument);
        flags_.host.push_back(argument);
        continue;
      }
      GEVO_TRY(apply(match.flag, dialect, ofCompilerOption));
    }
    return {};
  }

private:
  Result<void> apply(const Flag& flag, FlagDialect dialect, bool ofCompilerOption) {
    const std::string& value = flag.value;
    const bool ofNvcc = dialect == FlagDialect::Nvcc;
    switch (flag.row->effect) {
    case FlagEffect::None:
      break;
    case FlagEffect::Define:
      flags_.macros.push_back("-D" + value);
      break;
    case FlagEffect::Undefine:
      flags_.macros.push_back("-U" + value);
      break;
    case FlagEffect::Include:
      flags_.includes.push_back(value);
      break;
    case FlagEffect::SystemInclude:
      flags_.systemIncludes.push_back(value);
      break;
    case FlagEffect::ForcedInclude:
      append(flags_.forcedIncludes, ofNvcc ? parts(value, ",") : std::vector{value});
      break;
    case FlagEffect::Library:
      append(flags_.libraries, ofNvcc ? parts(value, ",") : std::vector{value});
      break;
    case FlagEffect::LibraryFolder:
      flags_.libraryFolders.push_back(value);
      break;
    case FlagEffect::Standard:
      (value.contains("++") ? flags_.standardOfCpp : flags_.standardOfC) = value;
      break;
    case FlagEffect::Architecture:
      flags_.architectures.push_back(architectureOf(value));
      break;
    case FlagEffect::GenerateCode:
      readGenerateCode(value);
      break;
    case FlagEffect::FastMath:
      for (const char* feature : {"-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero", "-fapprox-func"}) onDevice(feature);
      break;
    case FlagEffect::FlushToZero:
      if (value == "true") onDevice("-fgpu-flush-denormals-to-zero");
      break;
    case FlagEffect::MultiplyAdd:
      if (value == "false") onDevice("-ffp-contract=off");
      break;
    case FlagEffect::DeviceDebug:
      flags_.cuda.emplace_back("-D__CUDACC_DEBUG__");
      break;
    case FlagEffect::RelocatableCode:
      break;
    case FlagEffect::DefaultStream:
      if (value == "per-thread") flags_.macros.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      break;
    case FlagEffect::Language:
      flags_.language = value;
      break;
    case FlagEffect::HostCompilerPath:
      flags_.hostCompiler = value;
      break;
    case FlagEffect::HostFlags:
      return read(hostFlagsIn(value), FlagDialect::HostCompiler, true);
    case FlagEffect::LinkerFlags:
      for (const std::string& part : parts(value, ofNvcc ? ", " : " ")) flags_.linker.insert(flags_.linker.end(), {"-Xlinker", part});
      break;
    case FlagEffect::LinkerFlag:
      flags_.linker.push_back(flag.text);
      break;
    case FlagEffect::WordSize:
      if (value != "64") return fail("GEVO builds programs of 64 bits only; leave out -m {}", value);
      break;
    case FlagEffect::Optimisation:
      flags_.host.push_back("-O" + value);
      break;
    case FlagEffect::DeviceFeature:
      addDeviceFeature(flag);
      break;
    case FlagEffect::Feature:
      addFeature(flag.text, ofNvcc && !ofCompilerOption);
      break;
    case FlagEffect::Warning:
      flags_.warnings.push_back(flag.text);
      break;
    case FlagEffect::Output:
      flags_.output = value;
      break;
    case FlagEffect::Compile:
      flags_.compilesOnly = true;
      break;
    case FlagEffect::OtherProduct:
      flags_.makesOther = true;
      break;
    }
    return {};
  }

  /// clang takes the value of -Xclang as the next argument only.
  void addDeviceFeature(const Flag& flag) {
    if (flag.row->value == FlagValue::Separate)
      flags_.cuda.insert(flags_.cuda.end(), {flag.text.substr(0, flag.text.find('=')), flag.value});
    else
      flags_.cuda.push_back(flag.text);
  }

  void addFeature(const std::string& flag, bool forAll) {
    flags_.host.push_back(flag);
    if (flag == "-m32") return;
    const bool ofMachine = flag.starts_with("-m");
    const bool openMp = flag.starts_with("-fopenmp") && flag != "-fopenmp-simd";
    flags_.openMp = flags_.openMp || openMp;
    if (forAll && !ofMachine && !openMp)
      flags_.cuda.push_back(flag);
    else if (concernsCudaHost(flag))
      flags_.cudaHost.push_back(flag);
    if (ofMachine || flag == "-pthread") flags_.linker.push_back(flag);
  }

  /// Only for kernels, in the command lines of both halves.
  void onDevice(const char* feature) { flags_.cuda.insert(flags_.cuda.end(), {"-Xarch_device", feature}); }

  /// "arch=compute_80,code=[sm_80,compute_80]"
  void readGenerateCode(const std::string& value) {
    for (const std::string& part : parts(value, ","))
      if (part.starts_with("arch=")) flags_.architectures.push_back(architectureOf(part.substr(5)));
  }

  static void append(std::vector<std::string>& list, std::vector<std::string> more) { std::ranges::move(more, std::back_inserter(list)); }

  BuildFlags& flags_;
};

} // namespace

Result<BuildFlags> readFlags(std::span<const std::string> arguments, FlagDialect dialect) {
  BuildFlags flags;
  GEVO_TRY(Reader(flags).read(arguments, dialect));
  return flags;
}

std::string architectureFor(const std::vector<std::string>& architectures, const std::string& device) {
  const unsigned most = architectureNumber(device);
  std::string best;
  std::string oldestNewer;
  for (const std::string& one : architectures) {
    const unsigned number = architectureNumber(one);
    if (number < oldestArchitecture) continue;
    if (number <= most && (best.empty() || number >= architectureNumber(best))) best = one;
    if (number > most && (oldestNewer.empty() || number < architectureNumber(oldestNewer))) oldestNewer = one;
  }
  return !best.empty() ? best : !oldestNewer.empty() ? oldestNewer : device;
}

} // namespace gevo
