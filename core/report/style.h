#pragma once

/// The style sheet of reports.

#include <cstdint>
#include <string>

namespace gevo::report {

/// Screen: colours are CSS variables that follow the reader's light or dark mode. Paper: light, and simple enough for the PDF writer.
enum class Medium : std::uint8_t { Screen, Paper };

/// The page's <style> element.
std::string styleSheet(Medium medium);
/// Replaces "$ink" and the other names of colours in HTML and SVG by colours. Text that went through `escaped` contains no "$".
std::string colored(std::string html, Medium medium);

} // namespace gevo::report
