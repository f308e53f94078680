#pragma once

/// The subject of an export: one variant of one run of a file, with what the file contains about it.

#include "core/store/store.h"

#include <memory>

namespace gevo::report {

struct Subject {
  std::filesystem::path file; ///< the .gevo
  std::shared_ptr<const Project> project;
  RunInfo run;
  Individual original;
  Individual variant;                     ///< may be the original
  std::vector<ValidationRow> validations; ///< of the variant
  std::optional<SourcePatch> patch;       ///< of the variant, where one was made

  bool isOriginal() const { return variant.id == 0; }
};

/// The file has sources that were compiled and tested as the variant.
bool isProven(const Subject& subject);
/// Runtime in microseconds that a speedup is relative to: the original's, compiled by clang or nvcc, whichever is faster.
double fastestOriginal(const Subject& subject);
Result<Subject> readSubject(const Store& store, std::shared_ptr<const Project> project, RunInfo run, std::int64_t variant);

/// "variant 42 of hotspot" or "the original of hotspot".
std::string titleOf(const Subject& subject);
/// The variant's result in the run, in one sentence: "1.384× as fast as the original (13.31 µs against 18.42 µs) on the simulated H200,
/// error 0", or why it was rejected.
std::string resultSummary(const Subject& subject);

} // namespace gevo::report
