#include "core/report/loader.h"

#include "core/base/file.h"
#include "core/base/paths.h"
#include "core/diff/line_diff.h"
#include "core/format/source_location.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace gevo::report {

namespace {

/// Functions of the static runtime that the linker wraps; the fixed part defines each wrapper.
constexpr const char* const wrapped[] = {
    "__cudaRegisterFunction",
    "__cudaRegisterVar",
    "__cudaRegisterManagedVar",
    "cudaLaunchKernel",
    "cudaLaunchKernel_ptsz",
    "cudaLaunchCooperativeKernel",
    "cudaLaunchCooperativeKernel_ptsz",
    "cudaLaunchKernelExC",
    "cudaLaunchKernelExC_ptsz",
    "__cudaGetKernel",
    "__cudaLaunchKernel",
    "__cudaLaunchKernel_ptsz",
    "cudaFuncSetAttribute",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaGetSymbolAddress",
    "cudaMemcpyToSymbol",
    "cudaMemcpyToSymbol_ptds",
    "cudaMemcpyToSymbolAsync",
    "cudaMemcpyToSymbolAsync_ptsz",
    "cudaMemcpyFromSymbol",
    "cudaMemcpyFromSymbol_ptds",
    "cudaMemcpyFromSymbolAsync",
    "cudaMemcpyFromSymbolAsync_ptsz",
};

/// A C++ string literal with everything escaped that could end it; the compiler joins adjacent literals.
std::string literal(std::string_view text) {
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\' || character == '?') {
      quoted += '\\';
      quoted += character;
    } else if (character == '\n') {
      quoted += "\\n";
    } else if (character == '\t') {
      quoted += "\\t";
    } else if (static_cast<unsigned char>(character) < 0x20 || static_cast<unsigned char>(character) == 0x7f) {
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(character));
    } else {
      quoted += character;
    }
  }
  return quoted += '"';
}

/// One line of comment without backslashes, as one at its end would continue the comment on the next line.
std::string comment(std::string_view text) {
  std::string line = oneLine(text);
  std::ranges::replace(line, '\\', '/');
  return line.empty() ? "//\n" : fmt::format("// {}\n", line);
}

/// "sm_90a" and the like are for one generation of GPUs only.
const char* gpuNote(const std::string& architecture) {
  const bool numbered = !architecture.empty() && architecture.back() >= '0' && architecture.back() <= '9';
  return numbered ? "; newer GPUs can run it too" : "; other GPUs cannot run it";
}

/// Of a variant that only belongs to a program built with other values than the original's.
std::string valuesNote(const std::string& values) {
  if (values.empty()) return {};
  return "//\n" + comment("Build your program with " + values + ", which gevo export --patch sets, and this file with") +
         comment("-DGEVO_PARAMETERS_SET besides. Until then the original runs: with other values the variant computes something else.");
}

std::string valuesOf(const Subject& subject) {
  const Configuration configuration = configurationOf(subject.variant.edits);
  return configuration.empty() ? std::string() : oneLine(printConfiguration(configuration));
}

std::string headText(const Subject& subject, const LoaderParts& parts) {
  std::string wraps;
  for (const char* const name : wrapped) wraps += fmt::format(" -Xlinker --wrap={}", name);
  std::string kernels;
  for (const std::string& name : parts.replaced) kernels += comment("  " + name);
  return comment(fmt::format("Runs {} in place of the kernels that your program launches with <<<>>>; its host code does not change.",
                             titleOf(subject))) +
         comment(resultSummary(subject)) +
         comment(fmt::format("PTX for {}{}.", parts.code.architecture, gpuNote(parts.code.architecture))) + valuesNote(valuesOf(subject)) +
         R"(//
// Build it with your program in one of three ways (this file: loader.cpp, your program: app.cu):
//
//   1. With the shared CUDA runtime:
//        nvcc -cudart shared -o app app.cu loader.cpp
//      or with clang: clang++ app.cu loader.cpp -o app --cuda-gpu-arch=sm_XX -I$CUDA/include -L$CUDA/lib64 -lcudart -ldl
//
//   2. Without rebuilding the program, if it uses the shared runtime (ldd app shows libcudart.so):
//        g++ -shared -fPIC -o libvariant.so loader.cpp -I$CUDA/include -ldl
//        LD_PRELOAD=./libvariant.so ./app
//
//   3. With the static runtime, which is nvcc's default:
//        nvcc -o app app.cu loader.cpp -DGEVO_STATIC_CUDART )" +
         fmt::format("{}\n", wraps.substr(1)) + R"(//
// GEVO_VARIANT=off in the environment runs the original, for comparison; =say lists the replaced kernels; =quiet turns warnings off.
//
// How it works: the program registers each kernel by its mangled name before main, and launches it through the CUDA runtime. This file
// intercepts those functions of the runtime, loads the PTX with the CUDA driver, and launches the variant's kernel of the same name with
// the arguments, stream and attributes of the original launch. If that fails, it prints why and the original runs.
//
// Replaced kernels, by their mangled names:
)" + kernels +
         R"(//
// Not replaced:
//   - kernels with another mangled name than in the variant: static ones, those in unnamed namespaces, other template arguments
//   - kernel nodes added to a graph by hand (captured launches are replaced), launches by kernels, launches through the driver API
//   - managed variables; graph nodes that copy to symbols
//   - cudaFuncGetAttributes and the cudaOccupancy functions, which describe the original
// While the variant is used, the symbols of device and constant variables refer to the variant's copies.
)";
}

std::string triple(const std::array<std::uint32_t, 3>& sizes) { return fmt::format("{{{}, {}, {}}}", sizes[0], sizes[1], sizes[2]); }

