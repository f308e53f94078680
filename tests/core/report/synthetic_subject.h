#pragma once

/// A variant of a project that is so simple that tests can state all of an export.

#include "core/report/subject.h"
#include "core/values/variant_texts.h"

namespace gevo::report::synthetic {

inline const std::string source = "#define N 4\n"
                                  "\n"
                                  "__global__ void f(float* a, int n) {\n"
                                  "  int i = threadIdx.x;\n"
                                  "  if (i >= n) return;\n"
                                  "  __syncthreads();\n"
                                  "  a[i] = a[i] * 2.0f;\n"
                                  "}\n"
                                  "// 9\n"
                                  "// 10\n"
                                  "// 11\n"
                                  "// 12\n"
                                  "// 13\n"
                                  "// 14\n"
                                  "// 15\n";

inline Individual individual(std::int64_t id, double runtime, double error, std::size_t edits) {
  Individual made;
  made.id = id;
  made.origin = id == 0 ? Origin::Original : Origin::Mutation;
  for (std::size_t i = 0; i < edits; ++i) {
    made.edits.push_back({});
    made.edits.back().uid = i + 1;
    made.active.push_back(true);
  }
  made.result.stage = Stage::Done;
  made.result.reason = Reason::None;
  made.result.fitness = {runtime, error};
  return made;
}

inline Subject subject() {
  Project project;
  project.name = "twice";
  project.build.architecture = "sm_90";
  project.sources = {{"twice.cu", source}};
  project.kernels = {{"_Z1fPfi", "f", 12}};
  project.compiler = "clang version 22";
  Subject made;
  made.project = std::make_shared<const Project>(std::move(project));
  made.run.id = 3;
  made.run.device = "simulated H200";
  made.run.originalRuntime = 20;
  made.original = individual(0, 20, 0, 0);
  made.variant = individual(7, 10, 0.015, 2);
  return made;
}

/// A removed barrier, which CUDA can express, and a changed operand, which it cannot.
inline VariantTexts texts() {
  VariantTexts reply;
  EditDescription removed{true, "delete barrier", {{"twice.cu", 6, 3, "f"}}, {}, false};
  EditDescription operand{true, "operand `n` becomes `i`", {{"twice.cu", 5, 9, "f"}}, {}, false};
  reply.edits = {removed, operand};
  reply.consequences = {{1, operand.target, {}, "`i >= n` is now `i >= i`"}, {0, removed.target, {}, "this barrier is gone"}};
  return reply;
}

/// Its barrier is gone, and that is proven.
inline SourcePatch provenPatch(const std::string& changed) {
  return {PatchState::Proven, {}, {{"twice.cu", changed}}, {}, {"line 6 is gone"}, 20, 10, 10};
}
inline std::string withoutBarrier() {
  std::string changed = source;
  const std::string barrier = "  __syncthreads();\n";
  return changed.erase(changed.find(barrier), barrier.size());
}

} // namespace gevo::report::synthetic
