#pragma once

/// A test of one kernel, `work(float* out, const float* in, unsigned count)`, and code for it, for the fake driver.

#include "core/base/wire.h"
#include "core/kernel/cuda/replay/replay_messages.h"
#include "core/kernel/trace/trace.h"

#include <cstring>
#include <numeric>

namespace gevo::cuda {

inline Bytes toBytes(const std::string& text) { return Bytes(text.begin(), text.end()); }

template <class T> Bytes bytesOfValues(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
  return Bytes(first, first + values.size() * sizeof(T));
}

/// PTX whose kernel does what the fake driver's kernels.cpp has under this name.
inline Bytes codeThat(const std::string& does, const std::string& variables = "") {
  return toBytes(".version 8.0\n.target sm_90\n" + variables + "\n.visible .entry work(\n// fake: " + does + "\n)\n{ ret; }\n");
}

struct SmallTest {
  static constexpr std::uint32_t count = 1000; // 4,000 bytes: 96 to the next multiple of 256
  static constexpr std::uint64_t in = 0x200000200000 - 4096;
  static constexpr std::uint64_t out = 0x200000600000 - 4096;

  program::Trace trace;
  std::vector<float> values = std::vector<float>(count);

  SmallTest() {
    std::iota(values.begin(), values.end(), 1.0F);
    for (const std::uint64_t address : {in, out}) {
      program::Event& made = trace.events.emplace_back();
      made.kind = program::EventKind::Allocate;
      made.address = address;
      made.size = count * sizeof(float);
    }
    program::Event& copied = trace.events.emplace_back();
    copied.kind = program::EventKind::CopyToDevice;
    copied.address = in;
    copied.data = bytesOfValues(values);
    program::Event& launched = trace.events.emplace_back();
    launched.kind = program::EventKind::Launch;
    launched.name = "work";
    launched.data.resize(20);
    std::memcpy(launched.data.data(), &out, 8);
    std::memcpy(launched.data.data() + 8, &in, 8);
    std::memcpy(launched.data.data() + 16, &count, 4);
    program::Event& read = trace.events.emplace_back();
    read.kind = program::EventKind::CopyToHost;
    read.address = out;
    for (float& value : values) value *= 2;
    read.data = bytesOfValues(values);
  }

  program::Event& copy() { return trace.events[2]; }
  program::Event& launch() { return trace.events[3]; }
  program::Event& read() { return trace.events[4]; }

  TestRecipe recipe(Bytes original) const {
    TestRecipe recipe;
    recipe.trace = wire::encode(trace);
    recipe.outputs = {OutputInfo{.name = "out", .type = "f32"}};
    recipe.settings.mode = Mode::Exact;
    recipe.original = std::move(original);
    return recipe;
  }
};

} // namespace gevo::cuda
