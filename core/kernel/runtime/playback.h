#pragma once

/// The program's side of a playback (trace/playback.h): what comes back from the device is taken from a recording, and what the program
/// asks of the device has to be what was recorded.

#include "core/base/result.h"
#include "core/kernel/trace/playback.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace gevo::cuda {

class Playback {
public:
  /// Null if GEVO_PLAYBACK names no folder.
  static std::unique_ptr<Playback> ofEnvironment();

  /// Reads the files; call it first.
  Result<void> begin();

  /// Kernel time of the next launch.
  double nextLaunch();
  /// The program asks for this, which is no copy to the host. Ends the process if the recording has something else.
  void expect(const program::Event& event);
  /// What a copy to the host delivers. Nothing before the first launch, and where the recording has no such copy after the last one.
  std::optional<Bytes> deliver(const program::Event& copy, std::size_t size);
  /// Whether the recording goes on with a write of this variable.
  bool writesNext(const std::string& symbol) const;
  /// The copy to the host with which the recording goes on, if it does.
  const program::Event* nextCopy() const;
  /// Its bytes, and goes on. The program may copy the same once more at once.
  Bytes take();
  /// The program ends.
  void finish();

private:
  explicit Playback(std::string folder) : folder_(std::move(folder)) {}
  bool isPastLaunches() const { return next_ > lastLaunch_; }
  void advance();
  bool isRecorded(const program::Event& asked) const;
  [[noreturn]] void differ();
  void write(bool isSame) const;
  Bytes changed(const program::Event& copy) const;
  std::size_t find(const program::Event& copy, std::size_t size) const;

  std::string folder_;
  program::Trace trace_;
  std::vector<double> launchMicroseconds_;
  program::Change change_ = program::Change::None;
  std::map<std::uint32_t, program::ElementType> types_;     ///< of outputs to change
  std::map<std::string, std::vector<bool>> parameterReads_; ///< by kernel
  std::size_t next_ = 0;                                    ///< in the trace
  std::size_t lastLaunch_ = 0;
  std::size_t launches_ = 0;       ///< so far
  std::vector<std::size_t> taken_; ///< by `take` since the last other event
  int process_ = 0;
};

} // namespace gevo::cuda
