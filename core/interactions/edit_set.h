#pragma once

/// Subsets of a variant's edits.

#include <cstddef>
#include <vector>

namespace gevo {

/// For each edit of the list, whether it is in the subset.
using EditSet = std::vector<bool>;

inline EditSet with(EditSet set, std::size_t edit) {
  set[edit] = true;
  return set;
}

inline EditSet without(EditSet set, std::size_t edit) {
  set[edit] = false;
  return set;
}

inline std::vector<std::size_t> membersOf(const EditSet& set) {
  std::vector<std::size_t> members;
  for (std::size_t edit = 0; edit < set.size(); ++edit)
    if (set[edit]) members.push_back(edit);
  return members;
}

/// `edits`: the size of the list.
inline EditSet setOf(const std::vector<std::size_t>& members, std::size_t edits) {
  EditSet set(edits, false);
  for (const std::size_t member : members) set[member] = true;
  return set;
}

} // namespace gevo
