#pragma once

/// Small programs, written into a folder of their own, compiled, and run once on the simulated GPU. Neither replayed nor compiled by nvcc,
/// which `gevo new` does too and which takes most of its time.

#include "core/kernel/compile/compile.h"
#include "core/kernel/device_code/device_code.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/trace/record.h"
#include "tests/core/base/value_of.h"

#include <QString>

namespace gevo::program {

/// What is missing to compile programs; empty if nothing is.
inline std::string missingTools() {
  if (const auto clang = locateClang(); !clang) return clang.error().message;
  if (const auto cuda = locateCuda(); !cuda) return cuda.error().message;
  return {};
}

/// Message and details of an error, empty without one: what QCOMPARE shows.
template <class Value> QString problemOf(const Result<Value>& result) {
  return result ? QString() : QString::fromStdString(result.error().message + '\n' + result.error().details);
}

class SmallProgram {
public:
  explicit SmallProgram(std::filesystem::path folder = {}) : scratch_(valueOf(ScratchFolder::make())), folder_(std::move(folder)) {
    if (folder_.empty()) folder_ = scratch_.path();
    settings.architecture = "sm_90";
  }

  BuildSettings settings;
  std::shared_ptr<std::string> warnings; ///< null: none
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path generated() const { return scratch_.path() / "generated"; }

  void write(const std::string& name, const std::string& text) {
    settings.files.push_back(name);
    writeHeader(name, text);
  }
  /// A file that is not among the sources.
  void writeHeader(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    if (const auto written = writeFile(folder_ / name, text); !written) throw std::runtime_error(written.error().message);
  }

  /// An error if it does not compile and link.
  Result<void> compile() {
    GEVO_TRY_ASSIGN(const auto files, sortFiles(settings, folder_));
    std::filesystem::create_directories(generated());
    const CompilerSetup setup{valueOf(locateClang()), valueOf(locateCuda()), settings, folder_, generated(), warnings};
    GEVO_TRY_ASSIGN(const auto modules, compileDeviceCode(setup, files));
    GEVO_TRY_ASSIGN(deviceCode_, linkDeviceFiles(modules, files.cuda));
    GEVO_TRY_ASSIGN(program_, compileProgram(setup, files, modules));
    GEVO_TRY_ASSIGN(described_, describeDeviceCode(deviceCode_));
    return {};
  }

  const DeviceDescription& described() const { return described_; }

  /// An error if it does not compile, or does not end with 0.
  Result<Recording> run() {
    GEVO_TRY(compile());
    GEVO_TRY_ASSIGN(const auto base, ir::prepareBase(deviceCode_));
    const std::filesystem::path path = generated() / "base.bc";
    GEVO_TRY(writeFile(path, std::string_view(reinterpret_cast<const char*>(base.data()), base.size())));
    RecordRequest request;
    request.program = program_;
    request.base = path;
    request.folder = folder_;
    request.scratch = generated();
    return recordTrace(request, "");
  }

private:
  ScratchFolder scratch_;
  std::filesystem::path folder_;
  Bytes deviceCode_;
  DeviceDescription described_;
  std::filesystem::path program_;
};

/// A kernel that writes to `out[0]`, and a main() that ends with 0 if the condition of `host[0]` holds.
inline std::string oneKernel(const std::string& body, const std::string& condition) {
  return "extern \"C\" int part();\n__global__ void kernel(float* out) { " + body + " }\n" + R"(
int main() {
  float *out, host[1];
  cudaMalloc((void**)&out, sizeof host);
  kernel<<<1, 1>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return )" +
         condition + " ? 0 : 1;\n}\n";
}

} // namespace gevo::program
