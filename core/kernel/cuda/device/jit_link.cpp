#include "core/kernel/cuda/device/jit_link.h"

#include "core/base/paths.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/cuda/device/library.h"

#include <array>
#include <charconv>
#include <cstdlib>

namespace gevo::cuda {

namespace {

using Handle = struct LinkRecord*;

/// nvJitLinkInputType
constexpr int inputPtx = 2;

/// Newest first. Each version of the library has its functions under versioned names, and those of earlier minor versions.
constexpr std::array majors{13, 12};

/// The first CUDA that makes code for an architecture; 0 where that is not known here.
int firstVersion(int capability) {
  switch (capability) {
  case 100:
  case 101:
  case 120:
    return 12080;
  case 103:
  case 121:
    return 12090;
  case 88:
  case 110:
    return 13000;
  default:
    return capability >= 50 && capability <= 90 ? 12000 : 0;
  }
}
/// CUDA 13 makes none for older ones.
constexpr int oldestOfCuda13 = 75;

std::vector<std::string> libraryNames() {
  std::vector<std::string> folders{programFolder().string() + "/", programFolder().parent_path().string() + "/lib/", ""};
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder != '\0')
      for (const char* part : {"/lib64/", "/lib/"}) folders.push_back(std::string(folder).append(part));
  for (const char* part : {"lib64/", "lib/"}) folders.push_back(std::string("/usr/local/cuda/").append(part));
  std::vector<std::string> names;
  for (const int major : majors)
    for (const std::string& folder : folders) names.push_back(fmt::format("{}libnvJitLink.so.{}", folder, major));
  return names;
}

} // namespace

struct JitLink::Functions {
  std::string path;
  unsigned major = 0;
  unsigned minor = 0;
  int (*version)(unsigned* major, unsigned* minor);
  int (*create)(Handle* handle, std::uint32_t count, const char** options);
  int (*destroy)(Handle* handle);
  int (*addData)(Handle handle, int type, const void* data, std::size_t bytes, const char* name);
  int (*complete)(Handle handle);
  int (*cubinSize)(Handle handle, std::size_t* bytes);
  int (*cubin)(Handle handle, void* code);
  int (*errorLogSize)(Handle handle, std::size_t* bytes);
  int (*errorLog)(Handle handle, char* text);
  int (*infoLogSize)(Handle handle, std::size_t* bytes);
  int (*infoLog)(Handle handle, char* text);

  bool fill(const Library& library, int release) {
    const auto take = [&](auto*& function, const char* name) {
      return library.fill(function, fmt::format("__nvJitLink{}_{}_0", name, release).c_str());
    };
    return library.fill(version, "nvJitLinkVersion") && take(create, "Create") && take(destroy, "Destroy") && take(addData, "AddData") &&
           take(complete, "Complete") && take(cubinSize, "GetLinkedCubinSize") && take(cubin, "GetLinkedCubin") &&
           take(errorLogSize, "GetErrorLogSize") && take(errorLog, "GetErrorLog") && take(infoLogSize, "GetInfoLogSize") &&
           take(infoLog, "GetInfoLog");
  }
};

Result<JitLink> JitLink::open() {
  const Result<Library> library = Library::open(jitLinkVariable, libraryNames());
  if (!library)
    return std::unexpected(
        Error{"not found; install the CUDA toolkit's nvJitLink, without which the driver makes machine code, one variant "
              "at a time",
              library.error().message});
  auto functions = std::make_shared<Functions>();
  functions->path = library->name();
  bool filled = false;
  for (const int major : majors) filled = filled || functions->fill(*library, major);
  if (!filled || functions->version(&functions->major, &functions->minor) != 0)
    return fail("{} is not a supported nvJitLink; install the one of CUDA 12 or 13", library->name());
  return JitLink(std::move(functions));
}

int JitLink::version() const { return static_cast<int>(functions_->major * 1000 + functions_->minor * 10); }
const std::string& JitLink::path() const { return functions_->path; }

bool JitLink::knows(const std::string& architecture) const {
  int capability = 0;
  const auto [end, problem] = std::from_chars(architecture.data() + std::min<std::size_t>(3, architecture.size()),
                                              architecture.data() + architecture.size(), capability);
  if (problem != std::errc() || end != architecture.data() + architecture.size()) return false;
  const int first = firstVersion(capability);
  return first != 0 && first <= version() && (version() < 13000 || capability >= oldestOfCuda13);
}

Result<Cubin> JitLink::link(const std::string& ptx, const std::string& architecture) const {
  const Functions& f = *functions_;
  if (!knows(architecture)) return fail("nvJitLink {} makes no code for {}; install a newer one", versionText(version()), architecture);
  const std::string target = "-arch=" + architecture;
  // With a GPU it would use the driver's cache on disk, which needs a context and never helps, since no two variants are the same.
  std::array options{target.c_str(), "-verbose", "-no-cache"};
  Handle handle = nullptr;
  int made = f.create(&handle, options.size(), options.data());
  if (made != 0) made = f.create(&handle, options.size() - 1, options.data()); // older versions don't know the option
  if (const int status = made; status != 0)
    return fail("nvJitLink ({}) does not make code for {} (error {}); use a newer one", f.path, architecture, status);
  const auto log = [&](auto size, auto read) {
    std::size_t bytes = 0;
    std::string text;
    if (size(handle, &bytes) != 0 || bytes == 0) return text;
    text.resize(bytes);
    if (read(handle, text.data()) != 0) return std::string();
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
  };
  Cubin cubin;
  std::size_t bytes = 0;
  int status = f.addData(handle, inputPtx, ptx.data(), ptx.size(), "variant");
  if (status == 0) status = f.complete(handle);
  if (status == 0) status = f.cubinSize(handle, &bytes);
  if (status == 0) {
    cubin.code.resize(bytes);
    status = f.cubin(handle, cubin.code.data());
  }
  cubin.log = log(f.infoLogSize, f.infoLog);
  const std::string output = status == 0 ? std::string() : log(f.errorLogSize, f.errorLog);
  f.destroy(&handle);
  if (status != 0) return std::unexpected(Error{"nvJitLink rejects the variant's PTX", output});
  return cubin;
}

} // namespace gevo::cuda
