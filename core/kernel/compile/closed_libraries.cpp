#include "core/kernel/compile/closed_libraries.h"

#include <array>
#include <fmt/ranges.h>

namespace gevo::program {
namespace {

struct Closed {
  std::string_view name;
  std::string_view prefix; ///< of its functions and of the argument of -l
  std::string_view header; ///< how its headers begin
};

constexpr std::array closed{
    Closed{"cuBLAS", "cublas", "cublas"},
    Closed{"cuFFT", "cufft", "cufft"},
    Closed{"cuSPARSE", "cusparse", "cusparse"},
    Closed{"cuSOLVER", "cusolver", "cusolver"},
    Closed{"cuRAND", "curand", "curand.h"}, // curand_kernel.h, for kernels, is source
    Closed{"cuDNN", "cudnn", "cudnn"},
    Closed{"NCCL", "nccl", "nccl"},
    Closed{"NPP", "npp", "npp"},
    Closed{"nvJPEG", "nvjpeg", "nvjpeg"},
    Closed{"NVRTC", "nvrtc", "nvrtc"},
    Closed{"cuTENSOR", "cutensor", "cutensor"},
    Closed{"nvGRAPH", "nvgraph", "nvgraph"},
    Closed{"nvJitLink", "nvJitLink", "nvJitLink"},
    Closed{"CUPTI", "cupti", "cupti"},
};

std::string_view nameWhere(auto&& fits) {
  for (const Closed& library : closed)
    if (fits(library)) return library.name;
  return {};
}

} // namespace

std::string_view closedLibraryOfFunction(std::string_view function) {
  // "ncclSend", "nppiAdd_8u": what follows a name of small letters is a capital, or another small letter of NPP's parts.
  return nameWhere([&](const Closed& library) {
    if (!function.starts_with(library.prefix) || function.size() == library.prefix.size()) return false;
    const char next = function[library.prefix.size()];
    return (next >= 'A' && next <= 'Z') || (library.prefix == "npp" && (next == 'i' || next == 's'));
  });
}

std::string_view closedLibraryOfHeader(std::string_view header) {
  return nameWhere([&](const Closed& library) { return header.starts_with(library.header); });
}

std::string_view closedLibraryOfArgument(std::string_view argument) {
  return nameWhere([&](const Closed& library) { return argument.starts_with(library.prefix); });
}

std::string closedLibraryMessage(const std::set<std::string>& libraries) {
  return fmt::format("the program uses {}, whose kernels can't be read or simulated; it needs live mode on a real GPU with the library "
                     "itself, which GEVO does not support yet",
                     fmt::join(libraries, ", "));
}

} // namespace gevo::program
