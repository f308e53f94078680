#pragma once

/// A self-contained HTML page about a variant, for the owners of the code: no scripts and no external references.

#include "core/report/report_content.h"
#include "core/report/style.h"

namespace gevo::report {

/// The run that found the variant, for the report's plots.
struct RunHistory {
  std::vector<VariantRow> variants; ///< all valid ones
  std::vector<VariantRow> front;
  std::vector<GenerationRow> generations;
  std::vector<ConfigurationResult> configurations;
};
Result<RunHistory> readRunHistory(const Subject& subject);

std::string reportHtml(const ReportContent& content, const RunHistory& history, Medium medium);

// Its sections: HTML with names of colours ("$ink") in place of colours, see `colored`.
std::string headSection(const ReportContent& content);
/// What was slow, what changed, why it is right and how sure we are. Empty for the original, and for what fails its tests.
std::string storySection(const ReportContent& content);
std::string changesSection(const ReportContent& content);
std::string editsSection(const ReportContent& content);
/// Empty where they were not analysed, or don't interact.
std::string interactionsSection(const ReportContent& content);
/// Empty where it was not counted, as on a GPU.
std::string timeSection(const ReportContent& content);
std::string searchSection(const ReportContent& content, const RunHistory& history);
/// Empty where the run tried one configuration only.
std::string spaceSection(const ReportContent& content, const RunHistory& history);
std::string testsSection(const ReportContent& content);
std::string useSection(const ReportContent& content);
std::string notValidatedSection(const ReportContent& content);
std::string settingsSection(const ReportContent& content);

} // namespace gevo::report
