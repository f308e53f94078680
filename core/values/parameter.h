#pragma once

/// What a program can be built with in several ways: its macros, constants and features (Langdon 2015, 8.12 calls them configuration
/// parameters). Which values an individual chooses is in core/edit/configuration.h.

#include "core/base/result.h"
#include "core/base/wire.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

enum class ParameterKind : std::uint8_t {
  Macro,    ///< an object-like macro that stands for one value
  Constant, ///< a constant variable or an enumerator
  Feature   ///< a macro that is defined or not: "on" or "off"
};
/// "macro", "constant" or "feature".
const char* parameterKindName(ParameterKind kind);

inline constexpr const char* featureOn = "on";
inline constexpr const char* featureOff = "off";

/// The bytes [begin, end) of a source's text that hold the value; of a feature that is on, the whole line that defines it.
struct ParameterPlace {
  std::string file; ///< as SourceFile::name
  std::uint32_t line = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  auto operator<=>(const ParameterPlace&) const = default;
};

struct Parameter {
  std::string name; ///< as expressions use it: no scope
  ParameterKind kind = ParameterKind::Macro;
  std::string value;                  ///< the program's own
  std::vector<std::string> values;    ///< to try; its own is among them. Numbers ascend.
  std::vector<ParameterPlace> places; ///< none: the value is given to the compiler, as -D
  std::string use = {};               ///< why it was found: "block size", "array size", "device code"; empty: given by hand
  bool operator==(const Parameter&) const = default;
};

/// Every choice of values that meets the requirements is a configuration.
struct ParameterSpace {
  std::vector<Parameter> parameters;     ///< names are distinct
  std::vector<std::string> requirements; ///< expressions that must be true: "BLOCK * BLOCK <= 1024"
  bool empty() const { return parameters.empty(); }
  bool operator==(const ParameterSpace&) const = default;
};

/// JSON, for the store. parse(print(p)) == p.
std::string printParameter(const Parameter& parameter);
Result<Parameter> parseParameter(std::string_view json);

constexpr std::uint32_t enumerators(ParameterKind) { return std::uint32_t(ParameterKind::Feature) + 1; }

template <class Archive> void fields(Archive& a, ParameterPlace& m) { a(m.file, m.line, m.begin, m.end); }
template <class Archive> void fields(Archive& a, Parameter& m) { a(m.name, m.kind, m.value, m.values, m.places, m.use); }
template <class Archive> void fields(Archive& a, ParameterSpace& m) { a(m.parameters, m.requirements); }

} // namespace gevo
