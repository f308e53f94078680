#include "core/kernel/cuda/calibrate/calibration.h"

#include <cmath>
#include <optional>

namespace gevo::cuda {

namespace {

constexpr std::uint32_t iterations = 64; ///< of a chain's loop
constexpr unsigned fullThreads = 1024;   ///< enough warps to hide every latency
constexpr unsigned manyChains = 4;       ///< per warp
constexpr unsigned fullWarps = fullThreads / 32;
constexpr std::uint32_t sharedBytes = manyChains * 4096;
constexpr unsigned shortLinks = 8; ///< for chains that are not an instruction class
constexpr unsigned barrierWarps[] = {1, 4, 8, 16, 32};
constexpr unsigned ways[] = {1, 2, 4, 8, 16, 32};

unsigned linksWhenFull(const ChainProbe& probe) { return std::max(1U, probe.links / manyChains); }

void addPair(std::vector<std::string>& kernels, const Chain& chain, unsigned links, unsigned chains) {
  kernels.push_back(chainKernel(chain, links, chains));
  kernels.push_back(chainKernel(chain, 3 * links, chains));
}

} // namespace

std::vector<std::string> Calibration::chainKernels() {
  std::vector<std::string> kernels;
  for (const ChainProbe& probe : instructionProbes()) {
    addPair(kernels, probe.chain, probe.links, 1);
    addPair(kernels, probe.chain, linksWhenFull(probe), manyChains);
  }
  for (const Chain* chain :
       {&probes::shared, &probes::cached, &probes::globalAtomic, &probes::sharedAtomic, &probes::barrier, &probes::divergence})
    addPair(kernels, *chain, shortLinks, 1);
  for (const Chain* chain : {&probes::shared, &probes::cached}) addPair(kernels, *chain, shortLinks, manyChains);
  return kernels;
}

Line fitLine(const std::vector<std::pair<double, double>>& points) {
  const auto count = static_cast<double>(points.size());
  double meanX = 0;
  double meanY = 0;
  for (const auto& [x, y] : points) {
    meanX += x / count;
    meanY += y / count;
  }
  double products = 0;
  double squares = 0;
  for (const auto& [x, y] : points) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) * (x - meanX);
  }
  const double slope = products / squares;
  return {meanY - slope * meanX, slope};
}

void Calibration::put(const std::string& figure, double value, double spread, std::string note) {
  if (std::isfinite(value) && value > 0)
    figures_[figure] = {value, spread, std::move(note)};
  else
    doubts_[figure] = fmt::format("came out as {:.4g} ({})", value, note);
}

Result<Repeats> Calibration::cyclesOfLink(const Chain& chain, ChainLaunch chosen) {
  chosen.launch.count = iterations;
  std::vector<double> values;
  for (unsigned i = 0; i <= repeats_; ++i) {
    GEVO_TRY_ASSIGN(const ProbeTimes shorter, runner_.run(chainKernelName(chain, chosen.links, chosen.chains), chosen.launch));
    GEVO_TRY_ASSIGN(const ProbeTimes longer, runner_.run(chainKernelName(chain, 3 * chosen.links, chosen.chains), chosen.launch));
    if (i > 0) values.push_back((longer.cycles - shorter.cycles) / (2.0 * chosen.links * iterations)); // the first loads the code
  }
  return summarise(std::move(values));
}

Result<Repeats> Calibration::microseconds(const std::string& kernel, const ProbeLaunch& launch) {
  std::vector<double> values;
  for (unsigned i = 0; i <= repeats_; ++i) {
    GEVO_TRY_ASSIGN(const double time, runner_.row(kernel, launch, 1));
    if (i > 0) values.push_back(time);
  }
  return summarise(std::move(values));
}

