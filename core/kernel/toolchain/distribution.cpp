#include "core/kernel/toolchain/distribution.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <vector>

namespace gevo::program {

namespace {

struct Advice {
  const char* distribution;
  const char* cuda;
};

/// By ID. NVIDIA's own packages install into /usr/local, Arch's into /opt/cuda, Debian's and Ubuntu's into /usr.
constexpr std::array advices{
    Advice{"debian",
           "install the package nvidia-cuda-toolkit from Debian's contrib and non-free, or cuda-toolkit from NVIDIA's repository"},
    Advice{"ubuntu", "install the package nvidia-cuda-toolkit from Ubuntu's multiverse, or cuda-toolkit from NVIDIA's repository"},
    Advice{"fedora", "install the package cuda-toolkit from NVIDIA's repository for Fedora"},
    Advice{"rhel", "install the package cuda-toolkit from NVIDIA's repository for RHEL"},
    Advice{"suse", "install the package cuda-toolkit from NVIDIA's repository for SUSE"},
    Advice{"arch", "install the package cuda"},
};

/// ID, then ID_LIKE, nearest relative first.
std::vector<std::string> distributions(const std::filesystem::path& osRelease) {
  std::ifstream file(osRelease);
  std::string own;
  std::string relatives;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::string value = line.substr(equals + 1);
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
    if (line.starts_with("ID=")) own = value;
    if (line.starts_with("ID_LIKE=")) relatives = value;
  }
  std::istringstream words(own + ' ' + relatives);
  std::vector<std::string> names;
  for (std::string word; words >> word;) names.push_back(word);
  return names;
}

} // namespace

std::string howToInstallCuda(const std::filesystem::path& osRelease) {
  for (const std::string& name : distributions(osRelease))
    for (const Advice& advice : advices)
      if (name == advice.distribution) return advice.cuda;
  return "install one (its headers and libdevice are enough) and set CUDA_PATH to its folder";
}

} // namespace gevo::program
