#pragma once

/// The process that runs a GPU for the workers of this one: `gevo-worker gpu`.

#include "core/base/result.h"
#include "core/base/temporary_folder.h"
#include "core/values/gpu_use.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace gevo {

class Spawner;
class WorkerProcess;

class GpuServerProcess {
public:
  /// The server for that GPU in this process, started if there is none: pools of one process take turns on a GPU, so that a view that
  /// evaluates a variant does not disturb the measurements of a run. `program`: path of gevo-worker; empty: beside the running program.
  static Result<std::shared_ptr<GpuServerProcess>> forGpu(int number, const std::string& program);
  /// The names of this machine's GPUs, by their numbers. An error if there is none, with what helps.
  static Result<std::vector<std::string>> listGpus(const std::string& program);
  /// Of those that run now, by their numbers.
  static std::map<int, GpuUse> uses();
  /// Returns once none of its processes uses the GPU any more.
  ~GpuServerProcess();
  GpuServerProcess(const GpuServerProcess&) = delete;
  GpuServerProcess& operator=(const GpuServerProcess&) = delete;

  /// Where workers reach it.
  const std::string& socket() const { return socket_; }

private:
  GpuServerProcess();
  Result<void> start(int number, const std::string& program);
  Result<GpuUse> use();

  std::optional<TemporaryFolder> folder_; ///< of the socket
  std::string socket_;
  std::unique_ptr<Spawner> spawner_;
  std::unique_ptr<WorkerProcess> process_;
};

} // namespace gevo
