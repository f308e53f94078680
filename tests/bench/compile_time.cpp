#include "tests/bench/compile_time.h"

#include "core/base/file.h"
#include "core/kernel/cuda/device/jit_link.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/toolchain/ptxas.h"

#include <chrono>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <optional>

namespace gevo::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Adds its lifetime in seconds to a sum.
class Stopwatch {
public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { sum_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
  double& sum_;
  Clock::time_point begin_ = Clock::now();
};

Result<std::unique_ptr<llvm::Module>> readModule(const std::string& path, llvm::LLVMContext& context) {
  GEVO_TRY_ASSIGN(const std::string text, readFile(path));
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (!module) return fail("{} is not LLVM IR: {}", path, problem.getMessage().str());
  return module;
}

/// A copy whose definitions have unique names.
std::unique_ptr<llvm::Module> numbered(const llvm::Module& module, unsigned number) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  for (llvm::GlobalValue& value : copy->global_values())
    if (!value.isDeclaration() && !value.getName().starts_with("llvm.")) value.setName(value.getName() + "_" + llvm::Twine(number));
  return copy;
}

class Compiler {
public:
  static Result<Compiler> make(const CompileTimeOrder& order) {
    Compiler compiler(order);
    if (order.assembler == "ptxas") return compiler;
    if (order.assembler != "nvjitlink") return fail("{} is not an assembler; use nvjitlink or ptxas", order.assembler);
    GEVO_TRY_ASSIGN(cuda::JitLink found, cuda::JitLink::open());
    if (!found.knows(order.architecture)) return fail("{} does not know {}", found.path(), order.architecture);
    compiler.jitLink_ = std::move(found);
    return compiler;
  }

  Result<void> compile(const std::vector<std::unique_ptr<llvm::Module>>& modules, std::uint64_t first, CompileTimes& times) const {
    std::unique_ptr<llvm::Module> whole;
    {
      const Stopwatch watch(times.join);
      for (unsigned i = 0; i < order_.batch; ++i) {
        std::unique_ptr<llvm::Module> one = numbered(*modules[(first + i) % modules.size()], i);
        if (!whole)
          whole = std::move(one);
        else if (llvm::Linker::linkModules(*whole, std::move(one)))
          return fail("the variants can't be joined to one module");
      }
    }
    {
      const Stopwatch watch(times.optimise);
      ir::cleanUp(*whole);
      ir::optimise(*whole);
    }
    Result<std::string> ptx;
    {
      const Stopwatch watch(times.ptx);
      ptx = ir::emitPtx(*whole, order_.architecture);
    }
    GEVO_TRY(ptx);
    const Stopwatch watch(times.assemble);
    GEVO_TRY_ASSIGN(const std::size_t bytes, assemble(*ptx));
    times.bytes += bytes;
    times.individuals += order_.batch;
    return {};
  }

private:
  explicit Compiler(const CompileTimeOrder& order) : order_(order) {}

  Result<std::size_t> assemble(const std::string& ptx) const {
    if (jitLink_) {
      GEVO_TRY_ASSIGN(const cuda::Cubin cubin, jitLink_->link(ptx, order_.architecture));
      return cubin.code.size();
    }
    GEVO_TRY_ASSIGN(const program::Assembled assembled, program::runPtxas(ptx, order_.architecture));
    if (assembled.cubin.empty()) return fail("nothing can be assembled: {}", assembled.lacking);
    return assembled.cubin.size();
  }

  CompileTimeOrder order_;
  std::optional<cuda::JitLink> jitLink_;
};

} // namespace

Result<CompileTimes> measureCompileTime(const CompileTimeOrder& order) {
  if (order.files.empty() || order.batch < 1) return fail("give files of IR, and at least one variant to a module");
  GEVO_TRY_ASSIGN(const Compiler compiler, Compiler::make(order));
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const std::string& file : order.files) {
    GEVO_TRY_ASSIGN(std::unique_ptr<llvm::Module> module, readModule(file, context));
    modules.push_back(std::move(module));
  }
  CompileTimes warmUp;
  GEVO_TRY(compiler.compile(modules, 0, warmUp));
  CompileTimes times;
  const auto begin = Clock::now();
  do {
    GEVO_TRY(compiler.compile(modules, times.individuals, times));
    times.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  } while (times.seconds < order.seconds);
  return times;
}

std::string compileTimesJson(const CompileTimes& times) {
  return fmt::format(R"({{"individuals":{},"seconds":{:.6f},"join":{:.6f},"optimise":{:.6f},"ptx":{:.6f},"assemble":{:.6f},"bytes":{}}})",
                     times.individuals, times.seconds, times.join, times.optimise, times.ptx, times.assemble, times.bytes);
}

} // namespace gevo::bench
