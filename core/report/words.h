#pragma once

/// Figures and names as exports write them. UTF-8; the multiplication sign and the thin units are typographic on purpose.

#include "core/values/settings.h"
#include "core/values/variant_texts.h"

#include <string>
#include <string_view>

namespace gevo::report {

/// "13.3 µs", "1.42 ms"; `microseconds` as stored. A dash where it is not known.
std::string runtimeWords(double microseconds);
/// "13.3 mJ", "1.42 J".
std::string energyWords(double millijoules);
/// "1.38×".
std::string speedupWords(double original, double variant);
/// "0", "0.12 %" or, for metrics that are no shares, "3.1e-05".
std::string errorWords(double error, Metric metric);
/// "1 test", "4 tests".
std::string countWords(std::uint64_t count, std::string_view one, std::string_view many);
/// "23,184".
std::string groupedCount(std::uint64_t count);
/// "hotspot.cu:61", with the chain of inlined calls: "helper.h:4 in hotspot.cu:61". Empty where nothing is known.
std::string placeWords(const std::vector<SourcePosition>& chain);
/// Text from a file that must stay on one line: control characters become blanks.
std::string oneLine(std::string_view text);
/// True where runtimes are a model's, not a clock's.
bool isSimulated(const EvaluationSettings& settings);

} // namespace gevo::report
