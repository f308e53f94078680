#include "core/values/test_report.h"

namespace gevo {

std::string kindOf(const TestReport& report) { return std::string(roleName(report.role)) + (report.isInFull ? " in full" : ""); }

} // namespace gevo
