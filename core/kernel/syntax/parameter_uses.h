#pragma once

/// What reaches device code and launches, through macros and values of variables.

#include "core/kernel/syntax/spot.h"

#include <map>
#include <set>
#include <string>

namespace gevo::program {

/// A macro, by its name, or a variable, enumerator or function, by where its name is declared.
struct Entity {
  std::string macro; ///< empty: not one
  Spot declared;
  auto operator<=>(const Entity&) const = default;
};

/// An earlier one is preferred.
enum class Use : std::uint8_t { BlockSize, ArraySize, Grid, DeviceCode };
/// "block size", "array size", "grid" or "device code": Parameter::use.
const char* useName(Use use);

/// What gives an entity what it stands for. The host's data that device code computes with doesn't make parameters of its parts.
enum class Flow : std::uint8_t {
  Definition, ///< a macro's replacement list, a variable's initializer
  Assignment  ///< also the argument that a parameter is given
};

class ParameterUses {
public:
  /// The name stands there. In any order, and perhaps several times: a header belongs to several units.
  void mention(const Entity& entity, Spot at) { mentions_.emplace(at, entity); }
  /// What is mentioned there has this use.
  void use(const Extent& extent, Use use);
  /// What is mentioned there is used as `entity` is.
  void flow(const Extent& extent, const Entity& entity, Flow flow = Flow::Definition);

  /// Those without a use are left out.
  std::map<Entity, Use> find() const;

private:
  struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool isUse = false; ///< otherwise a flow
    Use use{};
    Flow flow{};
    Entity entity;
    auto operator<=>(const Place&) const = default;
  };
  using Flows = std::set<std::pair<Entity, Flow>>;

  std::set<std::pair<Spot, Entity>> mentions_;
  std::map<std::int32_t, std::set<Place>> places_; ///< by file
};

} // namespace gevo::program