Result<void> Calibration::askDriver() {
  Session& session = runner_.session();
  const std::string source = "as the driver says";
  const auto answer = [&](int attribute) {
    int value = 0;
    const Status status = session.driver().deviceGetAttribute(&value, attribute, session.gpu().device);
    return status == Status::Success ? std::optional<int>(value) : std::nullopt;
  };
  const auto ask = [&](int attribute, const std::string& figure, double factor) {
    if (const std::optional<int> value = answer(attribute))
      put(figure, *value * factor, 0, source);
    else
      doubts_[figure] = "the driver does not say it";
  };
  ask(attribute::multiprocessors, "machine.multiprocessors", 1);
  ask(attribute::maxThreadsPerMultiprocessor, "machine.warps", 1.0 / 32);
  ask(attribute::maxBlocksPerMultiprocessor, "machine.blocks", 1);
  ask(attribute::maxSharedPerMultiprocessor, "machine.shared_bytes", 1);
  ask(attribute::maxSharedPerBlockOptIn, "machine.shared_bytes_per_block", 1);
  // These may be 0.
  figures_["identity.capability_minor"] = {static_cast<double>(session.gpu().minor), 0, source};
  if (const std::optional<int> reserved = answer(attribute::reservedSharedPerBlock))
    figures_["machine.reserved_shared_per_block"] = {static_cast<double>(*reserved), 0, source};
  ask(attribute::maxRegistersPerMultiprocessor, "machine.registers", 1);
  ask(attribute::computeMajor, "identity.capability_major", 1);
  ask(attribute::memoryKilohertz, "identity.memory_ghz", 1e-6);
  ask(attribute::memoryBusBits, "identity.memory_bus_bits", 1);
  ask(attribute::l2Bytes, "identity.level_two_bytes", 1);
  ask(attribute::l2Bytes, "memory.level_two_bytes", 1);
  ask(attribute::doubleRatio, "identity.double_ratio", 1);
  put("identity.memory_bytes", static_cast<double>(session.gpu().memoryBytes), 0, source);
  return {};
}

Result<void> Calibration::measureClock() {
  constexpr std::uint32_t cycles = 20'000'000;
  std::vector<double> values;
  for (unsigned i = 0; i <= repeats_; ++i) {
    GEVO_TRY_ASSIGN(const ProbeTimes times, runner_.run("gevo_probe_spin", {.count = cycles}));
    if (i > 0) values.push_back(times.cycles / times.microseconds * 1e-3);
  }
  const Repeats clock = summarise(std::move(values));
  put("machine.clock_ghz", clock, "one warp, cycles against events");
  if (!figures_.contains("machine.clock_ghz")) return fail("the clock of the GPU can't be measured: {:.4g} GHz", clock.median);
  clockGhz_ = clock.median;
  return {};
}

Result<void> Calibration::measureInstructions() {
  struct Sums {
    double slots = 0;
    double latency = 0;
    double slotSpread = 0;
    double latencySpread = 0;
    unsigned count = 0;
    std::string note;
  };
  std::map<std::string_view, Sums> sums;
  for (const ChainProbe& probe : instructionProbes()) {
    GEVO_TRY_ASSIGN(const Repeats alone, cyclesOfLink(probe.chain, {probe.links, 1, {.a = probe.a, .b = probe.b}}));
    GEVO_TRY_ASSIGN(const Repeats full,
                    cyclesOfLink(probe.chain, {linksWhenFull(probe), manyChains, {.threads = fullThreads, .a = probe.a, .b = probe.b}}));
    const double slotsOfLink = full.median * schedulers_ / (fullWarps * manyChains);
    const double latency = (alone.median - probe.others * simpleLatency_) / probe.operations;
    const double slots = (slotsOfLink - probe.others * simpleSlots_) / probe.operations;
    if (probe.chain.name == "fma") floatLatency_ = latency;
    if (probe.chain.name == "logic") {
      simpleLatency_ = latency;
      simpleSlots_ = slots;
    }
    Sums& sum = sums[probe.key];
    sum.latency += latency;
    sum.slots += slots;
    sum.latencySpread = std::max(sum.latencySpread, alone.spread);
    sum.slotSpread = std::max(sum.slotSpread, full.spread);
    sum.note += fmt::format("{}{} [{:.3g}, {:.3g}]", sum.count++ == 0 ? "" : ", ", probe.chain.name, slots, latency);
  }
  for (const auto& [key, sum] : sums) {
    const std::string figure = fmt::format("instructions.{}", key);
    put(figure + " slots", sum.slots / sum.count, sum.slotSpread, sum.note);
    put(figure + " latency", sum.latency / sum.count, sum.latencySpread, sum.note);
  }
  return {};
}

