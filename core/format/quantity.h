#pragma once

/// Formats quantities with units for people: in the window, in reports and in the terminal. UTF-8. Values that are not finite become
/// unknownFigure. For CSV see csv.h.

#include <cstdint>
#include <string>

namespace gevo {

/// "13.31 µs", "1.420 ms", "2.750 s".
std::string formatRuntime(double microseconds);
/// "4.213 mJ", "1.42 J".
std::string formatEnergy(double millijoules);
/// "1.384×".
std::string formatSpeedup(double speedup);
/// True if the formatted speedup is above one.
bool showsFaster(double speedup);
/// "1.384× faster" if showsFaster, else "1.000× as fast" or "0.910× as fast".
std::string formatFaster(double speedup);
/// To the second: "0:52", "1:04:10".
std::string formatDuration(double seconds);
/// "0.42 s", for short times.
std::string formatSeconds(double seconds);
/// "1,234/s"; with one decimal below ten: "2.6/s".
std::string formatRate(double perSecond);
/// "512 bytes", "1.5 KiB", "34.0 MiB".
std::string formatBytes(std::uint64_t bytes);

} // namespace gevo
