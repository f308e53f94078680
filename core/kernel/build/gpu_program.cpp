#include "core/kernel/build/gpu_program.h"

#include "core/base/paths.h"
#include "core/kernel/build/variant_code.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/compile/compile.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/link.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/device_code/file_locals.h"
#include "core/kernel/process/arguments.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/parameters/configure_sources.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/ranges.h>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// The functions that resources/cuda/gpu/stand_in.cpp replaces.
constexpr std::array wrapped{
    "__cudaRegisterFatBinary",
    "__cudaRegisterFatBinaryEnd",
    "__cudaUnregisterFatBinary",
    "__cudaRegisterFunction",
    "__cudaRegisterVar",
    "cudaLaunchKernel",
    "cudaLaunchKernel_ptsz",
    "cudaLaunchKernelExC",
    "cudaLaunchKernelExC_ptsz",
    "cudaLaunchCooperativeKernel",
    "cudaLaunchCooperativeKernel_ptsz",
    "cudaGraphLaunch",
    "cudaGraphLaunch_ptsz",
    "cudaDeviceReset",
};
/// Wrapped without a replacement, so that the linker reports their callers.
constexpr std::array unsupported{"cuModuleLoad",      "cuModuleLoadData",      "cuModuleLoadDataEx",  "cuModuleLoadFatBinary",
                                 "cuLibraryLoadData", "cuLibraryLoadFromFile", "cudaLibraryLoadData", "cudaLibraryLoadFromFile"};

/// A fat binary without an image, as stand_in.cpp knows it: its header holds the mark of the file.
std::string markedImage(const std::string& mark) {
  std::string image(48, '\0');
  const std::uint32_t magic = 0xBA55ED50;
  const std::uint16_t version = 1;
  const std::uint16_t headerBytes = 48;
  std::memcpy(image.data(), &magic, sizeof magic);
  std::memcpy(image.data() + 4, &version, sizeof version);
  std::memcpy(image.data() + 6, &headerBytes, sizeof headerBytes);
  std::memcpy(image.data() + 16, "GEVOFILE", 8);
  std::memcpy(image.data() + 24, mark.data(), std::min<std::size_t>(mark.size(), 23));
  return image;
}

std::string inQuotes(const std::string& text) { return fmt::format("\"{}\"", text); }

class GpuBuilder {
public:
  /// `codes`: those whose host program is what `setup` makes.
  GpuBuilder(const GpuBuildInputs& request, std::vector<GpuCode> codes, const Progress& progress, CompilerSetup setup, InputFiles files)
      : request_(request), codes_(std::move(codes)), progress_(progress), setup_(std::move(setup)), files_(std::move(files)) {}

  Result<GpuBuild> run() {
    GEVO_TRY_ASSIGN(auto arguments, splitArguments(request_.commandLine));
    reply_.arguments = std::move(arguments);
    GEVO_TRY(compileHost());
    GEVO_TRY(compileStandIn());
    for (const GpuCode& code : codes_) GEVO_TRY(make(code));
    return std::move(reply_);
  }

private:
  Result<void> compileHost() {
    if (progress_) progress_("compiling the host program");
    std::vector<fs::path> images;
    for (const std::string& file : files_.cuda) {
      images.push_back(setup_.scratch / fmt::format("image{}", images.size()));
      if (const auto written = writeFile(images.back(), markedImage(markOf(file))); !written) return written;
    }
    GEVO_TRY_ASSIGN(auto objects, compileHostObjects(setup_, files_, images));
    objects_ = std::move(objects);
    return {};
  }

  Result<void> make(const GpuCode& code) {
    if (progress_) progress_("building " + fs::path(code.program).filename().string());
    const PtxNames names = namesInPtx(code.ptx);
    if (const auto packed = pack(code.ptx, names); !packed) return packed;
    if (const auto compiled = compileVariant(names); !compiled) return compiled;
    return link(code.program, names);
  }

  /// The variant's PTX, and its machine code if the GPU is known and there is an assembler.
  Result<void> pack(const std::string& ptx, const PtxNames& names) {
    const fs::path source = setup_.scratch / "variant.ptx";
    if (const auto written = writeFile(source, ptx); !written) return written;
    std::vector<std::string> images{image("ptx", names.architecture, source)};
    std::vector<std::string> old{fmt::format("--image=profile=compute_{},file={}", number(names.architecture), source.string())};
    if (!request_.architecture.empty()) {
      GEVO_TRY_ASSIGN(const auto assembled, runPtxas(ptx, request_.architecture));
      if (assembled.cubin.empty()) {
        note(fmt::format("the driver compiles the kernels when the program starts: {}", assembled.lacking));
      } else {
        const fs::path cubin = setup_.scratch / "variant.cubin";
        if (const auto written = writeFile(cubin, assembled.cubin); !written) return written;
        images.push_back(image("elf", request_.architecture, cubin));
        old.push_back(fmt::format("--image=profile={},file={}", request_.architecture, cubin.string()));
      }
    }
    auto ran = runFatbinary(images);
    if (ran && !ran->succeeded()) ran = runFatbinary(old); // options of older toolkits
    GEVO_TRY(ran);
    if (!ran->succeeded()) return std::unexpected(Error{"fatbinary of the CUDA toolkit rejects the kernels", ran->errors + ran->output});
    return {};
  }

