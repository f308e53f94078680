#pragma once

/// The part of an edit list that says how the program is built: the values that its `Set` edits give to parameters. The other edits
/// apply to the base of that configuration.

#include "core/base/hash.h"
#include "core/edit/edit.h"

#include <string>

namespace gevo {

struct ParameterValue {
  std::string parameter;
  std::string value;
  auto operator<=>(const ParameterValue&) const = default;
};

/// By name, each parameter at most once; those that are not named have the program's own value. Empty: the program as it is.
using Configuration = std::vector<ParameterValue>;

/// The last edit that sets a parameter counts.
Configuration configurationOf(const EditList& edits);
/// The same edits of the code in another configuration. `Set` edits come first, in the configuration's order.
EditList withConfiguration(const EditList& edits, const Configuration& configuration);
/// Without its `Set` edits.
EditList codeEdits(const EditList& edits);

/// Equal settings are equal edits, wherever they are made.
Edit setEdit(const ParameterValue& setting);

/// "BLOCK=32 TILE=16"; of the program as it is: "the program's own".
std::string printConfiguration(const Configuration& configuration);
Hash128 hashOf(const Configuration& configuration);

template <class Archive> void fields(Archive& archive, ParameterValue& value) { archive(value.parameter, value.value); }

} // namespace gevo
