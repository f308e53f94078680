#pragma once

/// What the tests of a project run on: the simulated GPU replaying tapes, the program itself with the variant's kernels.

#include "core/kernel/program/replay.h"
#include "core/run/messages.h"

#include <span>

namespace llvm {
class Module;
}

namespace gevo::worker {

/// One test with the original's figures on a device, for a module at one level of optimisation. A device derives its own.
struct PreparedTest {
  PreparedTest(const TestCase& test) : role(test.role), arguments(test.arguments) {}
  virtual ~PreparedTest() = default;
  PreparedTest(const PreparedTest&) = delete;
  PreparedTest& operator=(const PreparedTest&) = delete;

  TestRole role;
  std::string arguments;
  double microseconds = 0;      ///< of the original
  std::vector<sim::Race> races; ///< that the original has
};

using PreparedTests = std::vector<std::unique_ptr<PreparedTest>>;

class TestDevice {
public:
  virtual ~TestDevice() = default;

  virtual const std::string& shownName() const = 0;
  /// False: equal code may take another time when it is run anew.
  virtual bool isDeterministic() const = 0;
  /// Candidates are sent to a screen before the tests even where the project has none: only a screen sees what optimising would hide.
  virtual bool screensFirst() const { return true; }
  /// From now on tests are run even where the device knows how equal code did.
  virtual void measureAnew(bool) {}
  /// Runs the original; an error when it does not repeat its own results.
  virtual Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) = 0;
  /// A report for each of this device's tests, in order, up to the first that is not valid. An error says why the module can't run.
  /// Screens and others are never mixed.
  virtual Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) = 0;
  /// Cycles by function and instruction over the tests; empty where the module can't run as it is.
  virtual std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) = 0;
};

} // namespace gevo::worker
