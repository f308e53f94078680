/// Any bytes are refused, or are the one form of a value. The first byte chooses the message.

#include "tests/fuzz/messages.h"
#include "tests/fuzz/require.h"

#include "core/edit/edit_text.h"

#include <algorithm>

using namespace gevo;

namespace {

/// What the receiver does with every reply: it prints edits and names outcomes.
void use(const EvaluateReply& reply) {
  fuzz::require(!std::string_view(reasonName(reply.result.reason)).empty(), "a reason has a name");
  fuzz::require(!std::string_view(stageName(reply.result.stage)).empty(), "a stage has a name");
  printEdits(reply.edits);
}
template <class Message> void use(const Message&) {}

template <class Message> void check(ByteView bytes) {
  const Result<Message> message = wire::decode<Message>(bytes, "message");
  if (!message) return;
  fuzz::require(std::ranges::equal(wire::encode(*message), bytes), "what was read is written as it was");
  use(*message);
}

template <std::size_t... I> void checkChosen(std::size_t chosen, ByteView bytes, std::index_sequence<I...>) {
  ((chosen == I ? check<std::tuple_element_t<I, fuzz::Messages>>(bytes) : void()), ...);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  checkChosen(data[0] % fuzz::messageCount, ByteView(data + 1, size - 1), std::make_index_sequence<fuzz::messageCount>());
  return 0;
}
