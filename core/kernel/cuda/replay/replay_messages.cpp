#include "core/kernel/cuda/replay/replay_messages.h"

#include "core/base/wire.h"

namespace gevo::cuda {

/// Hashes the trace apart from the rest, so that it need not be copied.
Hash128 nameOf(const TestRecipe& recipe) {
  const TestRecipe rest{{}, recipe.outputs, recipe.settings, recipe.symbols, recipe.original, recipe.own};
  return hashText(toHex(hashBytes(recipe.trace)) + toHex(hashBytes(wire::encode(rest))));
}

} // namespace gevo::cuda
