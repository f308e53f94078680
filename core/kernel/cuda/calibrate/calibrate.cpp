#include "core/kernel/cuda/calibrate/calibrate.h"

#include "core/kernel/cuda/calibrate/calibration.h"
#include "core/kernel/cuda/device/nvml.h"
#include "core/kernel/simulator/machine/model_fields.h"
#include "core/kernel/simulator/machine/model_print.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

namespace gevo::cuda {

namespace {

/// The most similar built-in model: by compute capability, then by name.
Result<sim::Model> nearestModel(const Gpu& gpu) {
  std::optional<sim::Model> nearest;
  const auto distance = [&](const sim::Model& model) {
    const int own = 10 * gpu.major + gpu.minor;
    const int its = static_cast<int>(10 * model.capabilityMajor + model.capabilityMinor);
    return std::pair(std::abs(own - its), gpu.name.find(model.name) == std::string::npos);
  };
  for (const std::string& name : sim::modelNames()) {
    GEVO_TRY_ASSIGN(const sim::Model model, sim::loadModel("sim:" + name));
    if (!nearest || distance(model) < distance(*nearest)) nearest = model;
  }
  return *nearest;
}

/// Rounds to four digits, more than any measurement is worth; whole numbers stay.
double rounded(double value) {
  if (value == std::floor(value)) return value;
  const double scale = std::pow(10.0, 3 - std::floor(std::log10(value)));
  return scale <= 1 ? std::round(value) : std::round(value * scale) / scale;
}

/// Puts the measured figures into a model and comments on each.
class Applier {
public:
  Applier(const Calibration& measured, std::string bundled) : measured_(measured), bundled_(std::move(bundled)) {}

  template <class T> void number(const char* section, const char* key, T& figure) {
    const double before = static_cast<double>(figure);
    if (const auto value = take(section, key, key, before))
      figure = std::is_integral_v<T> ? static_cast<T>(std::llround(*value)) : static_cast<T>(*value);
  }
  void cost(const char* section, const char* key, sim::Cost& cost) {
    const auto slots = take(section, key, fmt::format("{} slots", key), cost.issue);
    const auto latency = take(section, key, fmt::format("{} latency", key), cost.latency);
    if (slots) cost.issue = shortest(*slots);
    if (latency) cost.latency = shortest(*latency);
  }

  std::vector<CalibratedFigure> figures;
  sim::ModelComments comments;

private:
  static float shortest(double value) { return static_cast<float>(value); }

  std::optional<double> take(const std::string& section, const std::string& key, const std::string& name, double bundled) {
    CalibratedFigure figure{section, name, false, bundled, bundled, 0, {}};
    const std::string full = section + "." + name;
    std::string& comment = comments.figures[section + "." + key];
    const std::string part = name == key ? "" : name.substr(key.size() + 1) + ": ";
    if (const auto found = measured_.figures().find(full); found != measured_.figures().end()) {
      figure.measured = true;
      figure.value = rounded(found->second.value);
      figure.spread = found->second.spread;
      figure.note = found->second.note;
      // Both figures of a pair come from one measurement.
      if (comment.empty() || comment.find(figure.note) == std::string::npos)
        comment += fmt::format("{}{}measured ({})", comment.empty() ? "" : "; ", part, figure.note);
    } else {
      const auto doubt = measured_.doubts().find(full);
      figure.note = doubt == measured_.doubts().end() ? "no probe" : doubt->second;
      comment += fmt::format("{}{}not measured, as {} has it{}", comment.empty() ? "" : "; ", part, bundled_,
                             doubt == measured_.doubts().end() ? "" : ": " + doubt->second);
    }
    figures.push_back(figure);
    return figure.measured ? std::optional(figure.value) : std::nullopt;
  }

  const Calibration& measured_;
  std::string bundled_;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

std::string driverText(const Session& session) {
  const Result<Nvml> nvml = Nvml::open();
  const Result<std::string> version = nvml ? nvml->driverVersion() : std::unexpected(nvml.error());
  return fmt::format("driver {}, CUDA {}", version ? *version : "of unknown version", versionText(session.driver().version));
}

std::string shortName(const std::string& name) {
  constexpr std::string_view maker = "NVIDIA ";
  return name.starts_with(maker) ? name.substr(maker.size()) : name;
}

struct Part {
  const char* name;
  Result<void> (Calibration::*measure)();
};
constexpr Part parts[] = {{"what the driver says", &Calibration::askDriver},
                          {"the clock", &Calibration::measureClock},
                          {"instructions", &Calibration::measureInstructions},
                          {"barriers, divergence and branches", &Calibration::measureControl},
                          {"shared memory", &Calibration::measureShared},
                          {"caches", &Calibration::measureCaches},
                          {"memory behind the caches", &Calibration::measureMemory},
                          {"throughput of caches and memory", &Calibration::measureThroughput},
                          {"atomics", &Calibration::measureAtomics},
                          {"launches", &Calibration::measureLaunches}};

} // namespace

std::string probeCode() {
  std::vector<std::string> kernels = Calibration::chainKernels();
  kernels.emplace_back(otherKernels());
  return probeModule(kernels);
}

Result<CalibratedModel> calibrate(const CalibrationSettings& request, const std::function<void(const std::string&)>& print) {
  if (request.repeats < 1 || request.repeats > 1000) return fail("a probe is repeated 1 to 1000 times, not {}", request.repeats);
  GEVO_TRY_ASSIGN(const std::unique_ptr<Session> opened, Session::open(request.gpu));
  Session& session = *opened;
  GEVO_TRY_ASSIGN(sim::Model model, nearestModel(session.gpu()));
  GEVO_TRY_ASSIGN(ProbeRunner runner, ProbeRunner::make(session, probeCode()));
  Calibration calibration(runner, request.repeats, model.schedulers);
  for (const Part& part : parts) {
    print(fmt::format("measuring {}", part.name));
    GEVO_TRY((calibration.*part.measure)());
  }

  CalibratedModel reply;
  reply.gpu = session.gpu().name;
  reply.bundled = model.name;
  Applier applier(calibration, model.name);
  sim::visitModel(applier, model);
  model.name = shortName(session.gpu().name);
  applier.comments.head = {fmt::format("{} ({}), as the simulated GPU sees it: measured by gevo calibrate on {}, {}.", session.gpu().name,
                                       session.gpu().architecture(), today(), driverText(session)),
                           fmt::format("Medians of {} repeats. Figures that no probe measures are those of the built-in {}, and say so.",
                                       request.repeats, reply.bundled),
                           "Units: cycles of a multiprocessor unless a name says otherwise; of instructions [issue slots, latency]."};
  for (const std::string& note : calibration.notes()) applier.comments.head.push_back(note);
  reply.figures = std::move(applier.figures);
  reply.notes = calibration.notes();
  reply.model = sim::printModel(model, applier.comments);
  // The written model must be readable for a run.
  const Result<sim::Model> again = sim::parseModel(reply.model, "that was measured");
  GEVO_TRY(again);
  return reply;
}

} // namespace gevo::cuda
