/// Any text is refused with a sentence, or is settings within their ranges whose text form is stable.

#include "tests/fuzz/require.h"

#include "core/values/settings.h"

using namespace gevo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<RunSettings> settings = parseRunSettings({reinterpret_cast<const char*>(data), size});
  if (!settings) {
    fuzz::require(!settings.error().message.empty(), "a refusal says why");
    return 0;
  }
  fuzz::require(checkRunSettings(*settings).has_value(), "what was read is within its ranges");
  const std::string text = printRunSettings(*settings);
  const Result<RunSettings> again = parseRunSettings(text);
  fuzz::require(again && printRunSettings(*again) == text, "what is printed is read as it was");
  return 0;
}
