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

/// Null: it can't be read.
TranslationUnit parse(const Index& index, const std::vector<std::string>& arguments, std::vector<CXUnsavedFile>& texts, unsigned options) {
  std::vector<const char*> given;
  for (const std::string& argument : arguments) given.push_back(argument.c_str());
  CXTranslationUnit made = nullptr;
  (void)clang_parseTranslationUnit2FullArgv(index.get(), nullptr, given.data(), static_cast<int>(given.size()), texts.data(),
                                            static_cast<unsigned>(texts.size()), options | CXTranslationUnit_KeepGoing, &made);
  return TranslationUnit(made);
}

/// Empty if there was none.
std::string fatalError(const TranslationUnit& unit) {
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit.get()); ++i) {
    const CXDiagnostic one = clang_getDiagnostic(unit.get(), i);
    const bool isFatal = clang_getDiagnosticSeverity(one) == CXDiagnostic_Fatal;
    const CXString text = clang_getDiagnosticSpelling(one);
    const std::string message = clang_getCString(text);
    clang_disposeString(text);
    clang_disposeDiagnostic(one);
    if (isFatal) return message;
  }
  return {};
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
    // They record no macros, of which only those of the program count.
    const PrecompiledHeaders headers = PrecompiledHeaders::of(setup, file, arguments);
    arguments.insert(arguments.end(), {"-resource-dir", resources, "-working-directory", fs::absolute(setup.folder).string(),
                                       fs::weakly_canonical(setup.folder / file).string()});
    TranslationUnit unit = parse(index, headers.addedTo(arguments), texts, options);
    if (const std::string error = unit ? fatalError(unit) : file; !error.empty() && !headers.none()) {
      unit ? headers.distrust(error) : headers.remove();
      unit = parse(index, arguments, texts, options);
    }
    if (!unit) return fail("clang can't read {}", file);
    read(unit.get());
  }
  return {};
}

} // namespace gevo::program
