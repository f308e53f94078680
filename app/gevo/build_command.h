#pragma once

/// The user's build command in `gevo new x.gevo --test ARGS -- make -j2`.

#include <string>
#include <vector>

namespace gevo {

/// Takes `--` and what follows off the command line of `gevo new`. Sources may follow `--`, too: then everything stays.
std::vector<std::string> takeBuildCommand(int& argc, char** argv);

} // namespace gevo
