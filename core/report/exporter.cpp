#include "core/report/exporter.h"

#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/inspection/assemble.h"
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
    ExportFormat{ExportKind::Ptx, "ptx", "ptx", "PTX, assembled as a check where ptxas is present"},
    ExportFormat{ExportKind::Cubin, "cubin", "cubin", "Machine code, made by ptxas"},
    ExportFormat{ExportKind::Ir, "ll", "ll", "Optimised LLVM IR"},
    ExportFormat{ExportKind::Edits, "edits", "edits", "The edit list as text"},
    ExportFormat{ExportKind::Loader, "loader", "cpp", "A C++ file that puts the variant under the launches of your own program"},
    ExportFormat{ExportKind::Manifest, "manifest", "json",
                 "What the variant is, what it was tried with, and what could not be verified, as JSON"},
    ExportFormat{ExportKind::Patch, "patch", "patch",
                 "The edits as a unified diff of the CUDA sources: an explanation, not always compilable"},
    ExportFormat{ExportKind::Report, "report", "html", "A page to show: what changed, how much faster, what was tested and what was not"},
    ExportFormat{ExportKind::PaperReport, "pdf", "pdf", "The report as PDF"},
};

std::string whyNotAssembled(const AssembledCode& reply) { return reply.note.empty() ? "there is no ptxas here" : reply.note; }

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
    if (reply.edits.size() != subject_.variant.edits.size()) return fail("the worker described another variant; try again");
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

const Result<ValidationReport>& Exporter::tried() {
  if (!tried_) tried_ = worker_.test(subject_.variant.edits);
  return *tried_;
}

Result<const std::vector<TestLaunches>*> Exporter::launches() {
  if (!launches_) {
    const Result<ValidationReport>& reports = tried();
    GEVO_TRY_ASSIGN(
        std::vector<TestLaunches> made,
        validatedLaunches(subject_, worker_, reports ? std::span<const TestReport>(reports->tests) : std::span<const TestReport>()));
    launches_ = std::move(made);
  }
  return &*launches_;
}

Result<const Facts*> Exporter::facts() {
  if (facts_) return &*facts_;
  Facts facts;
  facts.subject = subject_;
  facts.toolVersion = GEVO_VERSION;
  GEVO_TRY_ASSIGN(std::set<std::string> kernels, replaced());
  facts.replaced = std::move(kernels);
  facts.architecture = ptx_->architecture;
  GEVO_TRY_ASSIGN(const auto* checked, assembled());
  if (checked->hasAssembler) facts.assembler = checked->note;
  GEVO_TRY_ASSIGN(const auto* inspected, texts());
  facts.texts = *inspected;
  GEVO_TRY_ASSIGN(std::vector<HeldOutResult> judged, heldOutResults(subject_));
  facts.heldOut = std::move(judged);
  GEVO_TRY_ASSIGN(const auto* validated, launches());
  facts.launches = *validated;
  if (const Result<ValidationReport>& reports = tried())
    facts.tests = reports->tests;
  else
    facts.testsProblem = reports.error().message;
  facts.shares = sharesOf(subject_.variant, worker_, facts.tests);
  facts_ = std::move(facts);
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
    return fail("a cubin needs ptxas ({}); install a CUDA toolkit or set CUDA_PATH to its folder", whyNotAssembled(*checked));
  return Exported{checked->cubin, checked->note};
}

Result<Exported> Exporter::makeLoader() {
  GEVO_TRY_ASSIGN(const std::set<std::string> kernels, replaced());
  GEVO_TRY_ASSIGN(const auto* validated, launches());
  GEVO_TRY_ASSIGN(std::string text, loaderText(subject_, {*ptx_, kernels, *validated}));
  return Exported{std::move(text), "its first lines say how to build it with your program"};
}

Result<Exported> Exporter::makeReport(Medium medium) {
  GEVO_TRY_ASSIGN(const auto* known, facts());
  GEVO_TRY_ASSIGN(const RunPicture picture, readRunPicture(subject_));
  return Exported{reportHtml(*known, picture, medium), {}};
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
    GEVO_TRY_ASSIGN(const auto* known, facts());
    return Exported{manifestText(*known), {}};
  }
  case ExportKind::Patch: {
    GEVO_TRY_ASSIGN(const auto* inspected, texts());
    return Exported{patchText(subject_, *inspected), {}};
  }
  case ExportKind::Report:
    return makeReport(Medium::Screen);
  case ExportKind::PaperReport:
    return makeReport(Medium::Paper);
  }
  return fail("there is no such kind of export; this is a fault of the program");
}

Result<void> writeExport(const std::filesystem::path& path, std::string_view contents, const std::filesystem::path& gevoFile) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, gevoFile, ignored)) return fail("{} is the .gevo file itself; name another file", path.string());
  return writeFile(path, contents);
}

} // namespace gevo::report
