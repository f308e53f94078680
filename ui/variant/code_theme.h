#pragma once

/// The colours of code in the colours of the theme.

#include "ui/diff/code_colors.h"
#include "ui/theme/theme.h"

namespace gevo::ui {

CodeColors codeColors(const Theme& theme);

} // namespace gevo::ui
