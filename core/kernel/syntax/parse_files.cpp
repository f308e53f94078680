#include "core/kernel/syntax/parse_files.h"

#include "core/kernel/compile/compiler_arguments.h"
#include "core/kernel/compile/precompiled_headers.h"

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// libclang searches its headers beside itself, where a distribution may not have them.
Result<std::string> resourceFolder(const CompilerSetup& setup) {
  GEVO_TRY_ASSIGN(const Finished asked, runClang(setup, {setup.clang.path.string(), "-print-resource-dir"}));
  std::string folder = asked.output.substr(0, asked.output.find('\n'));
  if (!asked.succeeded() || folder.empty()) return fail("{} does not say where its headers are", setup.clang.path.string());
  return folder;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> made;
  for (const std::string& text : texts) made.push_back(text.c_str());
  return made;
}

} // namespace

Result<void> parseFiles(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources, unsigned options,
                        const std::function<void(CXTranslationUnit)>& read) {
  const fs::path folder = projectFolder(files, setup.folder);
  std::vector<std::string> paths;
  std::vector<CXUnsavedFile> texts;
  for (const SourceFile& source : sources) paths.push_back((folder / source.name).lexically_normal().string());
  for (std::size_t i = 0; i < sources.size(); ++i) texts.push_back({paths[i].c_str(), sources[i].text.data(), sources[i].text.size()});
  GEVO_TRY_ASSIGN(const std::string resources, resourceFolder(setup));

  const Index index(clang_createIndex(0, 0));
  for (const std::string& file : files.cuda) {
    GEVO_TRY_ASSIGN(auto arguments, deviceArguments(setup, files, file));
    if (setup.headers) {
      const std::vector<std::string> known = setup.headers->argumentsFor(setup, file, arguments);
      arguments.insert(arguments.end(), known.begin(), known.end());
    }
    arguments.insert(arguments.end(), {"-resource-dir", resources, "-working-directory", fs::absolute(setup.folder).string(),
                                       fs::weakly_canonical(setup.folder / file).string()});
    const std::vector<const char*> given = pointers(arguments);
    CXTranslationUnit made = nullptr;
    const CXErrorCode error =
        clang_parseTranslationUnit2FullArgv(index.get(), nullptr, given.data(), static_cast<int>(given.size()), texts.data(),
                                            static_cast<unsigned>(texts.size()), options | CXTranslationUnit_KeepGoing, &made);
    const TranslationUnit unit(made);
    if (error != CXError_Success || !unit) return fail("clang can't read {}", file);
    read(unit.get());
  }
  return {};
}

} // namespace gevo::program
