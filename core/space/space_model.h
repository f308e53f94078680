#pragma once

/// The configurations that a run evaluated, as points of the parameter space. Plain values.

#include "core/store/rows.h"
#include "core/values/parameter.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace gevo {

/// A parameter that has more than one value in the results.
struct SpaceAxis {
  std::string name;
  std::vector<std::string> values; ///< those to try, in order, untried ones among them
  int own = -1;                    ///< index of the program's own value
};

/// A configuration.
struct SpaceLine {
  std::vector<int> at; ///< of each axis, the index of its value
  bool own = false;    ///< the program's own
  std::uint64_t evaluations = 0;
  std::int64_t best = -1; ///< its fastest variant; -1: none passed
  double runtime = unknown;
  double speedup = unknown; ///< over the original
  double error = unknown;
  Reason reason = Reason::None; ///< why there is none
  std::string message;
  bool withEdits = false; ///< only tried so
  bool valid() const { return best >= 0; }
  bool failed() const { return !valid() && !withEdits; }
};

struct SpaceModel {
  bool hasParameters = false; ///< the program's
  double originalRuntime = 0; ///< microseconds
  std::vector<SpaceAxis> axes;
  std::vector<SpaceLine> lines; ///< in the order of the results; the axes tell each from all others
  int best = -1;                ///< the fastest line; -1: none passed
  const std::string& value(const SpaceLine& line, std::size_t axis) const {
    return axes[axis].values[static_cast<std::size_t>(line.at[axis])];
  }
};

/// Parameters that the space does not name are left out.
SpaceModel spaceModel(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime);

/// The line of a configuration; -1: it is not in the results.
int lineOf(const SpaceModel& model, const ParameterSpace& space, const Configuration& configuration);

/// "BLOCK = 32 · TILE = 16": the values on all axes. Without axes it is the program's own.
std::string configurationText(const SpaceModel& model, const SpaceLine& line);

/// Why no variant of a configuration passed: one line, which messages of compilers make long.
std::string failureReason(const SpaceLine& line);

/// The fastest first, the failed last; otherwise in the order of the lines.
std::vector<int> bestFirst(const SpaceModel& model);

/// How far a speedup is between 1 and the end of its side, 0 to 1: each side is a logarithmic scale of its own, so that one very slow
/// configuration does not hide small gains.
struct SpeedupScale {
  double slowest = 1; ///< at most 1
  double fastest = 1; ///< at least 1

  double share(double speedup) const;
  bool operator==(const SpeedupScale&) const = default;
};
SpeedupScale speedupScale(const SpaceModel& model);

/// Two axes that the best runtime depends on most: by the largest ratio between the best of two of an axis's values. Needs two axes.
std::pair<int, int> strongestAxes(const SpaceModel& model);

/// What is known of the configurations with one value of each of two axes.
struct SpaceCell {
  int line = -1; ///< the fastest of them, else one that failed; -1: none was tried
  int tried = 0;
  int failed = 0; ///< no variant passed
};

struct SpaceGrid {
  int columns = 0;
  int rows = 0;
  std::vector<SpaceCell> cells; ///< row by row
  const SpaceCell& at(int column, int row) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
};

/// `y` -1: one row for all.
SpaceGrid spaceGrid(const SpaceModel& model, int x, int y);

} // namespace gevo
