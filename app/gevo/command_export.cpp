#include "app/gevo/commands.h"
#include "app/gevo/variant.h"
#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/session/assemble.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct ExportOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  std::string ptx;
  std::string cubin;
  std::string ll;
  std::string edits;
};

Result<void> put(const std::string& path, std::string_view contents, const std::string& note = {}) {
  if (Result<void> written = writeFile(path, contents); !written) return written;
  fmt::print("{}{}{}\n", path, note.empty() ? "" : ": ", note);
  return {};
}

Result<void> exportCode(WorkerPool& worker, const Individual& variant, const ExportOptions& options) {
  if (options.ptx.empty() && options.cubin.empty()) return {};
  Result<ExportReply> code = worker.call(ExportRequest{variant.edits, Artifact::Ptx});
  if (!code) return std::unexpected(code.error());
  Result<AssembleReply> assembled = assemblePtx({code->text, code->architecture});
  if (!assembled) return std::unexpected(assembled.error());
  if (!options.ptx.empty()) {
    const std::string note = assembled->hasAssembler ? assembled->note : "not assembled: there is no ptxas here";
    if (Result<void> written = put(options.ptx, code->text, note); !written) return written;
  }
  if (options.cubin.empty()) return {};
  if (!assembled->hasAssembler) return fail("a cubin needs ptxas; install a CUDA toolkit or set CUDA_PATH to its folder");
  return put(options.cubin, assembled->cubin, assembled->note);
}

Result<void> exportIr(WorkerPool& worker, const Individual& variant, const std::string& path) {
  if (path.empty()) return {};
  Result<ExportReply> code = worker.call(ExportRequest{variant.edits, Artifact::Ir});
  return code ? put(path, code->text) : std::unexpected(code.error());
}

Result<void> exportAll(const ExportOptions& options) {
  if (options.ptx.empty() && options.cubin.empty() && options.ll.empty() && options.edits.empty())
    return fail("nothing to export; name a file with --ptx, --cubin, --ll or --edits");
  for (const std::string* path : {&options.ptx, &options.cubin, &options.ll, &options.edits}) {
    std::error_code ignored;
    if (!path->empty() && std::filesystem::equivalent(*path, options.file, ignored))
      return fail("{} is the .gevo file itself; name another file", *path);
  }
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  if (!chosen) return std::unexpected(chosen.error());
  if (!chosen->variant.outcome.valid())
    fmt::print(stderr, "gevo: variant {} did not pass its tests ({})\n", chosen->variant.id, reasonName(chosen->variant.outcome.reason));
  if (!options.edits.empty()) {
    if (Result<void> written = put(options.edits, printEdits(chosen->variant.edits)); !written) return written;
  }
  if (options.ptx.empty() && options.cubin.empty() && options.ll.empty()) return {};
  Result<std::unique_ptr<WorkerPool>> worker = startViewWorker(*chosen->store, chosen->run.settings.evaluation);
  if (!worker) return std::unexpected(worker.error());
  if (Result<void> exported = exportCode(**worker, chosen->variant, options); !exported) return exported;
  return exportIr(**worker, chosen->variant, options.ll);
}

} // namespace

void addExport(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("export", "Write a variant as PTX, cubin, LLVM IR or edit list");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, original, or best: the fastest exact variant of the front")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_option("--ptx", options->ptx, "PTX, assembled as a check where ptxas is present");
  command->add_option("--cubin", options->cubin, "Machine code, made by ptxas");
  command->add_option("--ll", options->ll, "Optimised LLVM IR");
  command->add_option("--edits", options->edits, "The edit list as text");
  command->callback([options, &exitCode] {
    if (Result<void> done = exportAll(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
