#include "core/search/crossover.h"

#include "core/edit/superseded.h"

#include <unordered_set>

namespace gevo {

EditList unionOfEdits(const EditList& first, const EditList& second) {
  EditList all;
  all.reserve(first.size() + second.size());
  std::unordered_set<std::uint64_t> known;
  for (const EditList* parent : {&first, &second}) {
    for (const Edit& edit : *parent) {
      if (known.insert(edit.uid).second) all.push_back(edit);
    }
  }
  return all;
}

std::pair<EditList, EditList> crossover(const EditList& first, const EditList& second, RandomStream& stream) {
  EditList all = unionOfEdits(first, second);
  stream.shuffle(std::span<Edit>(all));
  // With two edits or more both children get one at least: a child without edits is the original, which nobody looks for.
  const std::size_t cut = all.size() >= 2 ? 1 + stream.below(all.size() - 1) : stream.below(all.size() + 1);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(cut);
  return {withoutSuperseded({all.begin(), middle}), withoutSuperseded({middle, all.end()})};
}

} // namespace gevo
