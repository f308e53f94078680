#pragma once

/// Requirements of a parameter space, evaluated by muParser: integer expressions with the operators of C.

#include "core/base/result.h"
#include "core/edit/configuration.h"
#include "core/values/parameter.h"

#include <memory>

namespace gevo {

class Requirements {
public:
  /// A feature that is on counts as 1, else 0. An error names the requirement that can't be read, or that names what is no numeric
  /// parameter.
  static Result<Requirements> of(const ParameterSpace& space);
  Requirements(Requirements&&) noexcept;
  Requirements& operator=(Requirements&&) noexcept;
  ~Requirements();

  /// Parameters that the configuration does not name have their own values. False too where an expression has no value (a division by
  /// zero).
  bool areMet(const Configuration& configuration) const;

private:
  struct State;
  explicit Requirements(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo
