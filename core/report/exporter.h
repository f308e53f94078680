#pragma once

/// Produces the files that `gevo export` and the explorer's export menu write. Runs no host code; LLVM runs in a worker process.

#include "core/inspection/variant_worker.h"
#include "core/report/report_content.h"
#include "core/report/style.h"
#include "core/values/exported_code.h"
#include "core/values/launch_shapes.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <span>

namespace gevo::report {

/// Report: for a browser. PaperReport: the same, simplified for conversion to PDF; not available on the command line.
enum class ExportKind : std::uint8_t { Ptx, Cubin, Ir, Edits, Loader, Manifest, Patch, Report, PaperReport };

/// One kind of export, with its names on the command line and in file names.
struct ExportFormat {
  ExportKind kind;
  const char* name;        ///< "ptx", as in `--ptx`
  const char* suffix;      ///< of file names, without the dot
  const char* description; ///< "PTX, checked with ptxas if that is installed"
};
std::span<const ExportFormat> exportFormats(); ///< those of the command line
const ExportFormat& formatOf(ExportKind kind);

struct ExportSettings {
  std::string architecture;  ///< of PTX and cubin: "sm_80"; empty: that of the project
  std::string workerProgram; ///< for ptxas; empty: beside the running program
};

struct Exported {
  std::string contents;
  std::string note; ///< output of the assembler, or that it was not found; may be empty
};

/// Exports one variant. Results that several exports share are computed once.
class Exporter {
public:
  /// `worker` outlives this.
  Exporter(Subject subject, VariantWorker& worker, ExportSettings settings);

  Result<Exported> make(ExportKind kind);

private:
  Result<ExportedCode> askForPtx(const EditList& edits) const;
  Result<const ExportedCode*> ptx();
  Result<const ExportedCode*> originalPtx();
  Result<const AssembledCode*> assembled();
  Result<const VariantTexts*> texts();
  Result<std::set<std::string>> replaced();
  const Result<ValidationReport>& testReports();
  Result<const std::vector<TestLaunches>*> launches();
  Result<const ReportContent*> content();
  Result<Exported> makePtx();
  Result<Exported> makeCubin();
  Result<Exported> makeLoader();
  Result<Exported> makeReport(Medium medium);

  Subject subject_;
  VariantWorker& worker_;
  ExportSettings settings_;
  std::optional<ExportedCode> ptx_;
  std::optional<ExportedCode> originalPtx_;
  std::optional<AssembledCode> assembled_;
  std::optional<VariantTexts> texts_;
  std::optional<Result<ValidationReport>> testReports_; ///< an error is kept too, and not retried
  std::optional<std::vector<TestLaunches>> launches_;
  std::optional<ReportContent> facts_;
};

/// Writes all of it or nothing. An error if `path` is the .gevo file itself.
Result<void> writeExport(const std::filesystem::path& path, std::string_view contents, const std::filesystem::path& gevoFile);

} // namespace gevo::report
