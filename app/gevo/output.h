#pragma once

/// How gevo writes errors and tables. Figures: core/format.

#include "core/base/result.h"
#include "core/values/project.h"

#include <string>
#include <vector>

namespace gevo {

/// Prints the error's message and details on stderr; returns exit code 1.
int reportError(const Error& error);

/// Columns as wide as their widest cell; those whose header begins with '>' are right-aligned.
class Table {
public:
  explicit Table(std::vector<std::string> headers);
  void add(std::vector<std::string> cells);
  std::string text() const;
  /// Figures with ASCII signs.
  std::string csv() const;

private:
  std::vector<std::string> headers_;
  std::vector<std::vector<std::string>> rows_;
};

/// Names, own values, values to try and why each was found.
Table parameterTable(const ParameterSpace& space);
/// Name, size and registers of each, unknownFigure where these are not known; whether a test launches it and whose it is, where these
/// differ. Without kernels of libraries that no test launches.
Table kernelTable(const std::vector<KernelInfo>& kernels);

} // namespace gevo
