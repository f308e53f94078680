#pragma once

/// The GPU architecture that a program's device code is compiled for.

#include <string>
#include <vector>

namespace gevo::program {

struct ChosenArchitecture {
  std::string architecture;       ///< such as sm_90
  std::vector<std::string> notes; ///< what the user should know of it
};

/// The one that is asked for; if that is empty, of those `named` by flags the one that suits, else the one of the GPU that the program
/// sees: `seen`, of the device `device` in words.
ChosenArchitecture chooseArchitecture(const std::string& asked, const std::vector<std::string>& named, const std::string& seen,
                                      const std::string& device);

} // namespace gevo::program
