#include "core/kernel/compile/project_program.h"

#include "core/kernel/ir/base_module.h"
#include "core/kernel/process/process.h"

#include <llvm/IR/Module.h>

namespace gevo::program {

namespace fs = std::filesystem;

Result<void> checkSources(const Project& project, const fs::path& folder) {
  for (const SourceFile& source : project.sources) {
    GEVO_TRY_ASSIGN(const auto text, readFile(folder / source.name));
    if (text != source.text)
      return fail("{} is not what it was when the file was made; make a new one with gevo new", (folder / source.name).string());
  }
  return {};
}

Result<ParameterOffsets> offsetsOf(const Project& project, const DeviceDescription& device) {
  GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(project.base, project.build.kernels));
  GEVO_TRY_ASSIGN(auto model, sim::loadModel(EvaluationSettings{}.device));
  const auto original = base->original();
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*original, model));
  return parameterOffsets(device, simulator);
}

Result<std::vector<OutputRequest>> outputRequests(const std::vector<std::string>& texts) {
  std::vector<OutputRequest> requests;
  for (const std::string& text : texts) {
    GEVO_TRY_ASSIGN(auto request, parseOutputRequest(text));
    requests.push_back(std::move(request));
  }
  return requests;
}

} // namespace gevo::program
