#pragma once

/// Which of a program's kernels are evolved.

#include "core/base/result.h"
#include "core/kernel/device_code/device_code.h"
#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gevo::program {

/// Names in the module of the kernels that are asked for by their name there, as shown or without parameters. Fails for an unknown one.
Result<std::vector<std::string>> chosenKernels(const std::vector<std::string>& asked, const DeviceDescription& device);

/// The same of a program that was built in another configuration, where instances of templates have other arguments. None is missing:
/// those that the program does not have are left out.
std::vector<std::string> sameKernels(const std::vector<std::string>& asked, const DeviceDescription& device);

/// Its user did not write it: by its file, or by its namespace where a copy of the library is elsewhere. `cuda`: the toolkit's folder.
bool isOfLibrary(const KernelDescription& kernel, const std::filesystem::path& cuda);

/// Marks the kernels that no test launches: nothing would notice what becomes of them. Returns a note that names them; empty: there are
/// none. Fails if all those that are to evolve are among them.
Result<std::string> markUnlaunched(Project& project, const std::vector<Trace>& traces);

} // namespace gevo::program
