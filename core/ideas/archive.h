#pragma once

/// An archive of ideas: the edits of the user's best variants by their contexts (core/edit/idea.h), and what each was worth there.

#include "core/edit/idea.h"
#include "core/values/project.h"

namespace gevo {

/// An edit that paid.
struct PaidEdit {
  std::string context;
  double gain = 1; ///< its variant's runtime without it, over that with it; above 1
  bool operator==(const PaidEdit&) const = default;
};

struct PaidVariant {
  std::int64_t run = 0;
  std::string variant; ///< as variantName has it
  std::vector<PaidEdit> edits;
  bool operator==(const PaidVariant&) const = default;
};

struct PaidProgram {
  std::string key; ///< see programKey
  std::string name;
  std::vector<PaidVariant> variants;
  bool operator==(const PaidProgram&) const = default;
};

struct IdeaArchive {
  std::vector<PaidProgram> programs; ///< in the order in which they came; keys and names differ
  bool operator==(const IdeaArchive&) const = default;
};

/// The same for all files of a program, wherever it was built and with whatever tests: a hash of its sources.
std::string programKey(const Project& project);

/// Replaces that of the same key. A name that another program has gets a number: "nw-2".
void add(IdeaArchive& archive, PaidProgram program);
/// An error lists the names.
Result<void> forget(IdeaArchive& archive, const std::string& name);

/// What is known of one idea.
struct IdeaRow {
  std::string context;
  std::size_t programs = 0;
  std::size_t variants = 0;
  double medianGain = 1; ///< over all edits with the context
  double bestGain = 1;
};
/// By weight, the heaviest first: the number of programs times the logarithm of the median gain.
std::vector<IdeaRow> ideaRows(const IdeaArchive& archive);
/// The same for a search in another program than that of this key, which is not to be told what it found itself.
Ideas ideasFor(const IdeaArchive& archive, const std::string& key);

} // namespace gevo
