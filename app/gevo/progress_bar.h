#pragma once

/// One line that is redrawn on a terminal; nothing is drawn where stderr is not a terminal.

#include <string>
#include <string_view>

namespace gevo {

class ProgressBar {
public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `share` in 0..1; below 0 where it is not known.
  void show(double share, std::string_view text);
  void clear();

private:
  bool terminal_;
  bool drawn_ = false;
};

} // namespace gevo
