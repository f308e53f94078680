#include "core/kernel/compile/prologue.h"

#include <array>

namespace gevo::program {

namespace {

/// "#define X 1" of "-DX", "#define F(x) x" of "-DF(x)=x", "#undef X" of "-UX".
std::string directive(std::string_view macro) {
  const std::string_view text = macro.substr(2);
  if (macro.starts_with("-U")) return fmt::format("#undef {}\n", text);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return fmt::format("#define {} 1\n", text);
  return fmt::format("#define {} {}\n", text.substr(0, equals), text.substr(equals + 1));
}

} // namespace

bool isForHeaders(std::string_view macro) {
  const std::string_view name = macro.substr(2);
  if (name.starts_with('_')) return true; // reserved for them: _GNU_SOURCE, __STDC_LIMIT_MACROS
  static constexpr std::array prefixes{"CUDA_", "CUB_", "THRUST_", "CCCL_", "LIBCUDACXX_", "NDEBUG", "GEVO_"};
  for (const std::string_view prefix : prefixes)
    if (name.starts_with(prefix)) return true;
  return false;
}

std::string prologueText(const std::filesystem::path& ours, const std::vector<std::string>& macros) {
  std::string text = fmt::format("#include \"{}\"\n", (ours / "compat/gevo_compat.h").string());
  for (const std::string& macro : macros)
    if (!isForHeaders(macro)) text += directive(macro);
  return text;
}

} // namespace gevo::program
