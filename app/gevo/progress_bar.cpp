#include "app/gevo/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace gevo {

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::show(double share, std::string_view text) {
  if (!terminal_) return;
  constexpr int width = 24;
  std::string line;
  if (share >= 0) {
    const int full = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * width));
    line =
        fmt::format("[{}{}] ", std::string(static_cast<std::size_t>(full), '#'), std::string(static_cast<std::size_t>(width - full), '.'));
  }
  line += text;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && line.size() >= size.ws_col) line.resize(size.ws_col - 1U);
  fmt::print(stderr, "\r\x1b[K{}", line);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

} // namespace gevo
