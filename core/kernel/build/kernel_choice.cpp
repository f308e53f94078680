#include "core/kernel/build/kernel_choice.h"

#include "core/format/number.h"
#include "core/kernel/demangle/demangle.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

Result<std::vector<std::string>> chosenKernels(const std::vector<std::string>& asked, const DeviceDescription& device) {
  std::vector<std::string> chosen;
  for (const std::string& name : asked) {
    const std::size_t before = chosen.size();
    for (const KernelDescription& kernel : device.kernels)
      if (kernel.name == name || kernel.shownName == name || kernel.plainName == name) chosen.push_back(kernel.name);
    if (chosen.size() > before) continue;
    std::vector<std::string> names;
    for (const KernelDescription& kernel : device.kernels) names.push_back(kernel.shownName);
    return fail("there is no kernel {}; the program has {}", name, fmt::join(names, ", "));
  }
  return chosen;
}

std::vector<std::string> sameKernels(const std::vector<std::string>& asked, const DeviceDescription& device) {
  const auto nameOf = [](const std::string& mangled) {
    const std::string name = qualifiedName(mangled);
    return name.substr(0, name.find('<'));
  };
  std::set<std::string> names;
  for (const std::string& name : asked) names.insert(nameOf(name));
  std::vector<std::string> same;
  for (const KernelDescription& kernel : device.kernels)
    if (names.contains(nameOf(kernel.name))) same.push_back(kernel.name);
  return same;
}

bool isOfLibrary(const KernelDescription& kernel, const fs::path& cuda) {
  constexpr std::string_view scopes[] = {"cub::", "thrust::", "cuda::", "at_cuda_detail::"};
  const auto isIn = [&](std::string_view scope) { return kernel.plainName.starts_with(scope); };
  if (std::ranges::any_of(scopes, isIn)) return true;
  std::error_code ignored;
  const fs::path file = fs::weakly_canonical(kernel.file, ignored);
  return fs::path(kernel.file).is_absolute() && file.string().starts_with(fs::weakly_canonical(cuda, ignored).string() + '/');
}

Result<std::string> markUnlaunched(Project& project, const std::vector<Trace>& traces) {
  std::set<std::string> launched;
  for (const Trace& trace : traces)
    for (const Event& event : trace.events)
      if (event.kind == EventKind::Launch) launched.insert(event.name);

  const std::vector<std::string>& chosen = project.build.kernels;
  bool evolves = chosen.empty();
  std::size_t library = 0;
  std::vector<std::string> ofUser;
  std::vector<std::string> shownChosen;
  for (KernelInfo& kernel : project.kernels) {
    kernel.launched = launched.contains(kernel.name);
    const bool isChosen = std::ranges::find(chosen, kernel.name) != chosen.end();
    if (isChosen) shownChosen.push_back(kernel.shownName);
    evolves = evolves || (isChosen && kernel.launched);
    if (kernel.launched) continue;
    if (kernel.ofLibrary)
      ++library;
    else
      ofUser.push_back(kernel.shownName);
  }
  if (!evolves)
    return fail("no test launches {}, so there is nothing to evolve; give arguments that reach it", fmt::join(shownChosen, ", "));
  if (library > 0) ofUser.push_back(formatCounted(library, "kernel of libraries", "kernels of libraries"));
  return ofUser.empty() ? std::string() : fmt::format("no test launches {}: left as in the original", fmt::join(ofUser, ", "));
}

} // namespace gevo::program
