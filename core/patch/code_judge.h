#pragma once

/// What a patch is made and proven with: code of edits, and of sources, judged as a variant is.

#include "core/protocol/patch.h"

#include <functional>
#include <string>

namespace gevo {

class CodeJudge {
public:
  CodeJudge() = default;
  CodeJudge(CodeJudge&&) = default;
  CodeJudge& operator=(CodeJudge&&) = default;
  virtual ~CodeJudge() = default;

  virtual const std::vector<SourceFile>& sources() const = 0;
  /// For each edit, applied after those before it: ways to write it in CUDA, the likeliest first.
  virtual Result<FoundRewrites> rewrites(const EditList& edits) = 0;
  /// The code of the edits.
  virtual Result<Judged> edits(const EditList& edits) = 0;
  /// For each: whole texts of the sources that change. Nothing where they don't compile, or compile to kernels that don't fit the
  /// program. Where the code is `expected`, it is not tested. Ends early once `isEnough` says so of one; those that are left out have
  /// nothing.
  using Texts = std::vector<SourceFile>;
  using IsEnough = std::function<bool(const Judged&)>;
  virtual Result<std::vector<std::optional<Judged>>> texts(const std::vector<Texts>& candidates, const std::optional<Hash128>& expected,
                                                           const IsEnough& isEnough) = 0;
  /// On every test and the held-out ones too. An error says why it does not compile.
  virtual Result<Judged> validate(const Texts& changed, const std::vector<TestCase>& heldOut) = 0;
  /// The same of the code of the edits.
  virtual Result<Judged> validate(const EditList& edits, const std::vector<TestCase>& heldOut) = 0;

  /// By whom it works for.
  virtual bool isCancelled() const = 0;
  /// Shown as what is being done.
  virtual void doing(std::string what) = 0;
};

} // namespace gevo
