#include "core/kernel/build/project_sources.h"

#include "core/kernel/compile/project_program.h"

#include <algorithm>
#include <regex>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Unless it is known, or of a library.
void addSource(std::vector<SourceFile>& sources, const std::string& name, const CompilerSetup& setup, const fs::path& folder) {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(folder / name, ignored);
  const fs::path relative = path.lexically_relative(folder);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  const bool given = std::ranges::any_of(setup.settings.files,
                                         [&](const std::string& file) { return fs::equivalent(setup.folder / file, path, ignored); });
  if (!inside && !given) return;
  const std::string shown = inside ? relative.string() : name;
  if (std::ranges::find(sources, shown, &SourceFile::name) != sources.end()) return;
  auto text = readFile(path);
  if (text) sources.push_back({shown, std::move(*text)});
}

} // namespace

std::vector<SourceFile> sourcesWithCode(const CompilerSetup& setup, const InputFiles& files, const std::vector<std::string>& codeFiles) {
  const fs::path folder = projectFolder(files, setup.folder);
  std::vector<std::string> names = codeFiles;
  for (const auto* given : {&files.cuda, &files.host})
    for (const std::string& file : *given) {
      std::error_code ignored;
      names.push_back(fs::weakly_canonical(fs::absolute(setup.folder / file), ignored).string());
    }
  std::vector<SourceFile> sources;
  for (const std::string& name : names) addSource(sources, name, setup, folder);
  return sources;
}

void addIncludedHeaders(std::vector<SourceFile>& sources, const CompilerSetup& setup, const InputFiles& files) {
  static const std::regex include("(^|\n)[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"");
  const fs::path folder = projectFolder(files, setup.folder);
  for (std::size_t i = 0; i < sources.size(); ++i) { // grows
    const std::string text = sources[i].text;
    std::vector<fs::path> places{(folder / sources[i].name).parent_path()};
    for (const std::string& given : setup.settings.includes) places.push_back(fs::absolute(setup.folder / given));
    for (std::sregex_iterator one(text.begin(), text.end(), include), end; one != end; ++one) {
      std::error_code ignored;
      const auto found =
          std::ranges::find_if(places, [&](const fs::path& place) { return fs::is_regular_file(place / (*one)[2].str(), ignored); });
      if (found != places.end()) addSource(sources, (*found / (*one)[2].str()).string(), setup, folder);
    }
  }
}

} // namespace gevo::program
