#pragma once

/// An idea: what edits of several programs have in common. That they paid in one program is a reason to try them in another.

#include "core/edit/edit.h"

#include <optional>

namespace gevo {

struct Idea {
  std::string context;      ///< "delete: barrier in a loop", as core/kernel/operators/edit_context.h words it
  std::uint32_t weight = 1; ///< how often it is drawn, against others
  auto operator<=>(const Idea&) const = default;
};
using Ideas = std::vector<Idea>;

/// The operator that a context begins with; nothing where it is none that mutations draw.
std::optional<Operator> operatorOfContext(std::string_view context);

template <class Archive> void fields(Archive& archive, Idea& idea) { archive(idea.context, idea.weight); }

} // namespace gevo
