#pragma once

/// A bundled sample, built and recorded as `gevo new` does, for a comparison with plain C++.

#include "core/base/bytes.h"
#include "core/kernel/trace/trace.h"
#include "core/values/built_project.h"
#include "core/values/project.h"

#include <cstring>
#include <string>
#include <vector>

namespace gevo::testing {

template <class T> std::vector<T> valuesOf(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// One run of the program.
struct RecordedRun {
  std::vector<std::string> words; ///< its arguments
  std::vector<Bytes> uploads;     ///< in order: what the host wrote into memory of the device
  std::vector<Bytes> downloads;   ///< in order: what it read back
  std::vector<std::string> launches;

  int number(std::size_t word) const { return std::stoi(words.at(word)); }
  template <class T> std::vector<T> upload(std::size_t i) const { return valuesOf<T>(uploads.at(i)); }
  template <class T> std::vector<T> download(std::size_t i) const { return valuesOf<T>(downloads.at(i)); }
  template <class T> std::vector<T> result() const { return valuesOf<T>(downloads.back()); }
};

struct RecordedSample {
  Project project;
  std::vector<RecordedRun> tests; ///< empty: the sample could not be built, which has failed the running test
};

/// What this computer lacks for building a sample; empty if nothing.
std::string missingTool();

RecordedSample recordSample(const std::string& name, const std::vector<std::string>& commandLines);

/// Largest difference of two arrays, relative to `scale`; infinite where their sizes differ or a value is NaN.
double largestDifference(const std::vector<float>& a, const std::vector<float>& b, double scale);

} // namespace gevo::testing
