#pragma once

/// A C++ file that puts a variant's PTX under the launches of the user's own program. What it does and how it is built with the program
/// stands in its head; its fixed part is resources/loader/loader.cpp.in.

#include "core/report/ptx_module.h"
#include "core/report/subject.h"
#include "core/values/exported_code.h"
#include "core/values/launch_shapes.h"

namespace gevo::report {

struct LoaderParts {
  const ExportedCode& code; ///< PTX of the variant
  const std::set<std::string>& replaced;
  const std::vector<TestLaunches>& launches; ///< shapes that tests of the variant had; others are warned of
};

/// An error where the fixed part is not installed.
Result<std::string> loaderText(const Subject& subject, const LoaderParts& parts);

} // namespace gevo::report
