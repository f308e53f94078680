#include "core/mirror/serve_mirror.h"

#include "core/base/wire.h"
#include "core/mirror/mirror_messages.h"
#include "core/mirror/mirror_source.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

namespace gevo {

namespace {

template <class Message> Result<void> write(int output, MirrorFrame kind, const Message& message) {
  return writeFrame(output, static_cast<std::uint32_t>(kind), wire::encode(message));
}

Result<void> converse(const std::filesystem::path& file, int input, int output) {
  std::optional<MirrorSource> source;
  while (true) {
    GEVO_TRY_ASSIGN(const std::optional<Frame> frame, readFrame(input));
    if (!frame) return {};
    if (frame->kind != static_cast<std::uint32_t>(MirrorFrame::Ask)) return fail("what asks for {} is no GEVO Explorer", file.string());
    GEVO_TRY_ASSIGN(AskChanges ask, wire::decode<AskChanges>(frame->payload, "the request"));
    if (!source) {
      GEVO_TRY_ASSIGN(MirrorSource opened, MirrorSource::open(file, std::move(ask.known)));
      source.emplace(std::move(opened));
    }
    GEVO_TRY_ASSIGN(const ImageChanges changes, source->next());
    GEVO_TRY(write(output, MirrorFrame::Changes, changes));
  }
}

} // namespace

Result<void> serveMirror(const std::filesystem::path& file, int input, int output) {
  GEVO_TRY(write(output, MirrorFrame::Greeting, MirrorGreeting{}));
  Result<void> done = converse(file, input, output);
  if (!done) (void)write(output, MirrorFrame::Error, ErrorReply{done.error().message, done.error().details});
  return done;
}

} // namespace gevo
