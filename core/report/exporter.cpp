#include "core/report/exporter.h"

#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/format/patch_summary.h"
#include "core/inspection/assemble.h"
#include "core/inspection/patched_texts.h"
#include "core/report/gather.h"
#include "core/report/loader.h"
#include "core/report/manifest.h"
#include "core/report/patch.h"
#include "core/report/ptx_module.h"
#include "core/report/report.h"

#include <algorithm>
#include <array>

namespace gevo::report {

namespace {

constexpr std::array formats{
    ExportFormat{ExportKind::Ptx, "ptx", "ptx", "PTX, checked with ptxas if that is installed"},
    ExportFormat{ExportKind::Cubin, "cubin", "cubin", "Machine code, assembled by ptxas"},
    ExportFormat{ExportKind::Ir, "ll", "ll", "Optimised LLVM IR"},
    ExportFormat{ExportKind::Edits, "edits", "edits", "The edit list as text"},
    ExportFormat{ExportKind::Loader, "loader", "cpp",
                 "A C++ file that runs the variant in place of the kernels that your own program launches"},
    ExportFormat{ExportKind::Manifest, "manifest", "json", "What the variant is, how it was tested, and what was not validated, as JSON"},
    ExportFormat{ExportKind::Patch, "patch", "patch",
                 "The variant as a unified diff of the CUDA sources, compiled and tested, or an illustration that says so"},
    ExportFormat{ExportKind::Report, "report", "html",
                 "An HTML page: what changed, how much faster it is, what was tested and what was not"},
    ExportFormat{ExportKind::PaperReport, "pdf", "pdf", "The report as PDF"},
};

std::string whyNotAssembled(const AssembledCode& reply) { return reply.note.empty() ? "ptxas was not found" : reply.note; }

} // namespace

std::span<const ExportFormat> exportFormats() { return std::span(formats).first(formats.size() - 1); }

const ExportFormat& formatOf(ExportKind kind) { return *std::ranges::find(formats, kind, &ExportFormat::kind); }

Exporter::Exporter(Subject subject, VariantWorker& worker, ExportSettings settings)
    : subject_(std::move(subject)), worker_(worker), settings_(std::move(settings)) {}

Result<ExportedCode> Exporter::askForPtx(const EditList& edits) const { return worker_.code(edits, Artifact::Ptx, settings_.architecture); }

Result<const ExportedCode*> Exporter::ptx() {
  if (!ptx_) {
    GEVO_TRY_ASSIGN(ExportedCode reply, askForPtx(subject_.variant.edits));
    ptx_ = std::move(reply);
  }
  return &*ptx_;
}

Result<const ExportedCode*> Exporter::originalPtx() {
  if (!originalPtx_) {
    GEVO_TRY_ASSIGN(ExportedCode reply, askForPtx({}));
    originalPtx_ = std::move(reply);
  }
  return &*originalPtx_;
}

Result<const AssembledCode*> Exporter::assembled() {
  if (!assembled_) {
    GEVO_TRY_ASSIGN(const auto* code, ptx());
    GEVO_TRY_ASSIGN(AssembledCode reply, assemblePtx(*code, settings_.workerProgram));
    assembled_ = std::move(reply);
  }
  return &*assembled_;
}

Result<const VariantTexts*> Exporter::texts() {
  if (!texts_) {
    GEVO_TRY_ASSIGN(VariantTexts reply, worker_.texts(subject_.variant.edits, false));
    if (reply.edits.size() != subject_.variant.edits.size()) return fail("the worker described another variant; export again");
    texts_ = std::move(reply);
  }
  return &*texts_;
}

/// Kernels that differ from the original's.
Result<std::set<std::string>> Exporter::replaced() {
  GEVO_TRY_ASSIGN(const auto* code, ptx());
  GEVO_TRY_ASSIGN(const auto* original, originalPtx());
  return kernelsToReplace(parsePtx(original->text), parsePtx(code->text));
}

const Result<ValidationReport>& Exporter::testReports() {
  if (!testReports_) testReports_ = worker_.test(subject_.variant.edits);
  return *testReports_;
}

Result<const std::vector<TestLaunches>*> Exporter::launches() {
  if (!launches_) {
    GEVO_TRY_ASSIGN(std::vector<TestLaunches> made, validatedLaunches(subject_, worker_, testReports()));
    launches_ = std::move(made);
  }
  return &*launches_;
}

Result<const ReportContent*> Exporter::content() {
  if (facts_) return &*facts_;
  ReportContent content;
  content.subject = subject_;
  content.toolVersion = GEVO_VERSION;
  GEVO_TRY_ASSIGN(std::set<std::string> kernels, replaced());
  content.replaced = std::move(kernels);
  content.architecture = ptx_->architecture;
  content.promises = ptx_->promises;
  GEVO_TRY_ASSIGN(const auto* checked, assembled());
  if (checked->hasAssembler) content.assembler = checked->note;
  GEVO_TRY_ASSIGN(const auto* inspected, texts());
  content.texts = *inspected;
  if (subject_.patch) showPatch(*subject_.project, subject_.variant.edits, *subject_.patch, content.texts);
  GEVO_TRY_ASSIGN(std::vector<HeldOutResult> heldOut, heldOutResults(subject_));
  content.heldOut = std::move(heldOut);
  GEVO_TRY_ASSIGN(const auto* validated, launches());
  content.launches = *validated;
  if (const Result<ValidationReport>& reports = testReports())
    content.tests = reports->tests;
  else
    content.testsProblem = reports.error().message;
  content.shares = sharesOf(subject_.variant, worker_, content.tests);
  content.interactions = knownInteractionsOf(subject_);
  facts_ = std::move(content);
  return &*facts_;
}

Result<Exported> Exporter::makePtx() {
  GEVO_TRY_ASSIGN(const auto* code, ptx());
  GEVO_TRY_ASSIGN(const auto* checked, assembled());
  return Exported{code->text, checked->hasAssembler ? checked->note : "not assembled: " + whyNotAssembled(*checked)};
}

Result<Exported> Exporter::makeCubin() {
  GEVO_TRY_ASSIGN(const auto* checked, assembled());
  if (!checked->hasAssembler)
    return fail("assembling a cubin needs ptxas ({}); install a CUDA toolkit or set CUDA_PATH to its folder", whyNotAssembled(*checked));
  return Exported{checked->cubin, checked->note};
}

Result<Exported> Exporter::makeLoader() {
  GEVO_TRY_ASSIGN(const std::set<std::string> kernels, replaced());
  GEVO_TRY_ASSIGN(const auto* validated, launches());
  GEVO_TRY_ASSIGN(std::string text, loaderText(subject_, {*ptx_, kernels, *validated}));
  return Exported{std::move(text), "its first lines explain how to build it with your program"};
}

Result<Exported> Exporter::makeReport(Medium medium) {
  GEVO_TRY_ASSIGN(const auto* known, content());
  if (!facts_->heat && known->valid() && isSimulated(known->evaluation()) && !subject_.isOriginal())
    if (Result<Heat> heat = worker_.heat(subject_.variant.edits)) facts_->heat = std::move(*heat);
  GEVO_TRY_ASSIGN(const RunHistory history, readRunHistory(subject_));
  return Exported{reportHtml(*known, history, medium), {}};
}

Result<Exported> Exporter::make(ExportKind kind) {
  switch (kind) {
  case ExportKind::Ptx:
    return makePtx();
  case ExportKind::Cubin:
    return makeCubin();
  case ExportKind::Ir: {
    GEVO_TRY_ASSIGN(ExportedCode reply, worker_.code(subject_.variant.edits, Artifact::Ir, {}));
    return Exported{std::move(reply.text), {}};
  }
  case ExportKind::Edits:
    return Exported{printEdits(subject_.variant.edits), {}};
  case ExportKind::Loader:
    return makeLoader();
  case ExportKind::Manifest: {
    GEVO_TRY_ASSIGN(const auto* known, content());
    return Exported{manifestText(*known), {}};
  }
  case ExportKind::Patch: {
    GEVO_TRY_ASSIGN(const auto* inspected, texts());
    return Exported{patchText(subject_, *inspected), subject_.patch ? patchSummary(*subject_.patch) : "illustration"};
  }
  case ExportKind::Report:
    return makeReport(Medium::Screen);
  case ExportKind::PaperReport:
    return makeReport(Medium::Paper);
  }
  return fail("unknown kind of export; this is a bug in GEVO Explorer");
}

Result<void> writeExport(const std::filesystem::path& path, std::string_view contents, const std::filesystem::path& gevoFile) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, gevoFile, ignored)) return fail("{} is the .gevo file itself; name another file", path.string());
  return writeFile(path, contents);
}

} // namespace gevo::report
