#pragma once

/// One worker process and the frames on their way to and from it. Nothing here blocks but `reap`.

#include "core/run/descriptor.h"
#include "core/run/frames.h"
#include "core/run/spawner.h"

#include <chrono>
#include <deque>
#include <memory>

namespace gevo {

/// How a process ended.
struct Ending {
  std::string words;     ///< "killed by signal 11 (Segmentation fault)"
  bool timedOut = false; ///< by the limit on processor time
  bool killed = false;   ///< by SIGKILL, which nothing that a module does to its worker sends
};

class WorkerProcess {
public:
  explicit WorkerProcess(const ChildProcess& child);
  ~WorkerProcess(); ///< kills and reaps what is still there

  int id() const { return id_; }
  int channel() const { return channel_.get(); }
  int errors() const { return errors_.get(); }
  bool hasOutput() const { return !output_.empty(); }

  /// Queues a frame. The payload is shared, since every worker of a pool gets the same project.
  void send(std::uint32_t kind, std::shared_ptr<const Bytes> payload);
  /// Moves as many bytes as go without waiting.
  void write();
  void read();
  void readErrors();
  /// The next whole frame that has arrived.
  std::optional<Frame> receive();

  /// The connection ended or carried no frame. Frames that came before are still received.
  bool ended() const { return ended_; }
  void close();     ///< end of stdin: an idle worker ends by itself
  void terminate(); ///< asks it to end, and to take its children along
  void kill();      ///< the worker's whole process group
  /// From now on. It is a bound that holds while nobody attends; whole seconds, rounded up, and the kernel's own slack of about one.
  void allowProcessorTime(std::chrono::milliseconds time);

  /// Kills what is left, waits for it and says how it died.
  Ending reap();
  /// The last lines that the worker wrote to stderr.
  std::string lastWords() const;

private:
  struct Outgoing {
    std::array<std::uint8_t, frameHeaderBytes> header;
    std::shared_ptr<const Bytes> payload;
    std::size_t sent = 0; ///< of header and payload together
  };

  int id_ = -1;
  Descriptor channel_;
  Descriptor errors_;
  std::deque<Outgoing> output_;
  Bytes input_;
  std::size_t consumed_ = 0; ///< bytes of input_ that were received
  std::string words_;
  bool ended_ = false;
  bool damaged_ = false;
};

} // namespace gevo
