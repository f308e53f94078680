#include "core/devices/model_file.h"

#include "core/base/file.h"

namespace gevo {

namespace {

constexpr std::string_view prefix = "sim:";
constexpr std::string_view extension = ".toml";
constexpr std::size_t mostBytes = 1 << 20; ///< far more than any model has

} // namespace

Result<void> readModelFile(EvaluationSettings& settings) {
  settings.model.clear();
  if (!settings.device.starts_with(prefix) || !settings.device.ends_with(extension)) return {};
  const std::string path = settings.device.substr(prefix.size());
  GEVO_TRY_ASSIGN(std::string text, readFile(path));
  if (text.empty() || text.size() > mostBytes)
    return fail("{} is not a model of a GPU; make one with gevo calibrate, or copy one of resources/devices", path);
  settings.model = std::move(text);
  return {};
}

} // namespace gevo
