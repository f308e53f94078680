#pragma once

/// What the tests of a project run on: the simulated GPU replaying traces, the program itself with the variant's kernels.

#include "core/kernel/trace/replay.h"

#include <limits>
#include <span>

namespace llvm {
class Module;
}

namespace gevo::worker {

/// One test with the original's figures on a device, for a module at one level of optimisation. A device derives its own.
struct PreparedTest {
  PreparedTest(const TestCase& test) : role(test.role), arguments(test.arguments), run(test.run) {}
  virtual ~PreparedTest() = default;
  PreparedTest(const PreparedTest&) = delete;
  PreparedTest& operator=(const PreparedTest&) = delete;

  TestRole role;
  std::string arguments;
  std::uint32_t run;                                         ///< as TestCase::run
  bool isTimed = true;                                       ///< false: only its results count
  double weight = 1;                                         ///< of its runtime, among those that are timed
  double microseconds = 0;                                   ///< of the original
  double own = 0;                                            ///< of the original in the program's own configuration
  double seconds = std::numeric_limits<double>::quiet_NaN(); ///< that running it takes; not a number: not known
  std::uint64_t work = 0;                                    ///< instructions of all warps of the original; 0: not known
  std::vector<sim::Race> races;                              ///< that the original has
  double relativeError = 0;                                  ///< of the microseconds, and what they are the median of: as in ReplayReport
  std::uint32_t repeats = 0;
  double error = 0;            ///< of the unedited kernels: not 0 where another configuration gives other results
  double energy = notMeasured; ///< as in ReplayReport
  double energyError = 0;
  std::uint32_t energyPairs = 0;
  program::RunFigures figures; ///< of the original, where results are judged over several runs
};

using PreparedTests = std::vector<std::unique_ptr<PreparedTest>>;

class TestDevice {
public:
  virtual ~TestDevice() = default;

  virtual const std::string& shownName() const = 0;
  /// False: equal code may take a different time when it runs again.
  virtual bool isDeterministic() const = 0;
  /// True: a runtime is the original's, times the ratio measured beside it.
  virtual bool timesAgainstOriginal() const { return false; }
  /// Candidates are sent to a screen before the tests even if the project has none: only a screen detects what optimisation would hide.
  virtual bool screensFirst() const { return true; }
  /// False: tests with the role Screen are not run.
  virtual bool usesScreens() const { return true; }
  /// `remeasure`: from now on equal code is measured again instead of taken from a cache. `energy`: its energy is measured too, if the
  /// device can.
  virtual void setRemeasure(bool /*remeasure*/, bool /*energy*/) {}
  /// Runs the original; an error when it does not repeat its own results.
  virtual Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) = 0;
  /// A report for each of this device's tests, in order, up to the first that is not valid. An error says why the module can't run.
  /// Screens and others are never mixed.
  virtual Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) = 0;
  /// The same for screens, with threads in one of several orders, if the device has a say in it.
  virtual Result<std::vector<program::ReplayReport>> screen(std::span<const PreparedTest* const> tests, const llvm::Module& module,
                                                            std::uint64_t /*draw*/) {
    return run(tests, module);
  }
  /// The same for the original made by another compiler. Wrong results don't make it invalid: the report's error and message say how they
  /// differ.
  virtual Result<std::vector<program::ReplayReport>> runOther(std::span<const PreparedTest* const> tests, const std::string& ptx);
  /// Resources of the machine code made last, by `prepare` or `run`; empty on a device without machine code.
  virtual const std::vector<KernelResources>& resources() const;
  /// Messages for the user about the prepared tests.
  virtual std::vector<std::string> notes() const { return {}; }
  /// Cycles by function and instruction over the tests; empty if the module can't run unchanged.
  virtual std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) = 0;
};

inline Result<std::vector<program::ReplayReport>> TestDevice::runOther(std::span<const PreparedTest* const>, const std::string&) {
  return fail("only a real GPU runs machine code");
}

inline const std::vector<KernelResources>& TestDevice::resources() const {
  static const std::vector<KernelResources> none;
  return none;
}

} // namespace gevo::worker
