#pragma once

/// What an export is of: one variant of one run of one file, with what the file knows of it.

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

  bool isOriginal() const { return variant.id == 0; }
};

/// Microseconds that a win has to beat: the original's, by whichever compiler it is faster.
double fastestOriginal(const Subject& subject);
/// `settings` of the run as the file has them.
Result<Subject> readSubject(const Store& store, std::shared_ptr<const Project> project, RunInfo run, std::int64_t variant);

/// "variant 42 of hotspot" or "the original of hotspot".
std::string titleOf(const Subject& subject);
/// What the run found out about it, in one sentence: "1.38× as fast as the original (13.3 µs against 18.4 µs) on the simulated H200,
/// error 0", or why it was rejected.
std::string findingOf(const Subject& subject);

} // namespace gevo::report
