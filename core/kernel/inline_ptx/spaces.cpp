#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

std::optional<unsigned> spaceNamed(std::string_view name) {
  if (name == "global") return 1;
  if (name == "shared" || name == "shared::cta") return 3;
  if (name == "const") return 4;
  if (name == "local") return 5;
  return std::nullopt;
}

unsigned takeSpace(Translation& t) {
  const llvm::StringRef name = t.takeOneOf({"global", "shared", "shared::cta", "const", "local"});
  return name.empty() ? genericSpace : *spaceNamed(std::string_view(name));
}

} // namespace gevo::ir::assembly
