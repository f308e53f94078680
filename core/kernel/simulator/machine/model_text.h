#pragma once

#include <string_view>
#include <vector>

namespace gevo::sim {

/// A model file that is built in.
struct ModelText {
  std::string_view name; ///< as after "sim:"
  std::string_view text;
};
/// By name.
const std::vector<ModelText>& modelTexts();

} // namespace gevo::sim