using ShapeKey = std::tuple<std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>, std::uint32_t>;

std::set<ShapeKey> shapesOf(const std::vector<TestLaunches>& tests, const std::string& kernel) {
  std::set<ShapeKey> shapes;
  for (const TestLaunches& test : tests)
    for (const LaunchShape& launch : test.launches)
      if (launch.kernel == kernel) shapes.insert({launch.grid, launch.block, launch.dynamicShared});
  return shapes;
}

std::string shownName(const Project& project, const std::string& kernel) {
  const auto info = std::ranges::find(project.kernels, kernel, &KernelInfo::name);
  return info == project.kernels.end() ? kernel : info->shownName;
}

/// "{2, true}": the kernel's pointers, and which of them the variant relies on to share no memory with others. Empty: none.
std::vector<std::string> pointersOf(const ExportedCode& code, const std::string& kernel) {
  std::map<std::uint32_t, bool> pointers;
  for (const Promise& promise : code.promises) {
    if (promise.kernel != kernel) continue;
    pointers[promise.parameter] = true;
    for (const std::uint32_t other : promise.others) pointers.try_emplace(other, false);
  }
  std::vector<std::string> texts;
  for (const auto& [parameter, alone] : pointers) texts.push_back(fmt::format("{{{}, {}}}", parameter, alone));
  return texts;
}

std::string dataText(const Subject& subject, const LoaderParts& parts) {
  const PtxModule module = parsePtx(parts.code.text);
  std::string text = fmt::format("const char* const title = {};\nconst char* const architecture = {};\n",
                                 literal(oneLine(titleOf(subject))), literal(parts.code.architecture));
  text +=
      fmt::format("// What the program has to be built with; empty: what it is built with anyway.\nconst char* const configuration = {};\n",
                  literal(valuesOf(subject)));
  text += "\n// A launch in the tests that the variant passed: blocks, threads per block, bytes of dynamic shared memory.\n"
          "struct Shape {\n  unsigned grid[3];\n  unsigned block[3];\n  size_t shared;\n};\n\n"
          "// A kernel's parameter, from 0, that is a pointer; whether no other of them may point into the same memory.\n"
          "struct PointerParameter {\n  int parameter;\n  bool alone;\n};\n";
  std::string table;
  int number = 0;
  for (const auto& [name, body] : module.kernels) {
    const std::set<ShapeKey> shapes = shapesOf(parts.launches, name);
    if (!shapes.empty()) {
      text += fmt::format("const Shape shapes{}[] = {{", number);
      for (const auto& [grid, block, shared] : shapes) text += fmt::format("{{{}, {}, {}}}, ", triple(grid), triple(block), shared);
      text += "};\n";
    }
    const std::vector<std::string> pointers = pointersOf(parts.code, name);
    if (!pointers.empty()) text += fmt::format("const PointerParameter pointers{}[] = {{{}}};\n", number, fmt::join(pointers, ", "));
    table += fmt::format("    {{{}, {}, {}, {}, {}, {}, {}}},\n", literal(name), literal(shownName(*subject.project, name)),
                         parts.replaced.contains(name), shapes.empty() ? "nullptr" : fmt::format("shapes{}", number), shapes.size(),
                         pointers.empty() ? "nullptr" : fmt::format("pointers{}", number), pointers.size());
    ++number;
  }
  text += "\nstruct Kernel {\n  const char* name; // mangled\n  const char* shown;\n  bool replaced;\n  const Shape* shapes;\n"
          "  int shapeCount;\n  const PointerParameter* pointers;\n  int pointerCount;\n};\nconst Kernel kernels[] = {\n";
  text += table + "};\n\n// Variables of the variant, with a copy in each of its modules.\nconst char* const variables[] = {";
  for (const std::string& variable : module.variables) text += literal(variable) + ", ";
  text += fmt::format("nullptr}};\nconst bool hidesVariables = {}; // others, with unknown names\n\nconst char ptx[] =\n",
                      module.hasHiddenVariables);
  for (const std::string_view line : splitLines(parts.code.text)) text += fmt::format("    {}\n", literal(std::string(line) + "\n"));
  return text + "    \"\";\n";
}

void substitute(std::string& text, std::string_view mark, const std::string& with) {
  const std::size_t at = text.find(mark);
  if (at != text.npos) text.replace(at, mark.size(), with);
}

} // namespace

Result<std::string> loaderText(const Subject& subject, const LoaderParts& parts) {
  if (const std::string values = valuesOf(subject); parts.replaced.empty() && !values.empty())
    return fail("{} changes how its kernels are launched and none of them: build your program with {}", titleOf(subject), values);
  if (parts.replaced.empty()) return fail("{} changes no kernel, so there is nothing to load; choose another variant", titleOf(subject));
  const bool isTested =
      std::ranges::any_of(parts.replaced, [&](const std::string& kernel) { return !shapesOf(parts.launches, kernel).empty(); });
  if (const std::string values = valuesOf(subject); !values.empty() && !isTested)
    return fail("it is not known how {} is launched with {}, so a loader could not tell whether a program fits it; use the patch",
                titleOf(subject), values);
  GEVO_TRY_ASSIGN(const std::filesystem::path path, resourcePath("loader/loader.cpp.in"));
  Result<std::string> text = readFile(path);
  GEVO_TRY(text);
  substitute(*text, "@DATA@", dataText(subject, parts)); // first: names from the file may contain the other placeholder
  substitute(*text, "@HEAD@", headText(subject, parts));
  return text;
}

} // namespace gevo::report
