#pragma once

/// The parts of making a source patch that start a compiler. No host code is run.

#include "core/protocol/patch.h"

namespace gevo::program {

Result<SourceSyntax> syntaxOf(const ReadSyntaxRequest& request);

Result<CompiledSources> compile(const CompileSourcesRequest& request);

} // namespace gevo::program
