#include "core/kernel/compile/missing_headers.h"

#include <array>
#include <fmt/format.h>
#include <regex>

namespace gevo::program {

namespace {

struct Package {
  std::string_view header; ///< how its headers begin
  std::string_view name;   ///< in Debian and Ubuntu
};

constexpr std::array packages{
    Package{"omp.h", "gcc"},
    Package{"mpi.h", "libopenmpi-dev, and give what mpicxx --showme prints as -I, -L and -l"},
    Package{"GL/glut.h", "freeglut3-dev"},
    Package{"GL/freeglut", "freeglut3-dev"},
    Package{"GL/glew.h", "libglew-dev"},
    Package{"GL/glu.h", "libglu1-mesa-dev"},
    Package{"GL/", "libgl-dev"},
    Package{"GLFW/", "libglfw3-dev"},
    Package{"EGL/", "libegl-dev"},
    Package{"vulkan/", "libvulkan-dev"},
    Package{"X11/", "libx11-dev"},
    Package{"SDL2/", "libsdl2-dev"},
    Package{"SDL.h", "libsdl2-dev, and give -I /usr/include/SDL2"},
    Package{"glm/", "libglm-dev"},
    Package{"CL/", "opencl-headers"},
    Package{"boost/", "libboost-all-dev"},
    Package{"opencv2/", "libopencv-dev, and give -I /usr/include/opencv4"},
    Package{"opencv", "libopencv-dev, and give -I /usr/include/opencv4"},
    Package{"Eigen/", "libeigen3-dev, and give -I /usr/include/eigen3"},
    Package{"gsl/gsl_", "libgsl-dev"},
    Package{"fftw3", "libfftw3-dev"},
    Package{"cblas.h", "libopenblas-dev"},
    Package{"lapacke.h", "liblapacke-dev"},
    Package{"gmp", "libgmp-dev"},
    Package{"mpfr.h", "libmpfr-dev"},
    Package{"tbb/", "libtbb-dev"},
    Package{"hdf5", "libhdf5-dev, and give -I /usr/include/hdf5/serial"},
    Package{"H5", "libhdf5-dev, and give -I /usr/include/hdf5/serial"},
    Package{"netcdf", "libnetcdf-dev"},
    Package{"png.h", "libpng-dev"},
    Package{"jpeglib.h", "libjpeg-dev"},
    Package{"tiff", "libtiff-dev"},
    Package{"FreeImage.h", "libfreeimage-dev"},
    Package{"IL/", "libdevil-dev"},
    Package{"Magick++", "libmagick++-dev"},
    Package{"sndfile.h", "libsndfile1-dev"},
    Package{"zlib.h", "zlib1g-dev"},
    Package{"bzlib.h", "libbz2-dev"},
    Package{"lzma.h", "liblzma-dev"},
    Package{"zstd.h", "libzstd-dev"},
    Package{"curl/", "libcurl4-openssl-dev"},
    Package{"openssl/", "libssl-dev"},
    Package{"sqlite3.h", "libsqlite3-dev"},
    Package{"yaml-cpp/", "libyaml-cpp-dev"},
    Package{"nlohmann/", "nlohmann-json3-dev"},
    Package{"json/json.h", "libjsoncpp-dev, and give -I /usr/include/jsoncpp"},
    Package{"google/protobuf/", "libprotobuf-dev"},
    Package{"gflags/", "libgflags-dev"},
    Package{"glog/", "libgoogle-glog-dev"},
    Package{"gtest/", "libgtest-dev"},
    Package{"fmt/", "libfmt-dev"},
    Package{"spdlog/", "libspdlog-dev"},
    Package{"argtable", "libargtable2-dev"},
    Package{"libconfig", "libconfig++-dev"},
    Package{"uuid/", "uuid-dev"},
    Package{"numa.h", "libnuma-dev"},
    Package{"papi.h", "libpapi-dev"},
    Package{"ncurses", "libncurses-dev"},
    Package{"curses.h", "libncurses-dev"},
    Package{"readline/", "libreadline-dev"},
    Package{"Python.h", "python3-dev, and give what python3-config --includes prints"},
};

} // namespace

std::optional<MissingHeader> missingHeader(const std::string& errors) {
  static const std::regex ofClang(R"((?:^|\n)([^\n:]+):\d+:\d+: fatal error: '([^'\n]+)' file not found)");
  static const std::regex ofGcc(R"((?:^|\n)([^\n:]+):\d+:\d+: fatal error: ([^\n:]+): No such file or directory)");
  std::smatch match;
  if (!std::regex_search(errors, match, ofClang) && !std::regex_search(errors, match, ofGcc)) return std::nullopt;
  return MissingHeader{match[2].str(), match[1].str()};
}

std::string_view packageOfHeader(std::string_view header) {
  for (const Package& package : packages)
    if (header.starts_with(package.header)) return package.name;
  return {};
}

std::string missingHeaderMessage(const MissingHeader& missing) {
  const std::string_view package = packageOfHeader(missing.header);
  if (package.empty())
    return fmt::format("{} includes {}, which was not found; give its folder with -I", missing.includedBy, missing.header);
  return fmt::format("{} includes {}, which was not found; install the package {}", missing.includedBy, missing.header, package);
}

} // namespace gevo::program
