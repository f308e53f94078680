#pragma once

/// How gevo writes: errors, tables, figures.

#include "core/base/result.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// Prints the error's sentence and details on stderr; returns exit code 1.
int reportError(const Error& error);

/// Columns as wide as their widest cell; those whose header begins with '>' are right-aligned.
class Table {
public:
  explicit Table(std::vector<std::string> headers);
  void add(std::vector<std::string> cells);
  std::string text() const;
  std::string csv() const;

private:
  std::vector<std::string> headers_;
  std::vector<std::vector<std::string>> rows_;
};

/// Name, size and registers of each, "-" where these are not known.
Table kernelTable(const std::vector<KernelInfo>& kernels);

/// Cells that need it are quoted.
std::string csvLine(const std::vector<std::string>& cells);

/// "13.31 us", "4.21 mJ", "1.38x", "0.42 %", "23,184".
std::string formatMicroseconds(double microseconds);
std::string formatMillijoules(double millijoules);
std::string formatSpeedup(double original, double variant);
/// "0.42 %" for the relative metrics, a plain figure for the absolute ones.
std::string formatError(double error, Metric metric);
/// "1 test", "4 tests".
std::string counted(std::size_t count, std::string_view noun);
std::string formatCount(std::uint64_t count);

/// "60s", "10m", "2h" or plain seconds.
Result<double> parseDuration(std::string_view text);

} // namespace gevo
