#pragma once

/// What `gevo new` makes and a .gevo file keeps: the program's sources, its base IR and one trace per test.

#include "core/base/bytes.h"
#include "core/base/shared_bytes.h"
#include "core/edit/configuration.h"
#include "core/values/host_run_settings.h"
#include "core/values/ignored_elements.h"
#include "core/values/parameter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gevo {

/// What a test is for: Screen is the smallest and runs first, Test evaluates for selection, HeldOut only validates. Fuzz inputs are tried
/// on variants that lead, and select where one of them fails; they are no part of the project. A Workload is what the program is used
/// for: where there is one, runtimes are those of the workloads, and tests only select what is right.
enum class TestRole : std::uint8_t { Screen, Test, HeldOut, Fuzz, Workload };
/// "screen", "test", "held-out", "fuzz" or "workload".
const char* roleName(TestRole role);

struct SourceFile {
  std::string name; ///< as debug locations name it, relative to the project's folder if it is inside
  std::string text;
};

struct TestCase {
  TestRole role = TestRole::Test;
  std::string arguments; ///< the command line as the user wrote it
  SharedBytes trace;     ///< a wire-encoded program::Trace (core/kernel/trace/trace.h)
  std::uint32_t run = 0; ///< of a test that is run several times, from 0: see BuildSettings::statisticalRuns
};
/// Whose runtimes are a variant's: Workload where there is one, else Test.
TestRole timedRole(const std::vector<TestCase>& tests);

/// How the program's own build compiles one source. What BuildSettings gives for all sources is added.
struct SourceSettings {
  std::string file;     ///< as in BuildSettings::files
  std::string language; ///< "cuda", "c++" or "c"; empty: by its ending
  std::vector<std::string> defines;
  std::vector<std::string> includes;
  std::vector<std::string> flags;
  bool operator==(const SourceSettings&) const = default;
};

/// How to build the program and record its tests. Kept so that the explorer can show it and a later build can repeat it.
struct BuildSettings {
  std::vector<std::string> files;     ///< paths as given; .cu first
  std::vector<std::string> defines;   ///< "X=Y"
  std::vector<std::string> includes;  ///< folders
  std::vector<std::string> libraries; ///< extra host libraries, without -l
  std::vector<std::string> kernels;   ///< only these may be edited; empty: all
  std::string architecture = "sm_90"; ///< empty, when it is to be built: the device's
  std::vector<std::string> outputs;   ///< as --output gave them: parseOutputRequest() reads them
  std::vector<std::string> heldOut;   ///< command lines of held-out tests as given, with places for values (core/inputs)
  std::vector<std::string> fuzz;      ///< command lines with places, of inputs that variants are tried on; empty: as `heldOut`
  /// Of a program that draws random numbers or adds in any order: how often each test and held-out test is run, and recorded, one run after
  /// the other. Variants are judged by statistics over the runs. 0: the program repeats its results.
  std::uint32_t statisticalRuns = 0;
  std::vector<double> workloadWeights;     ///< of the workloads, in their order; those that are missing weigh 1
  std::vector<std::string> libraryFolders; ///< where libraries are, beside the usual places
  std::vector<std::string> flags;          ///< further flags of clang as given: "-std=c++17", "-fopenmp"
  HostRunSettings hostRun;                 ///< how variants are evaluated by running the host program
  std::string device = "sim";              ///< "sim" or "sim:MODEL": what the program sees, and what runs use by default
  bool toleratesUndefined = false;         ///< loads of undefined bytes that the original does give zero, and variants may do the same
  std::vector<SourceSettings> perSource;   ///< of a program that was taken over from its own build
  std::string root;                        ///< folder that sources are named relative to; empty: that of the first CUDA file
  std::vector<std::string> synthesised;    ///< functions that evolved programs may replace: "exp", "nw::score"
};

