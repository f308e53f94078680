#include "core/values/code_metrics.h"

#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace gevo {

std::vector<KernelResources> readAssemblerLog(const std::string& log) {
  static const std::regex entry(R"(Compiling entry function '([^']+)')");
  static const std::regex stores(R"((\d+) bytes spill stores)");
  static const std::regex loads(R"((\d+) bytes spill loads)");
  static const std::regex used(R"(Used (\d+) registers)");
  static const std::regex shared(R"((\d+) bytes smem)");
  const auto number = [](const std::ssub_match& digits) { return std::strtoull(digits.str().c_str(), nullptr, 10); };
  std::vector<KernelResources> kernels;
  KernelResources kernel;
  std::istringstream lines(log);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry)) kernel = {match[1].str()};
    if (std::regex_search(line, match, stores)) kernel.spillStores = number(match[1]);
    if (std::regex_search(line, match, loads)) kernel.spillLoads = number(match[1]);
    if (kernel.kernel.empty() || !std::regex_search(line, match, used)) continue;
    kernel.registers = static_cast<std::uint32_t>(number(match[1]));
    if (std::regex_search(line, match, shared)) kernel.shared = number(match[1]);
    kernels.push_back(kernel);
  }
  return kernels;
}

std::string printResources(const std::vector<KernelResources>& kernels) {
  std::string text;
  for (const KernelResources& k : kernels)
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {}\n", k.kernel, k.registers, k.spillStores, k.spillLoads, k.shared);
  return text;
}

std::vector<KernelResources> readResources(const std::string& text) {
  std::vector<KernelResources> kernels;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    KernelResources k;
    if (words >> k.kernel >> k.registers >> k.spillStores >> k.spillLoads >> k.shared) kernels.push_back(std::move(k));
  }
  return kernels;
}

} // namespace gevo