  Result<Finished> runFatbinary(const std::vector<std::string>& images) {
    const fs::path tool = setup_.cuda / "bin" / "fatbinary";
    std::error_code ignored;
    if (!fs::exists(tool, ignored)) return fail("{} has no bin/fatbinary; install the whole CUDA toolkit", setup_.cuda.string());
    // Not compressed, so that the PTX can be read in the program.
    std::vector<std::string> arguments{tool.string(), "-64", "--compress=false", "--create", fatBinary().string()};
    arguments.insert(arguments.end(), images.begin(), images.end());
    return runCommand({std::move(arguments), setup_.scratch, {}, compileLimit}, setup_.scratch);
  }

  static std::string number(const std::string& architecture) { return architecture.substr(std::min<std::size_t>(3, architecture.size())); }
  static std::string image(const char* kind, const std::string& architecture, const fs::path& file) {
    return fmt::format("--image3=kind={},sm={},file={}", kind, number(architecture), file.string());
  }

  /// Once for all variants: clang takes a second for it.
  Result<void> compileStandIn() {
    GEVO_TRY_ASSIGN(const auto source, resourcePath("cuda/gpu/stand_in.cpp"));
    std::vector<std::string> arguments{"-O2", "-std=c++17"};
    for (std::string& argument : cudaHeaderArguments(setup_.cuda)) arguments.push_back(std::move(argument));
    return compile(source, standIn(), arguments);
  }

  /// The variant as stand_in.cpp knows it.
  Result<void> compileVariant(const PtxNames& names) {
    const fs::path source = setup_.scratch / "variant.cpp";
    if (const auto written = writeFile(source, variantSource(names)); !written) return written;
    return compile(source, variantObject(), {});
  }

