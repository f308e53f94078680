#include "core/kernel/simulator/machine/model.h"
#include "core/kernel/simulator/machine/model_fields.h"
#include "core/kernel/simulator/machine/model_text.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace gevo::sim {

namespace {

bool sameName(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Files from before these figures existed lack them: the defaults stand for them.
constexpr std::string_view laterCost = "matrix";
constexpr std::array<std::string_view, 4> laterNumbers{"dispatch_cycles", "order_latency", "texture_latency", "texture_fetches"};

class Reader {
public:
  Reader(const toml::table& table, std::string_view source) : table_(table), source_(source) {}

  template <class T> void number(const char* section, const char* key, T& target) {
    if (std::ranges::find(laterNumbers, key) != laterNumbers.end() && !table_[section][key]) return;
    const auto value = table_[section][key].value<double>();
    if (!value || !(*value >= 0) || !std::isfinite(*value) || *value > static_cast<double>(std::numeric_limits<T>::max()))
      reportError(section, key, "a number of at least 0");
    else
      target = static_cast<T>(*value);
  }
  void cost(const char* section, const char* key, Cost& target) {
    if (key == laterCost && !table_[section][key]) return;
    const auto issue = table_[section][key][0].value<double>();
    const auto latency = table_[section][key][1].value<double>();
    if (!issue || !latency || !(*issue >= 0) || !(*latency >= 0))
      reportError(section, key, "[issue slots, latency in cycles]");
    else
      target = {static_cast<float>(*issue), static_cast<float>(*latency)};
  }
  /// The first error; empty when there was none.
  const std::string& error() const { return error_; }

private:
  void reportError(const char* section, const char* key, const char* wanted) {
    if (error_.empty()) error_ = fmt::format("model {}: {} in [{}] must be {}", source_, key, section, wanted);
  }
  const toml::table& table_;
  std::string_view source_;
  std::string error_;
};

} // namespace

std::string Model::architecture() const { return fmt::format("sm_{}{}", capabilityMajor, capabilityMinor); }

Result<Model> parseModel(std::string_view text, std::string_view source) {
  toml::table table;
  try { // the parser throws
    table = toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    return fail("model {} can't be read: {}", source, error.description());
  }
  Model model;
  model.name = table["name"].value_or(std::string(source));
  Reader reader(table, source);
  visitModel(reader, model);
  if (!reader.error().empty()) return fail("{}", reader.error());
  if (model.multiprocessors == 0 || model.schedulers == 0 || model.warpsPerMultiprocessor == 0 || model.overlap < 1 || model.clockGhz <= 0)
    return fail("model {}: multiprocessors, schedulers, warps and clock must be above 0, overlap at least 1", source);
  for (const double throughput : {model.sharedAccessesPerCycle, model.cacheSectorsPerCycle, model.levelTwoSectorsPerCycle,
                                  model.textureFetchesPerCycle, model.memoryBytesPerCycle, model.atomicsPerCycle})
    if (throughput <= 0) return fail("model {}: figures in [throughput] must be above 0", source);
  if (model.sharedUnit == 0 || model.registerUnit == 0) return fail("model {}: shared_unit and register_unit must be above 0", source);
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
  return fail("there is no simulated GPU called {}; use {}, sim (short for sim:h200) or sim:FILE.toml for your own model", device, names);
}

Result<Model> loadModel(std::string_view device, std::string_view text) {
  if (text.empty()) return loadModel(device);
  return text.starts_with("sim") && text.find('\n') == std::string_view::npos ? loadModel(text) : parseModel(text, device);
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const ModelText& model : modelTexts()) names.emplace_back(model.name);
  return names;
}

} // namespace gevo::sim
