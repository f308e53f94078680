#pragma once

/// A simulated GPU with the fixture kernels loaded, for tests: vectors up and down, launches with typed parameters.

#include "core/kernel/simulator/simulator.h"
#include "tests/core/base/value_of.h"

#include <cstring>
#include <fstream>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <stdexcept>
#include <type_traits>

namespace gevo::sim::testing {

inline std::string fixture(const char* name) { return std::string(GEVO_TEST_SOURCE "/tests/core/kernel/simulator/fixtures/") + name; }

/// The line of kernels.cu that carries "mark: words".
inline std::uint32_t markedLine(const std::string& words) {
  std::ifstream file(fixture("kernels.cu"));
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number)
    if (const auto at = line.find("mark: "); at != std::string::npos && line.substr(at + 6) == words) return number;
  throw std::runtime_error("no line is marked " + words);
}

inline Result<Simulator> simulatorOf(const std::string& file, const Model& model) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(file, diagnostic, context);
  if (!module) return fail("{}: {}", file, diagnostic.getMessage().str());
  return Simulator::create(*module, model);
}

inline Result<Simulator> simulatorOfText(const std::string& text, Detail detail = Detail::None) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "text"), diagnostic, context);
  if (!module) return fail("{}", diagnostic.getMessage().str());
  return Simulator::create(*module, *loadModel("sim"), detail);
}

class Device {
public:
  Device() : Device(valueOf(simulatorOf(fixture("kernels.ll"), *loadModel("sim")))) {}
  explicit Device(Simulator simulator) : simulator(std::move(simulator)) {
    if (auto placed = this->simulator.placeSymbols(memory); !placed) throw std::runtime_error(placed.error().message);
  }

  template <class T> std::uint64_t upload(const std::vector<T>& values) {
    const std::uint64_t address = reserve<T>(values.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
    if (auto written = memory.write(address, ByteView(bytes, values.size() * sizeof(T))); !written)
      throw std::runtime_error(written.error().message);
    return address;
  }
  /// Uninitialised memory.
  template <class T> std::uint64_t reserve(std::size_t count) { return valueOf(memory.allocate(count * sizeof(T))); }
  template <class T> std::vector<T> download(std::uint64_t address, std::size_t count) {
    const Bytes bytes = valueOf(memory.read(address, count * sizeof(T)));
    std::vector<T> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  template <class... Arguments> LaunchReport launch(const std::string& kernel, Dim3 grid, Dim3 block, Arguments... arguments) {
    Bytes parameters;
    (append(parameters, arguments), ...);
    Launch launch;
    launch.kernel = kernel;
    launch.grid = grid;
    launch.block = block;
    launch.dynamicShared = dynamicShared;
    launch.parameters = parameters;
    launch.isCooperative = isCooperative;
    return simulator.launch(launch, memory, limits);
  }

  Simulator simulator;
  GlobalMemory memory;
  Limits limits;
  std::uint32_t dynamicShared = 0;
  bool isCooperative = false;

private:
  template <class T> static void append(Bytes& bytes, const T& value) {
    bytes.resize((bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof(T));
  }
};

/// The message of the fault that ended the launch; empty if none did.
inline std::string faultMessage(const LaunchReport& report) { return report.fault ? report.fault->message() : std::string(); }

} // namespace gevo::sim::testing
