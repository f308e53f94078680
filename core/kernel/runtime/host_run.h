#pragma once

/// The program's side of a host run: which module to execute, and the report at its end.

#include "core/kernel/host_run/host_run_files.h"

#include <filesystem>
#include <map>

namespace gevo::cuda {

class HostRunReporter {
public:
  /// Null if GEVO_LIVE names no folder.
  static std::unique_ptr<HostRunReporter> ofEnvironment();

  /// Reads the order; call it first.
  Result<void> begin();
  const program::HostRunOrder& order() const { return order_; }

  /// Limits of the next launch. An error says that the program has used up the budget of all launches.
  Result<sim::Limits> limits(const std::string& kernel) const;
  void launched(const std::string& kernel, const sim::LaunchReport& report);
  void launchedOnGpu(const std::string& kernel, double microseconds) { report_.launches.push_back({kernel, 0, microseconds}); }
  /// Adds processor time spent on simulating, loading or waiting for a GPU.
  void simulated(double microseconds) { simulated_ += microseconds; }
  /// `written`: of a copy to the host, see HostRunReport.
  void keep(program::Event event, Bytes written);
  void write(Reason reason, std::string fault, const std::vector<std::string>& unsupportedCalls, double microseconds);

private:
  explicit HostRunReporter(std::filesystem::path folder);
  void forgetCopies(std::uint64_t address);
  void replaceCopy(std::uint64_t address, const std::string& name, std::uint64_t size);

  std::filesystem::path folder_;
  program::HostRunOrder order_;
  program::HostRunReport report_;
  std::uint64_t used_ = 0; ///< warp instructions
  double simulated_ = 0;   ///< microseconds of processor time
  double begun_ = 0;
  std::map<std::uint64_t, std::uint64_t> sizes_; ///< of allocations
  struct Kept {
    std::size_t event = 0; ///< in the trace
    std::size_t mask = 0;  ///< in HostRunReport::written
  };
  /// The latest copy by its source: variable, address or offset, size.
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, Kept> copies_;
};

/// Excludes processor time of this thread from the program's while it exists.
class OwnTime {
public:
  explicit OwnTime(HostRunReporter* hostRun); ///< null: not counted
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  ~OwnTime();

private:
  HostRunReporter* hostRun_;
  double begun_;
};

/// Processor time of this thread, in microseconds, from its construction.
class ThreadClock {
public:
  ThreadClock();
  double microseconds() const;

private:
  double begun_;
};

} // namespace gevo::cuda
