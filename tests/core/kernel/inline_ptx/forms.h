#pragma once

/// Blocks of assembly, each run on the simulated GPU after `prepareBase` and compared with plain C++.

#include "core/kernel/ir/pipeline.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/simulator/device.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <span>

namespace gevo::ir::assembly::testing {

/// Bits of a thread's operands after the results, in order.
using Inputs = std::span<const std::uint64_t>;

struct Form {
  std::string text;
  std::string constraints; ///< of registers only: "=r,=r,r,l"
  std::function<std::vector<std::uint64_t>(Inputs)> expected;
  double tolerance = 0; ///< relative error of floats that may be; 0: bits must be the same
};

inline std::uint32_t low(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
inline std::int32_t s32(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }
inline std::int64_t s64(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }
inline float f32(std::uint64_t bits) { return std::bit_cast<float>(low(bits)); }
inline double f64(std::uint64_t bits) { return std::bit_cast<double>(bits); }
inline std::uint64_t bitsOf(float value) { return std::bit_cast<std::uint32_t>(value); }
inline std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Letters of the results, and of the inputs.
struct Letters {
  std::string results;
  std::string inputs;
};

inline Letters lettersOf(const std::string& constraints) {
  Letters letters;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (constraints[i] == ',' || constraints[i] == '=') continue;
    if (constraints[i] == '~') break; // clobbers come last
    if (i > 0 && constraints[i - 1] == '=')
      letters.results += constraints[i];
    else
      letters.inputs += std::isdigit(constraints[i]) ? letters.results[static_cast<std::size_t>(constraints[i] - '0')] : constraints[i];
  }
  return letters;
}

inline unsigned bytesOf(char letter) { return letter == 'h' ? 2 : letter == 'r' || letter == 'f' ? 4 : 8; }
inline const char* typeOf(char letter) {
  return letter == 'h' ? "i16" : letter == 'r' ? "i32" : letter == 'l' ? "i64" : letter == 'f' ? "float" : "double";
}

inline std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) all += c == '\n' ? "\\0A" : c == '"' ? "\\22" : c == '\t' ? "\\09" : std::string(1, c);
  return all;
}

/// A kernel that runs the block in each thread on its own inputs: arrays of results first, then arrays of inputs.
inline std::string kernelOf(const Form& form) {
  const Letters letters = lettersOf(form.constraints);
  std::string parameters, loads, arguments, stores, result = "void";
  for (std::size_t i = 0; i < letters.results.size(); ++i) {
    const std::string n = std::to_string(i), type = typeOf(letters.results[i]);
    result = i == 0 ? type : result + ", " + type;
    parameters += (i ? ", ptr %o" : "ptr %o") + n;
    const std::string value = letters.results.size() == 1 ? "%r" : "%r" + n;
    stores += "%p" + n + " = getelementptr " + type + ", ptr %o" + n + ", i64 %index\n";
    stores += "store " + type + " " + value + ", ptr %p" + n + "\n";
  }
  if (letters.results.size() > 1) {
    result = "{ " + result + " }";
    for (std::size_t i = letters.results.size(); i-- > 0;)
      stores = "%r" + std::to_string(i) + " = extractvalue " + result + " %r, " + std::to_string(i) + "\n" + stores;
  }
  for (std::size_t i = 0; i < letters.inputs.size(); ++i) {
    const std::string n = std::to_string(i), type = typeOf(letters.inputs[i]);
    parameters += ", ptr %i" + n;
    loads += "%q" + n + " = getelementptr " + type + ", ptr %i" + n + ", i64 %index\n";
    loads += "%a" + n + " = load " + type + ", ptr %q" + n + "\n";
    arguments += (i ? ", " : "") + type + " %a" + n;
  }
  return "define ptx_kernel void @k(" + parameters +
         ") {\n%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n%b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
         "%b2 = mul i32 %b, 128\n%sum = add i32 %b2, %t\n%index = zext i32 %sum to i64\n" +
         loads + "%r = call " + result + " asm sideeffect \"" + escaped(form.text) + "\", \"" + form.constraints + "\"(" + arguments +
         ")\n" + stores + "ret void\n}\n";
}

