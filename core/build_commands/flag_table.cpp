#include "core/build_commands/flag_table.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace gevo {

namespace {

using enum FlagValue;
using Effect = FlagEffect;

constexpr std::string_view ignoredCode = "ignored: kernels are compiled for the simulated GPU";

// Longest names first where one begins another with a joined value.
constexpr FlagRow nvccRows[] = {
    {"-D --define-macro", Joined, Effect::Define, "macro, also for headers; not for what is included before your code"},
    {"-U --undefine-macro", Joined, Effect::Undefine, "no such macro"},
    {"-I --include-path", Joined, Effect::Include, "folder of headers"},
    {"-isystem --system-include", Joined, Effect::SystemInclude, "folder of headers, searched later"},
    {"-include --pre-include", Separate, Effect::ForcedInclude, "header included before each file"},
    {"-l --library", Joined, Effect::Library, "library of host code"},
    {"-L --library-path", Joined, Effect::LibraryFolder, "folder of libraries"},
    {"-std --std", Separate, Effect::Standard, "language standard, for the files of that language"},
    {"-arch --gpu-architecture", Separate, Effect::Architecture, "architecture to compile for; `--arch` and the device take precedence"},
    {"-gencode --generate-code", Separate, Effect::GenerateCode, "the newest of them that the device can run"},
    {"-code --gpu-code", Separate, Effect::None, "ignored: `-arch` decides"},
    {"-x --x", Joined, Effect::Language, "`cu`: `.cpp` and `.cc` files are CUDA too"},
    {"-ccbin --compiler-bindir", Separate, Effect::HostCompilerPath, "compiler of files without device code"},
    {"-Xcompiler --compiler-options", Separate, Effect::HostFlags, "flags of the host compiler, separated by commas"},
    {"-Xlinker --linker-options", Separate, Effect::LinkerFlags, "flags of the linker, separated by commas"},
    {"--use_fast_math -use_fast_math", None, Effect::FastMath,
     "kernels use approximate functions and division, and flush denormals to zero on a real GPU"},
    {"-ftz --ftz", Separate, Effect::FlushToZero, "`true`: kernels flush denormals to zero on a real GPU"},
    {"-prec-div --prec-div", Separate, Effect::None, "ignored: division is exact unless `--use_fast_math` says otherwise"},
    {"-prec-sqrt --prec-sqrt", Separate, Effect::None, "ignored: square roots are exact unless `--use_fast_math` says otherwise"},
    {"-fmad --fmad", Separate, Effect::MultiplyAdd, "`false`: kernels round between multiplication and addition"},
    {"-default-stream --default-stream", Separate, Effect::DefaultStream, "`per-thread`: each host thread has a default stream"},
    {"-G --device-debug", None, Effect::DeviceDebug, "defines `__CUDACC_DEBUG__`; kernels are optimised anyway"},
    {"-rdc --relocatable-device-code", Separate, Effect::RelocatableCode, "ignored: `.cu` files may always use each other's functions"},
    {"-dc --device-c", None, Effect::Compile, "ignored"},
    {"-c --compile", None, Effect::Compile, "ignored"},
    {"-dw --device-w", None, Effect::Compile, {}},
    {"-o --output-file", Joined, Effect::Output, "ignored"},
    {"-odir --output-directory", Separate, Effect::None, {}},
    {"-O --optimize", Joined, Effect::Optimisation, "level for files without device code; kernels have `-O3`"},
    {"-Ofc --Ofast-compile", Separate, Effect::None, {}},
    {"-w --disable-warnings", None, Effect::None, "ignored: warnings are shown on request"},
    {"-g --debug", None, Effect::None, "ignored: kernels always have debug information"},
    {"-lineinfo --generate-line-info", None, Effect::None, "ignored: kernels always have debug information"},
    {"-pg --profile", None, Effect::None, {}},
    {"-maxrregcount --maxrregcount", Separate, Effect::None, "ignored: registers are what ptxas gives without a limit"},
    {"-Xptxas --ptxas-options", Separate, Effect::None, ignoredCode},
    {"-Xnvlink --nvlink-options", Separate, Effect::None, ignoredCode},
    {"-Xcudafe", Separate, Effect::None, "ignored: clang reads the source"},
    {"-Xarchive --archive-options", Separate, Effect::None, {}},
    {"--expt-relaxed-constexpr -expt-relaxed-constexpr", None, Effect::None, "always on"},
    {"--extended-lambda -extended-lambda --expt-extended-lambda -expt-extended-lambda", None, Effect::None, "always on"},
    {"-restrict --restrict", None, Effect::None, "ignored: pointers may overlap"},
    {"-m64 --m64", None, Effect::None, "always on"},
    {"-m --machine", Separate, Effect::WordSize, "`64`"},
    {"-cudart --cudart", Separate, Effect::None, "ignored: GEVO's runtime takes its place"},
    {"-cudadevrt --cudadevrt", Separate, Effect::None, {}},
    {"-dlto --dlink-time-opt -lto --lto -gen-opt-lto --gen-opt-lto", None, Effect::None, "always on"},
    {"-dopt --dopt", Separate, Effect::None, {}},
    {"-opt-info --optimization-info", Separate, Effect::None, {}},
    {"-extra-device-vectorization --extra-device-vectorization", None, Effect::None, ignoredCode},
    {"-src-in-ptx --source-in-ptx", None, Effect::None, {}},
    {"-res-usage --resource-usage", None, Effect::None, {}},
    {"-keep --keep -save-temps --save-temps", None, Effect::None, {}},
    {"-keep-dir --keep-dir", Separate, Effect::None, {}},
    {"-keep-device-functions --keep-device-functions", None, Effect::None, {}},
    {"-v --verbose", None, Effect::None, "ignored"},
    {"-t --threads", Joined, Effect::None, "ignored"},
    {"-split-compile --split-compile -split-compile-extended --split-compile-extended", Separate, Effect::None, {}},
    {"-time --time", Separate, Effect::None, {}},
    {"-diag-suppress --diag-suppress -diag-warn --diag-warn -diag-error --diag-error", Separate, Effect::None,
     "ignored: nvcc's numbers of warnings"},
    {"-err-no --display-error-number -no-err-no --no-display-error-number", None, Effect::None, {}},
    {"-brief-diag --brief-diagnostics", Separate, Effect::None, {}},
    {"-Werror --Werror", Separate, Effect::None, "ignored"},
    {"--Wno-deprecated-gpu-targets --Wno-deprecated-declarations --Wreorder --Wdefault-stream-launch --Wmissing-launch-bounds "
     "--Wext-lambda-captures-this",
     None,
     Effect::Warning,
     {}},
    {"-W", Prefix, Effect::Warning, "only with `--warnings`"},
    {"-allow-unsupported-compiler --allow-unsupported-compiler", None, Effect::None, "always on"},
    {"-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler", None, Effect::None, {}},
    {"-forward-unknown-to-host-linker --forward-unknown-to-host-linker", None, Effect::None, {}},
    {"-forward-unknown-opts --forward-unknown-opts", None, Effect::None, {}},
    {"-nohdinitlist --no-host-device-initializer-list -nohdmoveforward --no-host-device-move-forward", None, Effect::None, {}},
    {"-noeh --no-exceptions", None, Effect::None, {}},
    {"-ftemplate-depth --ftemplate-depth -ftemplate-backtrace-limit --ftemplate-backtrace-limit", Separate, Effect::None, {}},
    {"-ewp --extensible-whole-program -nodlink --no-device-link -objtemp --objdir-as-tempdir -noprof --dont-use-profile",
     None,
     Effect::None,
     {}},
    {"-static-global-template-stub --static-global-template-stub -device-entity-has-hidden-visibility "
     "--device-entity-has-hidden-visibility -jtd --jump-table-density -frandom-seed --frandom-seed -device-stack-protector "
     "--device-stack-protector -fdevice-time-trace --fdevice-time-trace",
     Separate,
     Effect::None,
     {}},
    {"-compress-mode --compress-mode -ldir --libdevice-directory -target-dir --target-directory -arbin --archiver-binary -hls "
     "--host-linker-script",
     Separate,
     Effect::None,
     {}},
    {"-no-compress --no-compress -aug-hls --augment-host-linker-script -jobserver --jobserver", None, Effect::None, {}},
    {"-MD --generate-dependencies-with-compile -MMD --generate-nonsystem-dependencies-with-compile -MP --generate-dependency-targets",
     None,
     Effect::None,
     {}},
    {"-MF --dependency-output -MT --dependency-target-name -MQ", Separate, Effect::None, {}},
    {"-E --preprocess -M --generate-dependencies -MM --generate-nonsystem-dependencies -ptx --ptx -cubin --cubin -fatbin --fatbin -cuda "
     "--cuda -dlink --device-link -lib --lib -optix-ir --optix-ir -ltoir --ltoir -dryrun --dryrun -run --run -clean --clean-targets "
     "-version --version -V -help --help -h",
     None,
     Effect::OtherProduct,
     {}},
    {"-link --link", None, Effect::None, {}},
    {"-shared --shared", None, Effect::LinkerFlag, {}},
    {"-pthread", None, Effect::Feature, "threads of the host"},
    {"-Xclang -mllvm -Xarch_device -Xarch_host", Separate, Effect::DeviceFeature, {}},
    {"-fgpu- -fcuda-", Prefix, Effect::DeviceFeature, {}},
    {"-f", Prefix, Effect::Feature, "feature of clang and the host compiler: `-fopenmp`, `-ffast-math`"},
    {"-m", Prefix, Effect::Feature, "instructions of the host's processor: `-mavx2`"},
};

constexpr FlagRow hostRows[] = {
    {"-D", Joined, Effect::Define, {}},
    {"-U", Joined, Effect::Undefine, {}},
    {"-I", Joined, Effect::Include, {}},
    {"-isystem -idirafter -iquote", Joined, Effect::SystemInclude, {}},
    {"-include", Separate, Effect::ForcedInclude, {}},
    {"-l", Joined, Effect::Library, {}},
    {"-L", Joined, Effect::LibraryFolder, {}},
    {"-std", Separate, Effect::Standard, {}},
    {"-x", Joined, Effect::Language, {}},
    {"-Xlinker", Separate, Effect::LinkerFlags, {}},
    {"-Wl,", Prefix, Effect::LinkerFlag, {}},
    {"-Wp, -Wa,", Prefix, Effect::None, {}},
    {"-shared -rdynamic -pie -no-pie -s", None, Effect::LinkerFlag, {}},
    {"-static -static-libgcc -static-libstdc++ -pipe -g0 -pg", None, Effect::None, {}},
    {"-O", Prefix, Effect::Optimisation, {}},
    {"-g", Prefix, Effect::None, {}},
    {"-pthread -ansi", None, Effect::Feature, {}},
    {"-pedantic -pedantic-errors -w", None, Effect::Warning, {}},
    {"-W", Prefix, Effect::Warning, {}},
    {"-c", None, Effect::Compile, {}},
    {"-o", Joined, Effect::Output, {}},
    {"-MD -MMD -MP -MG", None, Effect::None, {}},
    {"-MF -MT -MQ", Joined, Effect::None, {}},
    {"-E -S -M -MM --version -dumpversion -dumpmachine -v", None, Effect::OtherProduct, {}},
    {"--param -T -u -z -Xassembler -Xpreprocessor", Separate, Effect::None, {}},
    {"-fgpu- -fcuda-", Prefix, Effect::DeviceFeature, {}},
    {"-f", Prefix, Effect::Feature, {}},
    {"-m", Prefix, Effect::Feature, {}},
};

/// Calls `use` with each name of a row, until it returns true.
template <class Use> bool anyName(const FlagRow& row, Use use) {
  for (std::string_view rest = row.names; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (use(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool takesNext(FlagValue value) { return value == Separate || value == Joined; }

/// The argument is a flag's whole name.
const FlagRow* rowNamed(std::string_view argument, std::span<const FlagRow> rows) {
  for (const FlagRow& row : rows)
    if (row.value != Prefix && anyName(row, [&](std::string_view name) { return name == argument; })) return &row;
  return nullptr;
}

/// The row of which a name begins the argument, the longest; `length` of that name.
const FlagRow* rowBeginning(std::string_view argument, std::span<const FlagRow> rows, std::size_t& length) {
  const FlagRow* best = nullptr;
  length = 0;
  for (const FlagRow& row : rows)
    anyName(row, [&](std::string_view name) {
      const bool joined = row.value == Prefix || (row.value == Joined && !name.starts_with("--"));
      if (joined && argument.starts_with(name) && name.size() > length) {
        best = &row;
        length = name.size();
      }
      return false;
    });
  return best;
}

} // namespace

std::span<const FlagRow> flagTable(FlagDialect dialect) {
  if (dialect == FlagDialect::Nvcc) return nvccRows;
  return hostRows;
}

FlagMatch matchFlag(std::string_view argument, const std::string* next, FlagDialect dialect) {
  const std::span<const FlagRow> rows = flagTable(dialect);
  FlagMatch match{{nullptr, std::string(argument), {}}};
  if (const FlagRow* row = rowNamed(argument, rows)) {
    match.flag.row = row;
    if (!takesNext(row->value)) return match;
    match.lacksValue = next == nullptr;
    match.tookNext = !match.lacksValue;
    if (next) {
      match.flag.value = *next;
      match.flag.text += '=' + *next;
    }
    return match;
  }
  const std::size_t equals = argument.find('=');
  if (equals != std::string_view::npos)
    if (const FlagRow* row = rowNamed(argument.substr(0, equals), rows); row && takesNext(row->value)) {
      match.flag.row = row;
      match.flag.value = argument.substr(equals + 1);
      return match;
    }
  std::size_t length = 0;
  if (const FlagRow* row = rowBeginning(argument, rows, length)) {
    match.flag.row = row;
    match.flag.value = argument.substr(length);
  }
  return match;
}

} // namespace gevo
