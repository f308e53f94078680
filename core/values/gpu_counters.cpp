#include "core/values/gpu_counters.h"

#include <algorithm>
#include <cmath>

namespace gevo {

const std::array<GpuCounterInfo, gpuCounterCount>& gpuCounters() {
  using enum CounterUnit;
  // Metrics' names as `ncu --query-metrics` lists them; on Volta and later.
  static constexpr std::array<GpuCounterInfo, gpuCounterCount> counters{{
      {"time", "time_us", "gpu__time_duration.sum", Microseconds, 1e-3},
      {"instructions of warps", "instructions", "smsp__inst_executed.sum", Count},
      {"threads active in an instruction", "threads_per_instruction", "smsp__thread_inst_executed_per_inst_executed.ratio", Ratio},
      {"sectors loaded from global memory", "global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", Count},
      {"sectors stored to global memory", "global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", Count},
      {"sectors loaded from local memory", "local_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", Count},
      {"sectors stored to local memory", "local_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", Count},
      {"bank conflicts of shared memory", "bank_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", Count},
      {"divergent branches", "divergent_branches", "smsp__sass_branch_targets_threads_divergent.sum", Count},
      {"sectors of L2", "l2_sectors", "lts__t_sectors.sum", Count},
      {"bytes read from memory", "memory_read_bytes", "dram__bytes_read.sum", Bytes},
      {"bytes written to memory", "memory_written_bytes", "dram__bytes_write.sum", Bytes},
      {"hits in L1", "l1_hits_percent", "l1tex__t_sector_hit_rate.pct", Percent},
      {"hits in L2", "l2_hits_percent", "lts__t_sector_hit_rate.pct", Percent},
      {"achieved occupancy", "occupancy_percent", "sm__warps_active.avg.pct_of_peak_sustained_active", Percent},
      {"cycles that issue an instruction", "issue_percent", "smsp__issue_active.avg.pct_of_peak_sustained_active", Percent},
      {"bandwidth of memory in use", "memory_bandwidth_percent", "dram__throughput.avg.pct_of_peak_sustained_elapsed", Percent},
      {"wait for global or local memory (long scoreboard)", "stalled_memory_percent",
       "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct", Percent},
      {"wait for shared memory or special functions (short scoreboard)", "stalled_shared_percent",
       "smsp__warp_issue_stalled_short_scoreboard_per_warp_active.pct", Percent},
      {"queue of global and local memory is full (LG throttle)", "stalled_memory_queue_percent",
       "smsp__warp_issue_stalled_lg_throttle_per_warp_active.pct", Percent},
      {"queue of shared memory and special functions is full (MIO throttle)", "stalled_shared_queue_percent",
       "smsp__warp_issue_stalled_mio_throttle_per_warp_active.pct", Percent},
      {"wait at barriers", "stalled_barrier_percent", "smsp__warp_issue_stalled_barrier_per_warp_active.pct", Percent},
      {"wait at fences (membar)", "stalled_fence_percent", "smsp__warp_issue_stalled_membar_per_warp_active.pct", Percent},
      {"wait for arithmetic units (math pipe throttle)", "stalled_arithmetic_percent",
       "smsp__warp_issue_stalled_math_pipe_throttle_per_warp_active.pct", Percent},
      {"wait of fixed latency (wait)", "stalled_latency_percent", "smsp__warp_issue_stalled_wait_per_warp_active.pct", Percent},
      {"wait for instructions to be fetched (no instruction)", "stalled_fetch_percent",
       "smsp__warp_issue_stalled_no_instruction_per_warp_active.pct", Percent},
      {"ready, and another warp runs (not selected)", "stalled_others_percent", "smsp__warp_issue_stalled_not_selected_per_warp_active.pct",
       Percent},
  }};
  return counters;
}

bool isSum(CounterUnit unit) { return unit <= CounterUnit::Bytes; }

namespace {

/// What the mean of a share is weighted by: of hits the accesses, which some launches don't make; else the time.
double weightOf(const CounterValues& values, std::size_t counter) {
  using enum GpuCounter;
  if (counter == static_cast<std::size_t>(LevelTwoHits)) return valueOf(values, LevelTwo);
  if (counter != static_cast<std::size_t>(LevelOneHits)) return valueOf(values, Time);
  return valueOf(values, GlobalLoads) + valueOf(values, GlobalStores) + valueOf(values, LocalLoads) + valueOf(values, LocalStores);
}

} // namespace

void addCounters(KernelCounters& to, const KernelCounters& more) {
  const CounterValues earlier = to.values;
  for (std::size_t i = 0; i < gpuCounterCount; ++i) {
    const double before = weightOf(earlier, i);
    const double added = weightOf(more.values, i);
    double& value = to.values[i];
    if (to.counted == 0)
      value = more.values[i];
    else if (more.counted == 0)
      continue;
    else if (isSum(gpuCounters()[i].unit))
      value += more.values[i];
    else if (before + added > 0)
      value = (value * before + more.values[i] * added) / (before + added);
  }
  to.launches += more.launches;
  to.counted += more.counted;
  to.registers = std::max(to.registers, more.registers);
  to.sharedBytes = std::max(to.sharedBytes, more.sharedBytes);
  to.localBytes = std::max(to.localBytes, more.localBytes);
}

void addCounters(std::vector<KernelCounters>& to, const std::vector<KernelCounters>& more) {
  for (const KernelCounters& one : more) {
    const auto known = std::ranges::find(to, one.kernel, &KernelCounters::kernel);
    if (known == to.end())
      to.push_back(one);
    else
      addCounters(*known, one);
  }
}

bool isSound(const GpuCounters& counters) {
  const auto isFine = [](double value) { return std::isnan(value) || (std::isfinite(value) && value >= 0); };
  for (const CodeCounters* side : {&counters.original, &counters.variant})
    for (const KernelCounters& kernel : side->kernels)
      if (kernel.counted > kernel.launches || !std::ranges::all_of(kernel.values, isFine)) return false;
  return true;
}

} // namespace gevo
