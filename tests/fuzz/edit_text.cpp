/// Any text is refused with a sentence, or is a list of edits whose text form is read as the same list.

#include "tests/fuzz/require.h"

#include "core/edit/edit_text.h"

using namespace gevo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<EditList> edits = parseEdits({reinterpret_cast<const char*>(data), size});
  if (!edits) {
    fuzz::require(!edits.error().message.empty(), "a refusal says why");
    return 0;
  }
  const Result<EditList> again = parseEdits(printEdits(*edits));
  fuzz::require(again && *again == *edits, "what is printed is read as it was");
  return 0;
}
