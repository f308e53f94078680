#pragma once

/// One self-contained page about a variant, made to be shown to the owners of the code: no scripts, no references to anything outside.

#include "core/report/facts.h"
#include "core/report/style.h"

namespace gevo::report {

/// What the report says of the run that found the variant.
struct RunPicture {
  std::vector<VariantRow> variants; ///< every valid one
  std::vector<VariantRow> front;
  std::vector<GenerationRow> generations;
};
Result<RunPicture> readRunPicture(const Subject& subject);

std::string reportHtml(const Facts& facts, const RunPicture& picture, Medium medium);

// Its parts, each a piece of HTML with names of colours in place of colours.
std::string headSection(const Facts& facts);
std::string changesSection(const Facts& facts);
std::string editsSection(const Facts& facts);
std::string searchSection(const Facts& facts, const RunPicture& picture);
std::string testsSection(const Facts& facts);
std::string useSection(const Facts& facts);
std::string unverifiedSection(const Facts& facts);
std::string settingsSection(const Facts& facts);

} // namespace gevo::report
