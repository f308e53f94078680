#pragma once

/// Quantities with their units, as people read them: in the window, in reports and in a terminal. UTF-8. What is no finite number is
/// an unknownFigure. For programs that read CSV see csv.h.

#include <cstdint>
#include <string>

namespace gevo {

/// "13.31 µs", "1.420 ms", "2.750 s".
std::string formatRuntime(double microseconds);
/// "4.213 mJ", "1.42 J".
std::string formatEnergy(double millijoules);
/// "1.384×".
std::string formatSpeedup(double speedup);
/// True where the digits of the speedup show that it is above one.
bool showsFaster(double speedup);
/// "1.384× faster"; where it doesn't show: "1.000× as fast", "0.910× as fast".
std::string formatFaster(double speedup);
/// As a clock shows it, to the second: "0:52", "1:04:10".
std::string formatDuration(double seconds);
/// "0.42 s": of what is measured more precisely.
std::string formatSeconds(double seconds);
/// "1,234/s"; below ten with a digit after the point: "2.6/s".
std::string formatRate(double perSecond);
/// "512 bytes", "1.5 KiB", "34.0 MiB".
std::string formatBytes(std::uint64_t bytes);

} // namespace gevo
