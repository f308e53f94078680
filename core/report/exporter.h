#pragma once

/// Makes what `gevo export` and the explorer's export menu write. Runs no host code; what needs LLVM is asked of a worker.

#include "core/inspection/variant_worker.h"
#include "core/report/facts.h"
#include "core/report/style.h"
#include "core/values/exported_code.h"
#include "core/values/launch_shapes.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <span>

namespace gevo::report {

/// Report: for a browser. PaperReport: the same, plain enough for a PDF to be made of it; the command line does not offer it.
enum class ExportKind : std::uint8_t { Ptx, Cubin, Ir, Edits, Loader, Manifest, Patch, Report, PaperReport };

/// One kind of export: how the command line and file names call it.
struct ExportFormat {
  ExportKind kind;
  const char* name;   ///< "ptx", as in `--ptx`
  const char* suffix; ///< of file names, without the dot
  const char* words;  ///< for people: "PTX, assembled as a check where ptxas is present"
};
std::span<const ExportFormat> exportFormats(); ///< what the command line offers
const ExportFormat& formatOf(ExportKind kind);

struct ExportSettings {
  std::string architecture;  ///< of PTX and cubin: "sm_80"; empty: the project's
  std::string workerProgram; ///< for ptxas; empty: beside the running program
};

struct Exported {
  std::string contents;
  std::string note; ///< what the assembler said, or that there was none; may be empty
};

/// One variant. What several exports need is made once.
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
  const Result<ValidationReport>& tried();
  Result<const std::vector<TestLaunches>*> launches();
  Result<const Facts*> facts();
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
  std::optional<Result<ValidationReport>> tried_; ///< a failure counts too: it is not tried twice
  std::optional<std::vector<TestLaunches>> launches_;
  std::optional<Facts> facts_;
};

/// Writes all of it or nothing. Refuses the .gevo file itself.
Result<void> writeExport(const std::filesystem::path& path, std::string_view contents, const std::filesystem::path& gevoFile);

} // namespace gevo::report
