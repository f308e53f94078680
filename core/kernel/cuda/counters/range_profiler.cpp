#include "core/kernel/cuda/counters/range_profiler.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace gevo::cuda {

namespace {

constexpr int metricTypes = 3;
/// More passes than any choice of metrics needs.
constexpr std::size_t mostPasses = 200;

} // namespace

RangeProfiler::RangeProfiler(RangeProfiler&& other) noexcept
    : session_(other.session_), cupti_(other.cupti_), launches_(other.launches_), availability_(std::move(other.availability_)),
      host_(std::exchange(other.host_, nullptr)), profiler_(std::exchange(other.profiler_, nullptr)), known_(std::move(other.known_)),
      names_(std::move(other.names_)), places_(std::move(other.places_)), config_(std::move(other.config_)), data_(std::move(other.data_)) {
}

RangeProfiler::~RangeProfiler() {
  if (profiler_ != nullptr) {
    cupti::OfProfiler parameters;
    parameters.profiler = profiler_;
    (void)cupti_->disable(&parameters);
  }
  if (host_ != nullptr) {
    cupti::CloseHost parameters;
    parameters.host = host_;
    (void)cupti_->closeHost(&parameters);
  }
}

Result<RangeProfiler> RangeProfiler::open(Session& session, const std::vector<std::string>& metrics, std::size_t launches) {
  GEVO_TRY_ASSIGN(const Cupti* const cupti, Cupti::load());
  RangeProfiler profiler(session, *cupti);
  profiler.launches_ = launches;
  GEVO_TRY(profiler.openHost());
  GEVO_TRY(profiler.choose(metrics));
  GEVO_TRY(profiler.configure());
  cupti::Enable enable;
  enable.context = session.context();
  GEVO_TRY(cupti->check(cupti->enable(&enable), "opening the GPU's counters"));
  profiler.profiler_ = enable.profiler;
  return profiler;
}

Result<void> RangeProfiler::openHost() {
  cupti::ChipName chip;
  chip.device = static_cast<std::size_t>(session_->gpu().device);
  GEVO_TRY(cupti_->check(cupti_->chipName(&chip), "asking for the GPU's chip"));
  cupti::Availability availability;
  availability.context = session_->context();
  GEVO_TRY(cupti_->check(cupti_->availability(&availability), "asking for the GPU's counters"));
  availability_.resize(availability.bytes);
  availability.image = availability_.data();
  GEVO_TRY(cupti_->check(cupti_->availability(&availability), "asking for the GPU's counters"));
  cupti::OpenHost open;
  open.chip = chip.name;
  open.availability = availability_.data();
  GEVO_TRY(cupti_->check(cupti_->openHost(&open), fmt::format("reading what {} counts", session_->gpu().name)));
  host_ = open.host;
  return {};
}

/// Adding one that the GPU lacks would break the host object.
Result<void> RangeProfiler::choose(const std::vector<std::string>& metrics) {
  std::set<std::string, std::less<>> base;
  for (int type = 0; type < metricTypes; ++type) {
    cupti::Metrics listed;
    listed.host = host_;
    listed.type = type;
    GEVO_TRY(cupti_->check(cupti_->metrics(&listed), "listing the GPU's counters"));
    base.insert(listed.names, listed.names + listed.count);
  }
  for (const std::string& metric : metrics) {
    const bool isKnown = base.contains(std::string_view(metric).substr(0, metric.find('.')));
    places_.push_back(isKnown ? std::optional(known_.size()) : std::nullopt);
    if (isKnown) known_.push_back(metric);
  }
  for (const std::string& metric : known_) names_.push_back(metric.c_str());
  return known_.empty() ? Result<void>(fail("{} has none of the counters", session_->gpu().name)) : Result<void>();
}

Result<void> RangeProfiler::configure() {
  cupti::AddMetrics add;
  add.host = host_;
  add.names = names_.data();
  add.count = names_.size();
  GEVO_TRY(cupti_->check(cupti_->addMetrics(&add), "choosing the GPU's counters"));
  cupti::ConfigSize size;
  size.host = host_;
  GEVO_TRY(cupti_->check(cupti_->configSize(&size), "choosing the GPU's counters"));
  config_.resize(size.bytes);
  cupti::Config config;
  config.host = host_;
  config.bytes = config_.size();
  config.image = config_.data();
  return cupti_->check(cupti_->config(&config), "choosing the GPU's counters");
}

/// Afresh for each count, as ranges are added to those that it holds.
Result<void> RangeProfiler::prepareData() {
  cupti::DataSize size;
  size.profiler = profiler_;
  size.names = names_.data();
  size.count = names_.size();
  const std::size_t room = launches_ + 1; // for one that should not be there, to be seen
  size.ranges = room;
  size.nodes = static_cast<std::uint32_t>(room);
  GEVO_TRY(cupti_->check(cupti_->dataSize(&size), "making room for counters"));
  data_.assign(size.bytes, 0);
  cupti::InitializeData initialise;
  initialise.profiler = profiler_;
  initialise.bytes = data_.size();
  initialise.data = data_.data();
  GEVO_TRY(cupti_->check(cupti_->initialiseData(&initialise), "making room for counters"));
  cupti::SetConfig set;
  set.profiler = profiler_;
  set.configBytes = config_.size();
  set.config = config_.data();
  set.dataBytes = data_.size();
  set.data = data_.data();
  set.rangesPerPass = room;
  return cupti_->check(cupti_->setConfig(&set), "setting the GPU's counters");
}

Result<std::vector<std::vector<double>>> RangeProfiler::count(const Pass& pass) {
  GEVO_TRY(prepareData());
  cupti::OfProfiler start;
  start.profiler = profiler_;
  cupti::Stop stop;
  stop.profiler = profiler_;
  const auto begin = [&] { return cupti_->check(cupti_->start(&start), "starting the GPU's counters"); };
  const auto end = [&] { return cupti_->check(cupti_->stop(&stop), "stopping the GPU's counters"); };
  for (std::size_t made = 0; stop.isDone == 0; ++made) {
    if (made == mostPasses) return fail("the GPU's counters need more than {} replays", mostPasses);
    GEVO_TRY(pass(begin, end));
  }
  cupti::Decode decode;
  decode.profiler = profiler_;
  GEVO_TRY(cupti_->check(cupti_->decode(&decode), "reading the GPU's counters"));
  cupti::DataInfo info;
  info.data = data_.data();
  info.bytes = data_.size();
  GEVO_TRY(cupti_->check(cupti_->dataInfo(&info), "reading the GPU's counters"));
  std::vector<std::vector<double>> launches;
  for (std::size_t range = 0; range < info.ranges; ++range) {
    GEVO_TRY_ASSIGN(std::vector<double> values, valuesOf(range));
    launches.push_back(std::move(values));
  }
  return launches;
}

Result<std::vector<double>> RangeProfiler::valuesOf(std::size_t range) {
  std::vector<double> values(names_.size());
  cupti::Evaluate evaluate;
  evaluate.host = host_;
  evaluate.data = data_.data();
  evaluate.bytes = data_.size();
  evaluate.range = range;
  evaluate.names = names_.data();
  evaluate.count = names_.size();
  evaluate.values = values.data();
  GEVO_TRY(cupti_->check(cupti_->evaluate(&evaluate), "reading the GPU's counters"));
  std::vector<double> all;
  for (const std::optional<std::size_t>& place : places_) all.push_back(place ? values[*place] : std::numeric_limits<double>::quiet_NaN());
  return all;
}

} // namespace gevo::cuda
