#pragma once

/// `gevo analyze`: which edits act by themselves and which only together.

#include "core/interactions/interactions.h"
#include "core/values/variant_texts.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gevo {

/// Edits are numbered from 1, as in the table of edits.
std::string interactionsText(const Interactions& found, const std::vector<EditDescription>& edits);

/// Edits are numbered from 0, by their places in the list `edits` of the variant.
nlohmann::json interactionsJson(const Interactions& found);

} // namespace gevo
