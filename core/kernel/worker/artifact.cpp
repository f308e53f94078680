#include "core/kernel/worker/artifact.h"

#include "core/base/file.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/worker/ptxas.h"

namespace gevo::worker {

namespace {

Result<ExportReply> makePtx(const llvm::Module& module, const std::string& architecture) {
  Result<std::string> ptx = ir::emitPtx(module, architecture);
  if (!ptx) return std::unexpected(ptx.error());
  Result<std::optional<Assembled>> assembled = assemble(*ptx, architecture);
  if (!assembled) return std::unexpected(assembled.error());
  return ExportReply{std::move(*ptx), *assembled ? (*assembled)->summary : "not assembled: there is no ptxas here"};
}

Result<ExportReply> makeCubin(const llvm::Module& module, const std::string& architecture) {
  Result<std::string> ptx = ir::emitPtx(module, architecture);
  if (!ptx) return std::unexpected(ptx.error());
  Result<std::optional<Assembled>> assembled = assemble(*ptx, architecture);
  if (!assembled) return std::unexpected(assembled.error());
  if (!*assembled) return fail("a cubin needs ptxas; install a CUDA toolkit or set CUDA_PATH to its folder");
  return ExportReply{std::move((*assembled)->cubin), (*assembled)->summary};
}

} // namespace

Result<ExportReply> makeArtifact(const llvm::Module& module, Artifact artifact, const std::string& architecture) {
  switch (artifact) {
  case Artifact::Ptx:
    return makePtx(module, architecture);
  case Artifact::Cubin:
    return makeCubin(module, architecture);
  case Artifact::Ir:
    return ExportReply{ir::printModule(module), {}};
  }
  return fail("the worker does not know this kind of export");
}

} // namespace gevo::worker
