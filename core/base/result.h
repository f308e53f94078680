#pragma once

/// The project's one error type. A message is one sentence that names what is wrong and what helps.

#include <expected>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace gevo {

struct Error {
  std::string message;
  /// Output of a tool, verbatim (clang's diagnostics, a program's stderr). May be empty, may have many lines.
  std::string details = {};
};

template <class T> using Result = std::expected<T, Error>;

/// `return fail("cannot read {}: {}", path, reason);`
template <class... Args> std::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

} // namespace gevo

/// Returns from the function if a Result, or what a call returns, is an error:
///
///   GEVO_TRY(store.trust(folder));
#define GEVO_TRY(...)                                                                                                                      \
  do                                                                                                                                       \
    if (auto&& gevoResult = (__VA_ARGS__); !gevoResult) return std::unexpected(std::forward<decltype(gevoResult)>(gevoResult).error());    \
  while (false)

/// Declares a variable with the value of a Result, or returns from the function with its error. A type with a comma needs an alias or auto:
///
///   GEVO_TRY_ASSIGN(const Sample sample, findSample(name));
#define GEVO_TRY_ASSIGN(declaration, ...) GEVO_TRY_ASSIGN_TO(GEVO_JOIN(gevoResult, __LINE__), declaration, __VA_ARGS__)
#define GEVO_TRY_ASSIGN_TO(result, declaration, ...)                                                                                       \
  auto result = (__VA_ARGS__);                                                                                                             \
  if (!result) return std::unexpected(std::move(result).error());                                                                          \
  declaration = *std::move(result)
#define GEVO_JOIN(a, b) GEVO_JOIN_EXPANDED(a, b)
#define GEVO_JOIN_EXPANDED(a, b) a##b
