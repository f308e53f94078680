#pragma once

/// A front of programs, and which of them is shown while it changes.

#include "core/tmbl/regression/regression.h"

#include <optional>

namespace gevo::ui {

using FittedFront = std::vector<tmbl::FittedProgram>;

/// The place of the program to show; -1: there is none. `length`: of the one that the user chose; it, or else the longest of those that are
/// shorter, which has taken its place. Without a choice, the program with the smallest error on the rows that judge.
int shownRow(const FittedFront& front, std::optional<std::size_t> length);

} // namespace gevo::ui
