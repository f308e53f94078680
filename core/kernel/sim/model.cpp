#include "core/kernel/sim/model.h"
#include "core/kernel/sim/model_text.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>

namespace gevo::sim {

namespace {

bool sameName(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

class Reader {
public:
  Reader(const toml::table& table, std::string_view source) : table_(table), source_(source) {}

  template <class T> void number(const char* section, const char* key, T& target) {
    const auto value = table_[section][key].value<double>();
    if (!value || !(*value >= 0))
      complain(section, key, "a number that is not negative");
    else
      target = static_cast<T>(*value);
  }
  void cost(const char* key, Cost& target) {
    const auto issue = table_["instructions"][key][0].value<double>();
    const auto latency = table_["instructions"][key][1].value<double>();
    if (!issue || !latency || !(*issue >= 0) || !(*latency >= 0))
      complain("instructions", key, "[issue slots, latency in cycles]");
    else
      target = {static_cast<float>(*issue), static_cast<float>(*latency)};
  }
  const std::string& complaint() const { return complaint_; }

private:
  void complain(const char* section, const char* key, const char* wanted) {
    if (complaint_.empty()) complaint_ = fmt::format("model {} has no {} in [{}], which must be {}", source_, key, section, wanted);
  }
  const toml::table& table_;
  std::string_view source_;
  std::string complaint_;
};

void readMachine(Reader& reader, Model& model) {
  reader.number("machine", "clock_ghz", model.clockGhz);
  reader.number("machine", "multiprocessors", model.multiprocessors);
  reader.number("machine", "warps", model.warpsPerMultiprocessor);
  reader.number("machine", "blocks", model.blocksPerMultiprocessor);
  reader.number("machine", "shared_bytes", model.sharedBytesPerMultiprocessor);
  reader.number("machine", "shared_bytes_per_block", model.sharedBytesPerBlock);
  reader.number("machine", "reserved_shared_per_block", model.reservedSharedPerBlock);
  reader.number("machine", "schedulers", model.schedulers);
  reader.number("machine", "shared_unit", model.sharedUnit);
  reader.number("machine", "registers", model.registers);
  reader.number("machine", "register_unit", model.registerUnit);
  reader.number("machine", "registers_per_thread", model.registersPerThread);
  reader.number("machine", "overlap", model.overlap);
  reader.number("launch", "cycles", model.launchCycles);
  reader.number("launch", "block_cycles", model.blockCycles);
  reader.number("control", "barrier_base", model.barrierBase);
  reader.number("control", "barrier_per_warp", model.barrierPerWarp);
  reader.number("control", "divergence", model.divergence);
}

void readIdentity(Reader& reader, Model& model) {
  reader.number("identity", "capability_major", model.capabilityMajor);
  reader.number("identity", "capability_minor", model.capabilityMinor);
  reader.number("identity", "memory_bytes", model.memorySize);
  reader.number("identity", "memory_ghz", model.memoryGhz);
  reader.number("identity", "memory_bus_bits", model.memoryBusBits);
  reader.number("identity", "level_two_bytes", model.levelTwoSize);
  reader.number("identity", "double_ratio", model.doubleRatio);
}

void readMemory(Reader& reader, Model& model) {
  reader.number("memory", "shared_latency", model.sharedLatency);
  reader.number("memory", "shared_conflict", model.sharedConflict);
  reader.number("memory", "cache_latency", model.cacheLatency);
  reader.number("memory", "cache_bytes", model.cacheBytes);
  reader.number("memory", "level_two_latency", model.levelTwoLatency);
  reader.number("memory", "level_two_far", model.levelTwoFar);
  reader.number("memory", "level_two_bytes", model.levelTwoBytes);
  reader.number("memory", "memory_latency", model.memoryLatency);
  reader.number("memory", "memory_far", model.memoryFar);
  reader.number("memory", "atomic_latency", model.atomicLatency);
  reader.number("memory", "shared_atomic_latency", model.sharedAtomicLatency);
  reader.number("throughput", "shared_accesses", model.sharedAccessesPerCycle);
  reader.number("throughput", "cache_sectors", model.cacheSectorsPerCycle);
  reader.number("throughput", "level_two_sectors", model.levelTwoSectorsPerCycle);
  reader.number("throughput", "memory_bytes", model.memoryBytesPerCycle);
  reader.number("throughput", "atomics", model.atomicsPerCycle);
}

void readCosts(Reader& reader, CostTable& costs) {
  reader.cost("arithmetic", costs.arithmetic);
  reader.cost("multiply", costs.multiply);
  reader.cost("predicate", costs.predicate);
  reader.cost("wide_arithmetic", costs.wideArithmetic);
  reader.cost("wide_multiply", costs.wideMultiply);
  reader.cost("divide", costs.divide);
  reader.cost("remainder", costs.remainder);
  reader.cost("wide_divide", costs.wideDivide);
  reader.cost("wide_remainder", costs.wideRemainder);
  reader.cost("divide_by_constant", costs.divideByConstant);
  reader.cost("double_arithmetic", costs.doubleArithmetic);
  reader.cost("double_divide", costs.doubleDivide);
  reader.cost("float_divide", costs.floatDivide);
  reader.cost("root", costs.root);
  reader.cost("transcendental", costs.transcendental);
  reader.cost("library", costs.library);
  reader.cost("conversion", costs.conversion);
  reader.cost("shuffle", costs.shuffle);
  reader.cost("vote", costs.vote);
  reader.cost("special_register", costs.specialRegister);
  reader.cost("branch", costs.branch);
  reader.cost("jump", costs.jump);
  reader.cost("call", costs.call);
  reader.cost("address", costs.address);
}

} // namespace

std::string Model::architecture() const { return fmt::format("sm_{}{}", capabilityMajor, capabilityMinor); }

Result<Model> parseModel(std::string_view text, std::string_view source) {
  toml::table table;
  try { // the parser throws; nothing of it gets out of this function
    table = toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    return fail("model {} can't be read: {}", source, error.description());
  }
  Model model;
  model.name = table["name"].value_or(std::string(source));
  Reader reader(table, source);
  readMachine(reader, model);
  readIdentity(reader, model);
  readMemory(reader, model);
  readCosts(reader, model.costs);
  if (!reader.complaint().empty()) return fail("{}", reader.complaint());
  if (model.multiprocessors == 0 || model.schedulers == 0 || model.warpsPerMultiprocessor == 0 || model.overlap < 1 || model.clockGhz <= 0)
    return fail("model {} describes a machine without multiprocessors, schedulers, warps or a clock, or an overlap below 1", source);
  if (model.sharedUnit == 0 || model.registerUnit == 0)
    return fail("model {} hands out shared memory or registers in portions of nothing", source);
  return model;
}

Result<Model> loadModel(std::string_view device) {
  std::string_view name = device;
  if (name == "sim")
    name = "h200";
  else if (name.starts_with("sim:"))
    name.remove_prefix(4);
  else
    name = {};
  std::string names;
  for (const ModelText& model : modelTexts()) {
    if (sameName(model.name, name)) return parseModel(model.text, model.name);
    names += fmt::format("{}sim:{}", names.empty() ? "" : ", ", model.name);
  }
  return fail("there is no simulated GPU called {}; there are {}, and sim, which is sim:h200", device, names);
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const ModelText& model : modelTexts()) names.emplace_back(model.name);
  return names;
}

} // namespace gevo::sim
