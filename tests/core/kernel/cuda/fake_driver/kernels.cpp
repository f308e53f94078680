// What kernels can do. One is named after what it does, unless the control file or its PTX say otherwise.

#include "state.h"

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace fake {

namespace {

/// Parameters as PTX lays them out: each at the next multiple of its size.
class Parameters {
public:
  Parameters(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  template <class T> T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (at_ + sizeof(T) <= size_) std::memcpy(&value, bytes_ + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  /// To what a pointer points.
  template <class T> T* address() { return static_cast<T*>(pointer(next<std::uint64_t>())); }

private:
  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
};

/// In [0, 1): the fractional parts of the golden ratio's multiples. Unlike random numbers, no few in a row lie close together,
/// which would end a measurement early once in a while.
double evenlySpread() {
  static std::uint32_t calls = 0;
  constexpr double goldenRatio = 0.6180339887498949;
  const double multiple = ++calls * goldenRatio;
  return multiple - std::floor(multiple);
}

/// (float* out, const float* in, u32 count): out = 2 in.
void twice(Parameters parameters, float factor, std::size_t more) {
  auto* out = parameters.address<float>();
  const auto* in = parameters.address<const float>();
  const auto count = parameters.next<std::uint32_t>();
  for (std::size_t i = 0; i < count; ++i) out[i] = factor * in[i];
  for (std::size_t i = count; i < count + more; ++i) out[i] = 0;
}

/// (const Region* table, u64* sums), a row of the grid for each region: as in core/kernel/cuda/device/helper_kernels.cpp.
void checksum(Parameters parameters, unsigned rows) {
  struct Region {
    std::uint64_t words;
    std::uint64_t count;
  };
  const auto* table = parameters.address<const Region>();
  auto* sums = parameters.address<std::uint64_t>();
  for (unsigned row = 0; row < rows; ++row) {
    const auto* words = static_cast<const std::uint32_t*>(pointer(table[row].words));
    for (std::uint64_t i = 0; i < table[row].count; ++i) sums[row] += std::uint64_t(words[i]) * (2 * i + 1);
  }
}

/// A probe of core/kernel/cuda/calibrate: each warp begins at once and takes as many cycles as the kernel takes microseconds.
void probe(Parameters parameters, double cycles, unsigned warps) {
  auto* clocks = parameters.address<std::uint64_t>();
  for (unsigned warp = 0; warp < warps && warp < 1U << 14; ++warp) {
    clocks[2 * warp] = 1000;
    clocks[2 * warp + 1] = 1000 + static_cast<std::uint64_t>(cycles);
  }
}

float factorOf(const Kernel& kernel) {
  float factor = 2;
  if (const auto found = kernel.module->symbols.find("factor"); found != kernel.module->symbols.end())
    std::memcpy(&factor, found->second.bytes.data(), sizeof factor);
  return factor;
}

int act(const Kernel& kernel, const std::uint8_t* bytes, std::size_t size, const Grid& grid) {
  static std::minstd_rand noise;
  const Parameters parameters(bytes, size);
  const std::string& does = kernel.act;
  state().microseconds += kernel.microseconds;
  if (does == "twice")
    twice(parameters, 2, 0);
  else if (does == "thrice")
    twice(parameters, 3, 0);
  else if (does == "by_symbol")
    twice(parameters, factorOf(kernel), 0);
  else if (does == "overrun")
    twice(parameters, 2, 1);
  else if (does == "noisy")
    twice(parameters, 2 + static_cast<float>(noise() % 16) * 1e-6F, 0);
  else if (does == "noisy_first") {
    twice(parameters, 2, 0);
    Parameters again = parameters;
    again.address<float>()[0] = static_cast<float>(noise() % 1000);
  } else if (does == "uneven") {
    twice(parameters, 2, 0);
    state().microseconds += kernel.microseconds * 0.1 * evenlySpread();
  } else if (does == "spoil") {
    twice(parameters, 2, 0);
    Parameters again = parameters;
    again.address<float>();
    again.address<float>()[0] += 1;
  } else if (does == "count_symbol") { // ++symbol, so that a second run sees what the first left
    twice(parameters, factorOf(kernel), 0);
    const float next = factorOf(kernel) + 1;
    auto& symbol = const_cast<Module*>(kernel.module)->symbols["factor"].bytes;
    symbol.resize(sizeof next);
    std::memcpy(symbol.data(), &next, sizeof next);
  } else if (does == "gevo_hold") {
    Parameters one = parameters;
    state().microseconds += static_cast<double>(one.next<std::uint64_t>()) * 1e-3;
  } else if (does == "gevo_checksum")
    checksum(parameters, grid.rows);
  else if (does.starts_with("gevo_probe_"))
    probe(parameters, kernel.microseconds, grid.warps);
  else if (does == "hang")
    state().hangs = true;
  else if (does == "print")
    std::puts("printed by a kernel");
  else if (does == "crash")
    std::raise(SIGSEGV);
  else if (does == "illegal")
    return 700;
  else if (does == "misaligned")
    return 716;
  return 0;
}

} // namespace

int run(const Kernel& kernel, const std::uint8_t* bytes, std::size_t size, const Grid& grid) {
  State& now = state();
  const double began = now.microseconds;
  const int status = act(kernel, bytes, size, grid);
  now.joules += (now.microseconds - began) * 1e-6 * kernel.watts;
  const auto lines = controls("energy");
  const double step = lines.empty() ? 5000 : std::atof(lines.back().at(0).c_str());
  if (step > 0 && now.microseconds - now.meteredAt >= step) {
    now.metered = now.joules;
    now.meteredAt = now.microseconds;
  }
  return status;
}

} // namespace fake