struct KernelInfo {
  std::string name;      ///< as in the module (mangled)
  std::string shownName; ///< demangled, without parameters where that is unique, else with parameters or its file
  std::uint32_t instructions = 0;
  std::uint32_t registers = 0; ///< of a thread, by ptxas; 0: not known
  bool launched = true;        ///< by a test; others are not edited (older files: true for all)
  bool ofLibrary = false;      ///< defined in a header of a library, such as CUB or Thrust
};

/// An output of the program: every copy from one device allocation to the host, in the order of first copies.
struct OutputInfo {
  std::string name;       ///< the kernel's parameter name where debug information has it, else "output N"
  std::string type;       ///< "f32", "i32", ... as the comparison reads it
  std::string typeOrigin; ///< "debug info", "--output" or "assumed"
  /// Largest error that is still valid in trade-off mode. Where the user gave none: the run's for floating-point types, 0 for integers.
  std::optional<double> tolerance;
  std::vector<IgnoredElements> ignored; ///< any of which an element is one of is not compared; never of a host decision
};

/// The program's kernels as nvcc compiles them: a faster variant has to be compared with these as well.
struct NvccCode {
  std::string compiler; ///< its version line; empty: there was no nvcc, or it does not compile the program
  std::string ptx;
};

struct Project {
  std::string name;
  BuildSettings build;
  std::vector<SourceFile> sources;
  Bytes base;           ///< bitcode of the prepared base module
  std::string baseText; ///< the same as text, for views that have no worker
  std::vector<KernelInfo> kernels;
  std::vector<OutputInfo> outputs;
  std::vector<TestCase> tests;
  std::string compiler; ///< clang's version line
  NvccCode nvcc;
  ParameterSpace parameters;
  /// What base, kernels and traces were built with, if not the program's own; never of a project in a file.
  Configuration configuration;
};

/// Sets which run of its test each is, in tests of which each role has all runs of a test one after the other.
void numberRuns(std::vector<TestCase>& tests, std::uint32_t statisticalRuns);

/// The held-out tests, and the project without them: workers that search never need their traces.
std::vector<TestCase> heldOutTests(const Project& project);
Project withoutHeldOutTests(Project project);

/// Names in the module of kernels that no test launches.
std::vector<std::string> unlaunchedKernels(const Project& project);

constexpr std::uint32_t enumerators(TestRole) { return std::uint32_t(TestRole::Workload) + 1; }

template <class Archive> void fields(Archive& archive, SourceFile& file) { archive(file.name, file.text); }
template <class Archive> void fields(Archive& archive, TestCase& test) { archive(test.role, test.arguments, test.trace, test.run); }
template <class Archive> void fields(Archive& archive, SourceSettings& source) {
  archive(source.file, source.language, source.defines, source.includes, source.flags);
}
template <class Archive> void fields(Archive& archive, BuildSettings& build) {
  archive(build.files, build.defines, build.includes, build.libraries, build.kernels, build.architecture, build.outputs, build.heldOut,
          build.fuzz, build.statisticalRuns, build.workloadWeights, build.libraryFolders, build.flags, build.hostRun, build.device,
          build.toleratesUndefined, build.perSource, build.root, build.synthesised);
}
template <class Archive> void fields(Archive& archive, KernelInfo& kernel) {
  archive(kernel.name, kernel.shownName, kernel.instructions, kernel.registers, kernel.launched, kernel.ofLibrary);
}
template <class Archive> void fields(Archive& archive, OutputInfo& output) {
  archive(output.name, output.type, output.typeOrigin, output.tolerance, output.ignored);
}
template <class Archive> void fields(Archive& archive, NvccCode& code) { archive(code.compiler, code.ptx); }
template <class Archive> void fields(Archive& archive, Project& project) {
  archive(project.name, project.build, project.sources, project.base, project.baseText, project.kernels, project.outputs, project.tests,
          project.compiler, project.nvcc, project.parameters, project.configuration);
}

} // namespace gevo