  Result<void> compile(const fs::path& source, const fs::path& object, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{setup_.clang.path.string(), "-c"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    for (const std::string& argument : {std::string("-o"), object.string(), source.string()}) arguments.push_back(argument);
    GEVO_TRY_ASSIGN(const auto compiled, runClang(setup_, std::move(arguments)));
    if (!compiled.succeeded())
      return std::unexpected(Error{"the code that registers the variant in the program does not compile", compiled.errors});
    return {};
  }

  std::string variantSource(const PtxNames& names) const {
    std::string text = fmt::format(R"(asm(".section .nv_fatbin, \"a\"\n"
    ".balign 16\n"
    ".globl gevo_fat_binary\n"
    ".hidden gevo_fat_binary\n"
    "gevo_fat_binary:\n"
    ".incbin \"{}\"\n"
    ".balign 16\n"
    ".previous\n");
)",
                                   fatBinary().string());
    text += "extern \"C\" {\nextern const char* const gevoNames[] = {";
    for (const std::string& name : names.kernels) text += inQuotes(name) + ", ";
    for (const auto& [name, variable] : names.variables) text += inQuotes(name) + ", ";
    text += "nullptr};\nstruct GevoShared { const char* name; void* shadow; decltype(sizeof 0) bytes; int isConstant; };\n";
    for (const std::string& name : shared_) text += fmt::format("char {}[1];\n", name);
    text += "extern const GevoShared gevoShared[] = {";
    for (const std::string& name : shared_) {
      const PtxVariable& variable = names.variables.at(name);
      text += fmt::format("{{{}, {}, {}, {}}}, ", inQuotes(name), name, variable.bytes, int(variable.isConstant));
    }
    return text + "{nullptr, nullptr, 0, 0}};\n}\n";
  }

  Result<void> link(const std::string& program, const PtxNames& names) {
    auto linked = runClang(setup_, linkArguments(program));
    GEVO_TRY(linked);
    // Device variables that host code uses in a file that does not define them have no symbol yet.
    std::set<std::string> missing;
    if (!linked->succeeded())
      for (const std::string& name : undefinedNames(linked->errors))
        if (names.variables.contains(name)) missing.insert(name);
    if (!missing.empty()) {
      shared_.insert(missing.begin(), missing.end());
      if (const auto compiled = compileVariant(names); !compiled) return compiled;
      linked = runClang(setup_, linkArguments(program));
      GEVO_TRY(linked);
    }
    if (!linked->succeeded()) return std::unexpected(linkError(linked->errors));
    return {};
  }

  std::vector<std::string> linkArguments(const std::string& program) const {
    std::vector<std::string> arguments{setup_.clang.path.string()};
    arguments.insert(arguments.end(), objects_.begin(), objects_.end());
    arguments.insert(arguments.end(), files_.link.begin(), files_.link.end());
    arguments.push_back(standIn().string());
    arguments.push_back(variantObject().string());
    for (const char* const name : wrapped) arguments.push_back(fmt::format("-Wl,--wrap={}", name));
    for (const char* const name : unsupported) arguments.push_back(fmt::format("-Wl,--wrap={}", name));
    for (std::string& argument : flagsForLinking(setup_)) arguments.push_back(std::move(argument));
    if (const fs::path folder = cudaLibraryFolder(setup_.cuda); !folder.empty())
      for (const std::string& argument : {"-L" + folder.string(), "-L" + (folder / "stubs").string(), "-Wl,-rpath," + folder.string()})
        arguments.push_back(argument);
    static constexpr std::array replaced{"cudart", "cudart_static", "cudadevrt"};
    std::error_code ignored;
    const bool hasMarkers = fs::exists(setup_.cuda / "include" / "nvToolsExt.h", ignored); // since CUDA 13 headers alone
    for (const std::string& library : flagsOf(setup_).libraries)
      if (std::ranges::count(replaced, library) == 0 && (library != "nvToolsExt" || hasMarkers)) arguments.push_back("-l" + library);
    for (const char* const argument : {"-lcudart_static", "-ldl", "-lrt", "-lpthread", "-o"}) arguments.emplace_back(argument);
    arguments.push_back(program);
    return arguments;
  }

  Error linkError(const std::string& errors) const {
    std::vector<std::string> own;
    std::vector<std::string> ofCuda;
    for (const std::string& name : undefinedNames(errors)) {
      if (name.starts_with("__wrap_"))
        own.push_back(name.substr(7));
      else if (isOfCuda(name))
        ofCuda.push_back(name);
    }
    if (!own.empty())
      return {fmt::format("the program loads device code itself with {}, which a variant can't replace", fmt::join(own, ", ")), errors};
    if (!ofCuda.empty())
      return {fmt::format("{} {} not in the runtime of the CUDA toolkit in {}; set CUDA_PATH to one that has it, or name its library with "
                          "-l when you make the file",
                          fmt::join(ofCuda, ", "), ofCuda.size() == 1 ? "is" : "are", setup_.cuda.string()),
              errors};
    if (errors.find("-lcudart_static") != std::string::npos)
      return {fmt::format("{} has no libcudart_static.a; install the whole CUDA toolkit", setup_.cuda.string()), errors};
    return {"the program does not link on the real CUDA runtime", errors};
  }

  void note(std::string message) {
    if (std::ranges::find(reply_.notes, message) == reply_.notes.end()) reply_.notes.push_back(std::move(message));
  }

  fs::path fatBinary() const { return setup_.scratch / "variant.fatbin"; }
  fs::path standIn() const { return setup_.scratch / "stand_in.o"; }
  fs::path variantObject() const { return setup_.scratch / "variant.o"; }

  const GpuBuildInputs& request_;
  std::vector<GpuCode> codes_;
  const Progress& progress_;
  CompilerSetup setup_;
  InputFiles files_;
  std::vector<std::string> objects_;
  std::set<std::string> shared_;
  GpuBuild reply_;
};

} // namespace

Result<GpuBuild> buildForGpu(const GpuBuildInputs& request, const Progress& progress) {
  const fs::path folder(request.workingFolder);
  GEVO_TRY_ASSIGN(auto files, sortFiles(request.project.build, folder));
  GEVO_TRY(checkSources(request.project, projectFolder(files, folder)));
  auto clang = locateClang();
  if (!clang) return fail("the program has to be built, and {}", clang.error().message);
  auto cuda = locateCuda();
  if (!cuda) return fail("the program has to be built, and {}", cuda.error().message);
  GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
  const CompilerSetup setup{std::move(*clang), std::move(*cuda), request.project.build, folder, scratch.path()};
  std::map<Configuration, std::vector<GpuCode>> codes; // launches depend on parameters
  for (const GpuCode& code : request.codes) codes[code.configuration].push_back(code);
  GpuBuild all;
  for (auto& [configuration, some] : codes) {
    GEVO_TRY_ASSIGN(const ConfiguredSources sources, configureSources(request.project, configuration));
    CompilerSetup configured = withSources(setup, files, sources.changed);
    configured.settings.defines = sources.defines;
    GEVO_TRY_ASSIGN(GpuBuild made, GpuBuilder(request, std::move(some), progress, std::move(configured), files).run());
    all.arguments = std::move(made.arguments);
    for (std::string& text : made.notes)
      if (std::ranges::find(all.notes, text) == all.notes.end()) all.notes.push_back(std::move(text));
  }
  return all;
}

} // namespace gevo::program
