#pragma once

/// The project's one error type. A message is one sentence that names the thing and the mend.

#include <expected>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace gevo {

struct Error {
  std::string message;
  /// What a tool said, verbatim (clang's diagnostics, a program's stderr). May be empty, may have many lines.
  std::string details = {};
};

template <class T> using Result = std::expected<T, Error>;

/// `return fail("cannot read {}: {}", path, reason);`
template <class... Args> std::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

} // namespace gevo
