#pragma once

/// One worker process and the frames on their way to and from it. Nothing here blocks but `reap`.

#include "core/worker_pool/frame_channel.h"
#include "core/worker_pool/spawner.h"

#include <chrono>

namespace gevo {

/// How a process ended.
struct Ending {
  std::string message;   ///< "was killed by signal 11 (Segmentation fault)"
  bool timedOut = false; ///< by the limit on processor time
  bool killed = false;   ///< by SIGKILL, which no module can cause
};

class WorkerProcess {
public:
  explicit WorkerProcess(const ChildProcess& child);
  ~WorkerProcess(); ///< kills and reaps what is still there

  int id() const { return id_; }
  int channel() const { return channel_.descriptor(); }
  int errors() const { return errors_.get(); }
  bool hasOutput() const { return channel_.hasOutput(); }

  /// As FrameChannel has them.
  void send(std::uint32_t kind, std::shared_ptr<const Bytes> payload) { channel_.send(kind, std::move(payload)); }
  void write() { channel_.write(); }
  void read() { channel_.read(); }
  std::optional<Frame> receive() { return channel_.receive(); }
  bool ended() const { return channel_.ended(); }

  void readErrors();
  void close();     ///< end of stdin: an idle worker ends by itself
  void terminate(); ///< asks it to end, with its child processes
  void kill();      ///< the worker's whole process group
  void yield();     ///< from now on it runs at lower priority
  /// From now on. It holds even if nothing calls the pool; whole seconds, rounded up, and the kernel's own slack of about one.
  void allowProcessorTime(std::chrono::milliseconds time);

  /// Kills the process group, waits for the process and returns how it ended.
  Ending reap();
  void forgetErrors() { stderrText_.clear(); }
  /// The last lines that the worker wrote to stderr since then.
  std::string stderrTail() const;

private:
  int id_ = -1;
  FrameChannel channel_;
  Descriptor errors_;
  std::string stderrText_; ///< the last of it
};

} // namespace gevo
