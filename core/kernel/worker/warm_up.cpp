#include "core/kernel/worker/warm_up.h"

#include "core/kernel/ir/pipeline.h"
#include "core/kernel/simulator/simulator.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::worker {

namespace {

/// Adds one to each element: a load, arithmetic, a branch, a call and a store.
constexpr const char* kernelText = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @warm_up(ptr %values, i32 %count) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp ult i32 %thread, %count
  br i1 %inside, label %add, label %done
add:
  %offset = zext i32 %thread to i64
  %element = getelementptr float, ptr %values, i64 %offset
  %old = load float, ptr %element
  %new = fadd float %old, 1.0
  store float %new, ptr %element
  br label %done
done:
  ret void
}
)";

/// Errors are ignored: the text is our own, and later jobs would report them better.
void launch(const llvm::Module& module) {
  const Result<sim::Model> model = sim::loadModel("sim");
  if (!model) return;
  Result<sim::Simulator> simulator = sim::Simulator::create(module, *model);
  sim::GlobalMemory memory;
  if (!simulator || !simulator->placeSymbols(memory)) return;
  const Result<std::uint64_t> values = memory.allocate(128);
  if (!values || !memory.write(*values, Bytes(128, 0))) return;
  sim::Launch job;
  job.kernel = "warm_up";
  job.block = {32, 1, 1};
  Bytes parameters(12, 0);
  for (std::size_t i = 0; i < 8; ++i) parameters[i] = static_cast<std::uint8_t>(*values >> 8 * i);
  parameters[8] = 32;
  job.parameters = parameters;
  simulator->launch(job, memory, {});
}

} // namespace

void warmUp() {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(kernelText, problem, context);
  if (!module) return;
  ir::cleanUp(*module);
  ir::optimise(*module);
  ir::codeHash(*module);
  (void)ir::emitPtxWithLines(*module, "sm_90");
  launch(*module);
  llvm::errs().flush(); // the stream asks what kind of file it has when it is made
}

} // namespace gevo::worker
