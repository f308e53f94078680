// Stop watches as CUDA's samples use them, in milliseconds. Written for GEVO Explorer.
#pragma once

#include <chrono>

class StopWatchInterface {
public:
  void start() {
    begin_ = Clock::now();
    running_ = true;
  }
  void stop() {
    last_ = sinceStart();
    total_ += last_;
    ++sessions_;
    running_ = false;
  }
  void reset() {
    total_ = last_ = 0;
    sessions_ = 0;
    if (running_) begin_ = Clock::now();
  }
  float getTime() const { return running_ ? total_ + sinceStart() : total_; }
  float getAverageTime() const { return sessions_ > 0 ? total_ / static_cast<float>(sessions_) : 0.0f; }

private:
  using Clock = std::chrono::steady_clock;
  float sinceStart() const { return std::chrono::duration<float, std::milli>(Clock::now() - begin_).count(); }
  Clock::time_point begin_ = Clock::now();
  float total_ = 0;
  float last_ = 0;
  int sessions_ = 0;
  bool running_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->reset();
  return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer != nullptr ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return *timer != nullptr ? (*timer)->getAverageTime() : 0.0f; }
