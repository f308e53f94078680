#pragma once

/// The parts of making a source patch that start a compiler. No host code is run.

#include "core/kernel/process/process.h"
#include "core/protocol/patch.h"

#include <memory>
#include <optional>

namespace gevo::program {

class PrecompiledHeaders;

Result<SourceSyntax> syntaxOf(const ReadSyntaxRequest& request);

/// Compiles one text of the sources after the other.
class SourceCompiler {
public:
  SourceCompiler();
  ~SourceCompiler();
  Result<CompiledSources> compile(const CompileSourcesRequest& request);

private:
  std::optional<ScratchFolder> folder_; ///< of the headers
  std::shared_ptr<PrecompiledHeaders> headers_;
};

} // namespace gevo::program
