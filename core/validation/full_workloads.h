#pragma once

/// Workloads as validation runs them. On the simulated GPU a search times them by some of their blocks, whose results nobody compares: a
/// variant may pass all tests and be wrong at the size that people run.

#include "core/devices/job_options.h"
#include "core/store/store.h"

namespace gevo {

/// Command lines of the workloads that a file's searches time by samples.
std::vector<std::string> sampledWorkloads(const Project& project);

class FullWorkloads {
public:
  /// `longest`: processor time of the recording; each candidate takes about as long again.
  FullWorkloads(const Store& store, JobOptions options, WorkLimit longest);

  /// Recorded as tests are, by the first call. None where the file has no sampled workload, and where one can't be recorded here, which
  /// `notes` says: the program is not there, takes too long, or does not end. An error of the file, or on cancellation.
  Result<std::vector<TestCase>> tests();
  const std::vector<std::string>& notes() const { return notes_; }

private:
  Result<void> record();

  const Store& store_;
  JobOptions options_;
  bool isRecorded_ = false;
  std::vector<TestCase> tests_;
  std::vector<std::string> notes_;
};

} // namespace gevo
