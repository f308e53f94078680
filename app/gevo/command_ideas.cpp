#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/ideas/archive_file.h"
#include "core/ideas/find_ideas.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct IdeasOptions {
  std::string archive;
  std::vector<std::string> add;
  std::vector<std::string> forget;
  bool json = false;
  bool csv = false;
};

void printJson(const IdeaArchive& archive) {
  nlohmann::json ideas = nlohmann::json::array();
  for (const IdeaRow& row : ideaRows(archive))
    ideas.push_back({{"idea", row.context},
                     {"programs", row.programs},
                     {"variants", row.variants},
                     {"median_gain", row.medianGain},
                     {"best_gain", row.bestGain}});
  nlohmann::json programs = nlohmann::json::array();
  for (const PaidProgram& program : archive.programs) {
    nlohmann::json variants = nlohmann::json::array();
    for (const PaidVariant& variant : program.variants) {
      nlohmann::json edits = nlohmann::json::array();
      for (const PaidEdit& edit : variant.edits) edits.push_back({{"idea", edit.context}, {"gain", edit.gain}});
      variants.push_back({{"run", variant.run}, {"variant", variant.variant}, {"edits", edits}});
    }
    programs.push_back({{"program", program.name}, {"variants", variants}});
  }
  const nlohmann::json all{{"ideas", ideas}, {"programs", programs}};
  fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void printList(const IdeaArchive& archive, bool csv) {
  Table table({"idea", ">programs", ">variants", ">median gain", ">best gain"});
  for (const IdeaRow& row : ideaRows(archive))
    table.add(
        {row.context, formatCount(row.programs), formatCount(row.variants), formatSpeedup(row.medianGain), formatSpeedup(row.bestGain)});
  if (csv) {
    fmt::print("{}", table.csv());
    return;
  }
  if (archive.programs.empty()) {
    fmt::print("the archive is empty; add what your runs found with gevo ideas --add FILE\n");
    return;
  }
  fmt::print("{}\nprograms:", table.text());
  for (const PaidProgram& program : archive.programs) fmt::print(" {}", program.name);
  fmt::print("\n");
}

std::size_t editsOf(const PaidProgram& program) {
  std::size_t edits = 0;
  for (const PaidVariant& variant : program.variants) edits += variant.edits.size();
  return edits;
}

Result<void> addFile(const std::string& file, const std::filesystem::path& archive) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  ProgressBar bar;
  JobOptions job;
  job.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Result<FoundIdeas> found = findIdeas(*store, job);
  bar.clear();
  GEVO_TRY(found);
  fmt::print("{}: {} that paid, in {}\n", file, formatCounted(editsOf(found->program), "edit"),
             formatCounted(found->program.variants.size(), "variant"));
  for (const std::string& note : found->notes) fmt::print("  {}\n", note);
  return changeIdeaArchive(archive, [&](IdeaArchive& changed) {
    add(changed, std::move(found->program));
    return Result<void>();
  });
}

Result<void> execute(const IdeasOptions& options) {
  GEVO_TRY_ASSIGN(const std::filesystem::path path, ideaArchivePath(options.archive));
  GEVO_TRY(readIdeaArchive(path)); // before anything is evaluated
  for (const std::string& file : options.add) GEVO_TRY(addFile(file, path));
  for (const std::string& name : options.forget)
    GEVO_TRY(changeIdeaArchive(path, [&](IdeaArchive& changed) { return forget(changed, name); }));
  if (!options.add.empty() || !options.forget.empty()) return {};
  GEVO_TRY_ASSIGN(const IdeaArchive archive, readIdeaArchive(path));
  options.json ? printJson(archive) : printList(archive, options.csv);
  return {};
}

} // namespace

void addIdeas(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("ideas", "Your archive of ideas: the kinds of edits that paid in your programs");
  auto options = std::make_shared<IdeasOptions>();
  CLI::Option* add = command->add_option("--add", options->add,
                                         "Add what the best validated variants of these .gevo files gain by; replaces what is known of "
                                         "the same program");
  CLI::Option* forget = command->add_option("--forget", options->forget, "Remove a program, by the name that the list shows");
  command->add_option("--archive", options->archive, "The archive (default: ideas.json in your data folder, ~/.local/share/gevo-explorer)");
  CLI::Option* json = command->add_flag("--json", options->json, "Print JSON, with the programs");
  CLI::Option* csv = command->add_flag("--csv", options->csv, "As CSV");
  for (CLI::Option* one : {add, forget, json, csv})
    for (CLI::Option* other : {add, forget, json, csv})
      if (one != other) one->excludes(other);
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