Result<void> Calibration::measureControl() {
  std::vector<std::pair<double, double>> points;
  std::string note;
  double spread = 0;
  for (const unsigned warps : barrierWarps) {
    GEVO_TRY_ASSIGN(const Repeats cycles, cyclesOfLink(probes::barrier, {shortLinks, 1, {.threads = 32 * warps}}));
    points.emplace_back(warps, cycles.median);
    spread = std::max(spread, cycles.spread);
    note += fmt::format("{}{:.4g}", note.empty() ? "" : ", ", cycles.median);
  }
  const Line line = fitLine(points);
  put("control.barrier_base", line.base, spread, note + " cycles for 1, 4, 8, 16, 32 warps");
  put("control.barrier_per_warp", line.slope, spread, "slope of the same");

  GEVO_TRY_ASSIGN(const Repeats together, cyclesOfLink(probes::divergence, {shortLinks, 1, {.a = 0}}));
  GEVO_TRY_ASSIGN(const Repeats apart, cyclesOfLink(probes::divergence, {shortLinks, 1, {.a = 16}}));
  const double work = probes::divergentOperations * floatLatency_;
  put("control.divergence", apart.median - together.median - work, apart.spread,
      fmt::format("two ways of {:.4g} cycles take {:.4g}, one alone {:.4g}", work, apart.median, together.median));

  put("instructions.jump latency", (together.median - work) / 2, together.spread,
      fmt::format("half of what a way of {:.4g} cycles that all take adds to them", work));

  std::vector<double> rounds;
  for (unsigned i = 0; i <= repeats_; ++i) {
    const Result<ProbeTimes> few = runner_.run("gevo_probe_loop", {.count = 1000});
    GEVO_TRY_ASSIGN(const ProbeTimes many, few ? runner_.run("gevo_probe_loop", {.count = 3000}) : few);
    if (i > 0) rounds.push_back((many.cycles - few->cycles) / 2000);
  }
  const Repeats round = summarise(std::move(rounds));
  put("instructions.branch latency", round.median - 2 * simpleLatency_, round.spread,
      fmt::format("a round of an empty loop takes {:.4g}, less its addition and comparison", round.median));
  return {};
}

Result<void> Calibration::measureShared() {
  std::vector<std::pair<double, double>> points;
  std::string note;
  double spread = 0;
  for (const unsigned way : ways) {
    GEVO_TRY_ASSIGN(const Repeats cycles, cyclesOfLink(probes::shared, {shortLinks, 1, {.shared = sharedBytes, .a = way}}));
    points.emplace_back(way, cycles.median);
    spread = std::max(spread, cycles.spread);
    note += fmt::format("{}{:.4g}", note.empty() ? "" : ", ", cycles.median);
  }
  put("memory.shared_latency", points.front().second, spread, "32 lanes, no conflict");
  put("memory.shared_conflict", fitLine(points).slope, spread, note + " cycles for 1, 2, 4, 8, 16, 32 ways");
  GEVO_TRY_ASSIGN(const Repeats full,
                  cyclesOfLink(probes::shared, {shortLinks, manyChains, {.threads = fullThreads, .shared = sharedBytes, .a = 1}}));
  put("throughput.shared_accesses", fullWarps * manyChains / full.median, full.spread, "32 warps, 32-bit loads");
  return {};
}

} // namespace gevo::cuda
