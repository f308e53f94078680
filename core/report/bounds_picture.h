#pragma once

/// What bounds a kernel: as bars, what its launches would take if they were for one part of the machine alone, before and after. The idea
/// of a roofline (Williams, Waterman and Patterson 2009) for machines with more than two roofs: the longest bar is the one that counts.

#include "core/values/heat.h"

#include <string>
#include <string_view>

namespace gevo::report {

/// An <svg> element with names of colours, 960 wide. Parts that take less than a hundredth of the longest, in both, are left out. Empty
/// where the kernel was never launched.
std::string boundsPicture(const KernelHeat& kernel, std::string_view description);

} // namespace gevo::report
