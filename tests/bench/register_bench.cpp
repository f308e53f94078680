/// Registers of variants by ptxas, beside what is estimated: CSV, a line for each kernel of each variant. The variants are random lists of
/// edits.
///
/// register_bench FILE.gevo... > resources/docs/benchmarks/data/registers.csv

#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/mutate.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/kernel/toolchain/registers.h"
#include "core/store/store.h"

#include <llvm/IR/Module.h>

#include <CLI/CLI.hpp>
#include <cstdio>

using namespace gevo;

namespace {

struct Needs {
  sim::KernelRegisters registers;
  program::KernelPressures pressures;
};

std::optional<Needs> needsOf(llvm::Module& module, const std::string& architecture) {
  ir::cleanUp(module);
  ir::optimise(module);
  const auto ptx = ir::emitPtx(module, architecture);
  const auto assembled = ptx ? program::runPtxas(*ptx, architecture) : std::unexpected(ptx.error());
  if (!assembled) return std::nullopt;
  Needs needs{{}, program::pressuresOf(module)};
  for (const auto& kernel : assembled->kernels) needs.registers[kernel.kernel] = kernel.registers;
  return needs;
}

void printVariants(const std::string& file, unsigned variants, unsigned longest) {
  const auto store = Store::open(file, Store::Access::Read);
  const auto project = store ? (*store)->project() : std::unexpected(store.error());
  const auto base = project ? ir::BaseModule::load(project->base) : std::unexpected(project.error());
  if (!base) return static_cast<void>(std::fprintf(stderr, "%s\n", base.error().message.c_str()));
  const auto original = needsOf(*(*base)->original(), project->build.architecture);
  if (!original) return static_cast<void>(std::fprintf(stderr, "%s: ptxas rejects it\n", file.c_str()));
  ir::MutationChoice choice;
  std::erase(choice.operators, Operator::Registers);
  const std::string name = std::filesystem::path(file).stem();
  for (unsigned i = 0; i < variants; ++i) {
    RandomStream stream(RandomKey{7, 0, i, 0, Purpose::Test});
    const auto mutant = ir::mutate(**base, {}, 1 + i % longest, stream, choice);
    const auto needs = mutant.applied.module ? needsOf(*mutant.applied.module, project->build.architecture) : std::nullopt;
    if (!needs) continue;
    const sim::KernelRegisters estimates = program::estimateRegisters(original->registers, original->pressures, needs->pressures);
    for (const auto& [kernel, registers] : needs->registers)
      std::printf("%s,%u,%s,%u,%u,%u\n", name.c_str(), i, kernel.c_str(), original->registers.at(kernel), registers, estimates.at(kernel));
    std::fflush(stdout);
  }
}

} // namespace

int main(int count, char** arguments) {
  std::vector<std::string> files;
  unsigned variants = 30;
  unsigned longest = 8;
  CLI::App app("Registers of random variants");
  app.add_option("files", files)->required();
  app.add_option("--variants", variants, "Of each file");
  app.add_option("--edits", longest, "At most, of a variant");
  CLI11_PARSE(app, count, arguments);
  std::printf("sample,variant,kernel,original,ptxas,estimate\n");
  for (const std::string& file : files) printVariants(file, variants, longest);
}
