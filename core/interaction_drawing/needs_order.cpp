#include "core/interaction_drawing/needs_order.h"

#include <algorithm>

namespace gevo {

namespace {

using Relation = std::vector<std::vector<bool>>;

Relation relationOf(const std::vector<std::size_t>& edits, const std::vector<Need>& needs) {
  Relation relation(edits.size(), std::vector<bool>(edits.size(), false));
  for (const Need& need : needs) {
    const auto from = std::ranges::find(edits, need.edit);
    const auto to = std::ranges::find(edits, need.needed);
    if (from != edits.end() && to != edits.end()) relation[std::size_t(from - edits.begin())][std::size_t(to - edits.begin())] = true;
  }
  return relation;
}

/// Through any number of others (Warshall 1962).
Relation closureOf(Relation relation) {
  const std::size_t count = relation.size();
  for (std::size_t middle = 0; middle < count; ++middle)
    for (std::size_t from = 0; from < count; ++from)
      for (std::size_t to = 0; to < count; ++to)
        if (relation[from][middle] && relation[middle][to]) relation[from][to] = true;
  return relation;
}

/// Edits in the longest chain of needs below each.
std::vector<std::size_t> depthsOf(const Relation& reaches) {
  std::vector<std::size_t> depths(reaches.size(), 0);
  for (std::size_t round = 0; round < reaches.size(); ++round)
    for (std::size_t from = 0; from < reaches.size(); ++from)
      for (std::size_t to = 0; to < reaches.size(); ++to)
        if (reaches[from][to] && !reaches[to][from]) depths[from] = std::max(depths[from], depths[to] + 1);
  return depths;
}

} // namespace

NeedsOrder orderNeeds(const std::vector<std::size_t>& edits, const std::vector<Need>& needs) {
  const Relation reaches = closureOf(relationOf(edits, needs));
  const std::size_t count = edits.size();
  NeedsOrder order;
  order.layers = depthsOf(reaches);
  const std::size_t deepest = std::ranges::max(order.layers);
  for (std::size_t& layer : order.layers) layer = deepest - layer;
  const auto isBelow = [&](std::size_t from, std::size_t to) { return reaches[from][to] && !reaches[to][from]; };
  for (std::size_t from = 0; from < count; ++from)
    for (std::size_t to = 0; to < count; ++to) {
      if (from < to && reaches[from][to] && reaches[to][from]) order.mutual.emplace_back(from, to);
      if (!isBelow(from, to)) continue;
      bool follows = false;
      for (std::size_t middle = 0; middle < count; ++middle) follows = follows || (isBelow(from, middle) && isBelow(middle, to));
      if (!follows) order.arrows.emplace_back(from, to);
    }
  return order;
}

} // namespace gevo
