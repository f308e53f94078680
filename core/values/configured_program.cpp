#include "core/values/configured_program.h"

#include "core/base/compress.h"

namespace gevo {

Bytes packTrace(ByteView trace, ByteView own) { return compressAgainst(trace, own); }

Result<std::vector<TestCase>> testsOf(const std::vector<TestCase>& packed, const std::vector<TestCase>& own) {
  if (packed.size() != own.size()) return fail("a program in another configuration has other tests than the project; it is built again");
  std::vector<TestCase> tests;
  for (std::size_t i = 0; i < own.size(); ++i) {
    GEVO_TRY_ASSIGN(Bytes trace, decompressAgainst(packed[i].trace, own[i].trace));
    tests.push_back({packed[i].role, packed[i].arguments, std::move(trace)});
  }
  return tests;
}

Result<Project> configured(Project project, ConfiguredProgram program) {
  GEVO_TRY_ASSIGN(project.tests, testsOf(program.tests, project.tests));
  project.configuration = std::move(program.configuration);
  project.base = std::move(program.base);
  project.baseText.clear();
  project.kernels = std::move(program.kernels);
  project.build.kernels = std::move(program.editable);
  project.nvcc = {}; // of the program's own configuration
  return project;
}

Hash128 codeIn(const Hash128& code, const Configuration& configuration) {
  if (code.isNull() || configuration.empty()) return code;
  return hashText(toHex(code) + toHex(hashOf(configuration)));
}

} // namespace gevo
