#include "core/mirror/mirror_client.h"

#include "core/base/wire.h"
#include "core/mirror/mirror_messages.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

namespace gevo {

Bytes MirrorClient::ask(std::vector<Hash128> known) {
  const Bytes payload = wire::encode(AskChanges{std::move(known)});
  const auto header = encodeFrameHeader({static_cast<std::uint32_t>(MirrorFrame::Ask), payload.size()});
  Bytes bytes(header.begin(), header.end());
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

void MirrorClient::receive(ByteView bytes) { input_.insert(input_.end(), bytes.begin(), bytes.end()); }

Result<std::optional<MirrorClient::Part>> MirrorClient::next() {
  if (input_.size() < frameHeaderBytes) return std::nullopt;
  const Result<FrameHeader> header = decodeFrameHeader(input_);
  if (!header || header->kind > static_cast<std::uint32_t>(MirrorFrame::Error))
    return fail("{} sent what no gevo sends; its shell must print nothing where nobody types (~/.bashrc)", name_);
  if (input_.size() - frameHeaderBytes < header->length) return std::nullopt;
  const auto end = input_.begin() + static_cast<std::ptrdiff_t>(frameHeaderBytes + header->length);
  Part part{header->kind, Bytes(input_.begin() + frameHeaderBytes, end)};
  input_.erase(input_.begin(), end);
  if (part.kind == static_cast<std::uint32_t>(MirrorFrame::Error)) {
    GEVO_TRY_ASSIGN(const ErrorReply error, wire::decode<ErrorReply>(part.payload, "the error"));
    return std::unexpected(Error{fmt::format("{}: {}", name_, error.message), error.details});
  }
  return part;
}

Result<bool> MirrorClient::isGreeted() {
  if (greeted_) return true;
  GEVO_TRY_ASSIGN(const std::optional<Part> part, next());
  if (!part) return false;
  const Result<MirrorGreeting> greeting = wire::decode<MirrorGreeting>(part->payload, "the greeting");
  if (part->kind != static_cast<std::uint32_t>(MirrorFrame::Greeting) || !greeting || greeting->version != mirrorVersion)
    return fail("gevo on {} is of another version: install the same one here and there", name_);
  greeted_ = true;
  return true;
}

Result<std::optional<ImageChanges>> MirrorClient::answer() {
  GEVO_TRY_ASSIGN(const std::optional<Part> part, next());
  if (!part) return std::nullopt;
  if (part->kind != static_cast<std::uint32_t>(MirrorFrame::Changes)) return fail("{} sent what no gevo sends", name_);
  return wire::decode<ImageChanges>(part->payload, "the answer");
}

} // namespace gevo