inline std::uint64_t anyInput(char letter, std::mt19937_64& engine) {
  static const std::vector<std::uint64_t> integers = {0,          1,          2,          0x7f,       0x80,       0xff,
                                                      31,         32,         33,         63,         64,         0x7fff,
                                                      0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff, 0x80000001,
                                                      0xfffffffe, 1ULL << 32, ~0ULL,      ~0ULL >> 1, 1ULL << 63, 0x0123456789abcdef};
  static const std::vector<double> floats = {0.0,          -0.0,          1.0,          -1.0,    0.5,   -0.5,  1.5,  2.5,
                                             -2.5,         3.9999,        1e10,         -1e10,   1e30,  1e-30, 1e20, -1e20,
                                             2147483647.0, -2147483648.0, 4294967295.0, 65504.0, 127.5, 255.5};
  const std::uint64_t random = engine();
  if (letter == 'f' || letter == 'd') {
    double value = floats[random % floats.size()];
    if (random >> 63) value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine())), -static_cast<int>(random >> 8 & 63));
    if ((random >> 40 & 31) == 0) value = (random >> 50 & 1) ? std::nan("") : (random >> 51 & 1) ? HUGE_VAL : -HUGE_VAL;
    return letter == 'f' ? bitsOf(static_cast<float>(value)) : bitsOf(value);
  }
  std::uint64_t value = integers[random % integers.size()];
  if (random >> 62 == 1) value = engine();
  if (random >> 62 == 2) value = engine() >> (random >> 8 & 63);
  return letter == 'h' ? value & 0xffff : letter == 'r' ? low(value) : value;
}

inline bool agrees(std::uint64_t actual, std::uint64_t expected, char letter, double tolerance) {
  if (actual == expected) return true;
  if (letter != 'f' && letter != 'd') return false;
  const double a = letter == 'f' ? static_cast<double>(f32(actual)) : f64(actual);
  const double e = letter == 'f' ? static_cast<double>(f32(expected)) : f64(expected);
  if (std::isnan(a) || std::isnan(e)) return std::isnan(a) && std::isnan(e);
  return tolerance > 0 && std::abs(a - e) <= tolerance * std::abs(e);
}

inline std::string preparedText(const std::string& kernel) {
  return printModule((*BaseModule::load(prepareBase(assemble(kernel)).value()))->module());
}

/// Runs it in 4 blocks of 128 threads. Fails with the operands of the first thread that has another result.
inline void runForm(const Form& form) {
  constexpr std::size_t threads = 512;
  const Letters letters = lettersOf(form.constraints);
  const auto base = std::move(BaseModule::load(prepareBase(assemble(kernelOf(form))).value()).value());
  QVERIFY2(printModule(base->module()).find("call void asm") == std::string::npos &&
               printModule(base->module()).find(" asm ") == std::string::npos,
           "the block was not translated");
  auto simulator = sim::Simulator::create(base->module(), *sim::loadModel("sim"));
  QVERIFY2(simulator, simulator ? "" : simulator.error().message.c_str());
  sim::testing::Device device(std::move(*simulator));
  std::mt19937_64 engine(form.text.size());
  Bytes parameters;
  const auto pass = [&](std::uint64_t address) {
    for (unsigned i = 0; i < 64; i += 8) parameters.push_back(static_cast<std::uint8_t>(address >> i));
  };
  std::vector<std::uint64_t> results;
  for (const char letter : letters.results) {
    results.push_back(device.reserve<std::uint8_t>(threads * bytesOf(letter)));
    pass(results.back());
  }
  std::vector<std::vector<std::uint64_t>> inputs(threads);
  for (const char letter : letters.inputs) {
    Bytes bytes;
    for (std::size_t i = 0; i < threads; ++i) {
      inputs[i].push_back(anyInput(letter, engine));
      for (unsigned byte = 0; byte < bytesOf(letter); ++byte) bytes.push_back(static_cast<std::uint8_t>(inputs[i].back() >> (8 * byte)));
    }
    pass(device.upload(bytes));
  }
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {threads / 128, 1, 1};
  launch.block = {128, 1, 1};
  launch.parameters = parameters;
  const auto report = device.simulator.launch(launch, device.memory, device.limits);
  QCOMPARE(sim::testing::faultMessage(report), std::string());
  for (std::size_t r = 0; r < results.size(); ++r) {
    const unsigned size = bytesOf(letters.results[r]);
    const auto bytes = device.download<std::uint8_t>(results[r], threads * size);
    for (std::size_t i = 0; i < threads; ++i) {
      std::uint64_t actual = 0;
      std::memcpy(&actual, bytes.data() + i * size, size);
      const auto expected = form.expected(inputs[i]);
      std::string said = fmt::format("result {} is {:#x}, not {:#x}, of", r, actual, expected[r]);
      for (const std::uint64_t input : inputs[i]) fmt::format_to(std::back_inserter(said), " {:#x}", input);
      QVERIFY2(agrees(actual, expected[r], letters.results[r], form.tolerance), said.c_str());
    }
  }
}

inline void addRows(const std::vector<Form>& forms) {
  QTest::addColumn<int>("number");
  for (std::size_t i = 0; i < forms.size(); ++i) QTest::newRow(forms[i].text.c_str()) << static_cast<int>(i);
}

inline void runRow(const std::vector<Form>& forms) {
  QFETCH(int, number);
  runForm(forms[static_cast<std::size_t>(number)]);
}

} // namespace gevo::ir::assembly::testing
