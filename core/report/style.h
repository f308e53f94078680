#pragma once

/// How a report looks: one calm page, one accent, colour only where it carries meaning.

#include <cstdint>
#include <string>

namespace gevo::report {

/// Screen: colours are CSS variables and follow the reader's light or dark. Paper: light, and plain enough for what makes a PDF of it.
enum class Medium : std::uint8_t { Screen, Paper };

/// The page's <style> element.
std::string styleSheet(Medium medium);
/// Replaces "$ink" and the other names of colours in HTML and SVG that was made with them. Text that went through `escaped` holds no "$".
std::string colored(std::string html, Medium medium);

} // namespace gevo::report
