#include "core/kernel/syntax/read_syntax.h"

#include "core/kernel/syntax/parse_files.h"
#include "core/kernel/syntax/syntax_reader.h"

namespace gevo::program {

Result<SourceSyntax> readSyntax(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources) {
  const std::filesystem::path folder = projectFolder(files, setup.folder);
  SyntaxReader reader(sources, folder);
  GEVO_TRY(parseFiles(setup, files, sources, CXTranslationUnit_None, [&](CXTranslationUnit unit) { reader.read(unit); }));
  return reader.take();
}

} // namespace gevo::program
