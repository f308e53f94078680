#pragma once

/// Where the CUDA toolkit is, and how clang is told.
///
/// NVIDIA's toolkit is one folder with include, bin and nvvm/libdevice. Debian and Ubuntu spread their package over /usr: headers are in
/// /usr/include, programs in /usr/bin, and /usr/lib/cuda, made for clang, has nvvm/libdevice but hardly a header. There, /usr is what we
/// call the toolkit's folder.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gevo::program {

/// The toolkit's folder, which has include/cuda_runtime.h: CUDA_PATH, CUDA_HOME, /usr/local/cuda, the newest /usr/local/cuda-*, /opt/cuda
/// (Arch), the one that nvcc on PATH belongs to, /usr, in this order. A variable that names a folder without CUDA is an error, and so is
/// a toolkit without libdevice if there is no other.
Result<std::filesystem::path> locateCuda();

/// How clang finds headers and libdevice when it compiles CUDA code.
std::vector<std::string> cudaPathArguments(const std::filesystem::path& cuda);

/// How clang finds the headers when it compiles C or C++; empty where they lie among those of the system.
std::vector<std::string> cudaHeaderArguments(const std::filesystem::path& cuda);

/// The folder of libcudart_static.a, else the first that holds libraries; empty: there is none.
std::filesystem::path cudaLibraryFolder(const std::filesystem::path& cuda);

/// Where it was found, for `gevo doctor`; an error says what to install.
Result<std::string> findCudaToolkit();

} // namespace gevo::program
