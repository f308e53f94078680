#pragma once

/// The process that runs a GPU for the workers of this one: `gevo-worker gpu`.

#include "core/base/result.h"
#include "core/values/gpu_use.h"

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

namespace gevo {

class Spawner;
class WorkerProcess;

class GpuServer {
public:
  /// The one of this process for that GPU, started where there is none: pools of one process take turns on a GPU, so that a view that
  /// evaluates a variant does not disturb what a run measures. `program`: path of gevo-worker; empty: beside the running program.
  static Result<std::shared_ptr<GpuServer>> forGpu(int number, const std::string& program);
  /// The names of this machine's GPUs, by their numbers. An error where there is none, with the mend.
  static Result<std::vector<std::string>> listGpus(const std::string& program);
  /// Of those that run now, by their numbers.
  static std::map<int, GpuUse> uses();
  /// Returns once no process of it uses the GPU any more.
  ~GpuServer();
  GpuServer(const GpuServer&) = delete;
  GpuServer& operator=(const GpuServer&) = delete;

  /// Where workers reach it.
  const std::string& socket() const { return socket_; }

private:
  GpuServer();
  Result<void> start(int number, const std::string& program);
  Result<GpuUse> use();

  std::filesystem::path folder_;
  std::string socket_;
  std::unique_ptr<Spawner> spawner_;
  std::unique_ptr<WorkerProcess> process_;
};

} // namespace gevo
