#include "app/gevo/show_counters.h"

#include "core/format/counter_text.h"
#include "core/format/number.h"
#include "core/format/source_code.h"
#include "core/inspection/count_on_gpu.h"
#include "core/values/device_name.h"

#include <cmath>

namespace gevo {

namespace {

Table kernelTable(const KernelPair& kernel) {
  Table table({"what", ">original", ">variant", ">change"});
  for (const CounterRow& row : counterRows(kernel)) table.add({row.what, row.original, row.variant, row.change});
  return table;
}

void printText(const Project& project, const ChosenVariant& chosen, const GpuCounters& counters) {
  if (!chosen.variant.edits.empty()) fmt::print("variant {} {}\n", variantName(chosen.variant.id), countersSummary(counters));
  fmt::print("{}, {}", counters.device, formatCounted(counters.tests.size(), "test"));
  if (const std::string counted = countedText(counters); !counted.empty()) fmt::print("; {}", counted);
  fmt::print("\n");
  for (const KernelPair& kernel : kernelPairs(counters))
    fmt::print("\n{}\n{}", shownName(project, kernel.kernel()), kernelTable(kernel).text());
}

Table csvTable(const Project& project, const GpuCounters& counters) {
  std::vector<std::string> headers{"kernel", "code", "launches", "counted", "registers", "shared_bytes", "local_bytes"};
  for (const GpuCounterInfo& counter : gpuCounters()) headers.emplace_back(counter.key);
  Table table(headers);
  for (const CodeCounters* code : {&counters.original, &counters.variant})
    for (const KernelCounters& kernel : code->kernels) {
      std::vector<std::string> cells{shownName(project, kernel.kernel), code == &counters.original ? "original" : "variant"};
      for (const std::uint64_t count : {kernel.launches, kernel.counted, std::uint64_t{kernel.registers}, std::uint64_t{kernel.sharedBytes},
                                        std::uint64_t{kernel.localBytes}})
        cells.push_back(std::to_string(count));
      for (const double value : kernel.values) cells.push_back(std::isnan(value) ? "" : fmt::format("{:.6g}", value));
      table.add(cells);
    }
  return table;
}

nlohmann::json codeJson(const Project& project, const CodeCounters& code) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelCounters& kernel : code.kernels) {
    nlohmann::json counts;
    for (std::size_t i = 0; i < gpuCounterCount; ++i)
      counts[gpuCounters()[i].key] = std::isnan(kernel.values[i]) ? nlohmann::json() : nlohmann::json(kernel.values[i]);
    kernels.push_back({{"kernel", kernel.kernel},
                       {"shown", shownName(project, kernel.kernel)},
                       {"launches", kernel.launches},
                       {"counted", kernel.counted},
                       {"registers", kernel.registers},
                       {"shared_bytes", kernel.sharedBytes},
                       {"local_bytes", kernel.localBytes},
                       {"counters", counts}});
  }
  return kernels;
}

void printJson(const Project& project, const ChosenVariant& chosen, const GpuCounters& counters) {
  fmt::print("{}\n", jsonText({{"id", chosen.variant.id},
                               {"device", counters.device},
                               {"tests", counters.tests},
                               {"summary", countersSummary(counters)},
                               {"original", codeJson(project, counters.original)},
                               {"variant", codeJson(project, counters.variant)}}));
}

} // namespace

Result<void> showCounters(const ChosenVariant& chosen, const ShowOptions& options) {
  EvaluationSettings settings = countedOn(chosen.run.settings.evaluation);
  if (!options.device.empty()) settings.device = options.device;
  if (!gpuNumber(settings.device)) return fail("--device names one real GPU, as cuda:0; \"{}\" does not", settings.device);
  GEVO_TRY_ASSIGN(const Project project, chosen.store->project());
  GEVO_TRY_ASSIGN(const GpuCounters counters, countOnGpu(*chosen.store, settings, chosen.variant.edits));
  if (options.json)
    printJson(project, chosen, counters);
  else if (options.csv)
    fmt::print("{}", csvTable(project, counters).csv());
  else
    printText(project, chosen, counters);
  return {};
}

} // namespace gevo
