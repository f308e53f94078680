#pragma once

/// The style sheet of reports.

#include <cstdint>
#include <string>
#include <string_view>

namespace gevo::report {

/// Screen: colours are CSS variables that follow the reader's light or dark mode. Paper: light, and simple enough for the PDF writer.
enum class Medium : std::uint8_t { Screen, Paper };

/// The page's <style> element.
std::string styleSheet(Medium medium);
/// Replaces "$ink" and the other names of colours in HTML and SVG by colours. Text that went through `escaped` contains no "$".
std::string colored(std::string html, Medium medium);

/// A picture of named colours as a file of its own, light or dark as its reader is. Its colours are attributes, which programs read that
/// know no style sheets. `height` in pixels; 960 wide.
std::string svgFile(std::string_view content, double height);

} // namespace gevo::report
