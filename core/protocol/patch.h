#pragma once

/// What a source patch is made with: the syntax of the sources, ways to write edits in CUDA, sources compiled, their code judged.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/project.h"
#include "core/values/source_rewrite.h"
#include "core/values/source_syntax.h"
#include "core/values/test_report.h"

#include <optional>

namespace gevo {

/// Sources of a project, which may have other texts than its files. No host code is run.
struct Sources {
  BuildSettings build;
  std::string folder; ///< where the relative paths of the settings start
  std::vector<SourceFile> files;
};

struct ReadSyntaxRequest {
  Sources sources;
};

/// Compiles the device code, links and prepares it as the base of a project is.
struct CompileSourcesRequest {
  Sources sources;
};
struct CompiledSources {
  Bytes base;
};

/// For each edit, applied after those before it: ways to write it in CUDA, the likeliest first.
struct FindRewritesRequest {
  EditList edits;
  SourceSyntax syntax;
};
struct FoundRewrites {
  std::vector<std::vector<SourceRewrite>> perEdit;
};

/// Code is judged as a variant is: that of edits or, where there is a base, its own.
struct JudgeRequest {
  EditList edits;
  Bytes base;
  std::optional<Hash128> expected; ///< of code that needs no tests where it is this one
  bool validates = false;          ///< on every test, and the held-out ones
  std::vector<TestCase> heldOut;   ///< as recorded in the configuration of the edits
  std::vector<TestCase> own;       ///< the same in the project's own configuration, where that is another
};
struct KernelCode {
  std::string kernel;
  Hash128 code; ///< optimised, with the functions and variables that it uses
  bool operator==(const KernelCode&) const = default;
};
struct Judged {
  Hash128 code;                    ///< optimised
  std::vector<KernelCode> kernels; ///< by name: equal where local functions have other names, or functions stand elsewhere
  EvaluationResult result;
  ValidationReport report; ///< where it was validated
};

template <class Archive> void fields(Archive& a, Sources& m) { a(m.build, m.folder, m.files); }
template <class Archive> void fields(Archive& a, ReadSyntaxRequest& m) { a(m.sources); }
template <class Archive> void fields(Archive& a, CompileSourcesRequest& m) { a(m.sources); }
template <class Archive> void fields(Archive& a, CompiledSources& m) { a(m.base); }
template <class Archive> void fields(Archive& a, FindRewritesRequest& m) { a(m.edits, m.syntax); }
template <class Archive> void fields(Archive& a, FoundRewrites& m) { a(m.perEdit); }
template <class Archive> void fields(Archive& a, JudgeRequest& m) { a(m.edits, m.base, m.expected, m.validates, m.heldOut, m.own); }
template <class Archive> void fields(Archive& a, KernelCode& m) { a(m.kernel, m.code); }
template <class Archive> void fields(Archive& a, Judged& m) { a(m.code, m.kernels, m.result, m.report); }

template <> struct RequestTraits<ReadSyntaxRequest> : RequestWith<SourceSyntax, RequestKind::ReadSyntax> {};
template <> struct RequestTraits<CompileSourcesRequest> : RequestWith<CompiledSources, RequestKind::CompileSources> {};
template <> struct RequestTraits<FindRewritesRequest> : RequestWith<FoundRewrites, RequestKind::FindRewrites> {};
template <> struct RequestTraits<JudgeRequest> : RequestWith<Judged, RequestKind::Judge> {};

} // namespace gevo
