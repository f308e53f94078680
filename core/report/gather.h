#pragma once

#include "core/report/facts.h"
#include "core/report/worker_link.h"

namespace gevo::report {

/// The exported code and what was made of it before.
struct GatherParts {
  const ExportReply& code;
  const ExportReply& originalCode; ///< for the same architecture
  const std::string& assembler;
  const InspectReply& texts;
};

/// Runs the variant's tests anew, those that are not held out, and without each of its edits. Where that does not work, the facts say why.
/// An error is one of the file or of the program.
Result<Facts> gatherFacts(const Subject& subject, const AskWorker& ask, const GatherParts& parts);

} // namespace gevo::report
