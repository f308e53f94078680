#include "core/search/selection.h"

namespace gevo {

std::size_t tournament(const Ranking& ranking, std::span<const std::size_t> sizes, std::uint32_t entrants, RandomStream& stream) {
  const std::size_t count = ranking.rank.size();
  std::size_t winner = stream.below(count);
  for (std::uint32_t i = 1; i < entrants; ++i) {
    const std::size_t entrant = stream.below(count);
    if (isBetter(ranking, sizes, entrant, winner)) winner = entrant;
  }
  return winner;
}

} // namespace gevo
