#pragma once

/// A C++ file that runs a variant's PTX in place of the kernels that the user's own program launches. Its first lines explain what it does
/// and how to build it with the program; its fixed part is resources/loader/loader.cpp.in.

#include "core/report/ptx_module.h"
#include "core/report/subject.h"
#include "core/values/exported_code.h"
#include "core/values/launch_shapes.h"

namespace gevo::report {

struct LoaderParts {
  const ExportedCode& code; ///< PTX of the variant
  const std::set<std::string>& replaced;
  const std::vector<TestLaunches>& launches; ///< shapes that were tested; the loader warns about others
};

/// An error if the fixed part is not installed, or no kernel is replaced.
Result<std::string> loaderText(const Subject& subject, const LoaderParts& parts);

} // namespace gevo::report
