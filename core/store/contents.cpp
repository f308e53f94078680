#include "core/store/contents.h"

#include "core/base/compress.h"

#include <algorithm>

namespace gevo {

namespace {

std::int64_t addChunk(Database& database, const PackedPiece& piece) {
  {
    Query known = database.query("SELECT id FROM chunk WHERE hash = ?");
    if (known.bind(ByteView(piece.hash)).next()) return known.integer(0);
  }
  Query added = database.query("INSERT INTO chunk (hash, bytes) VALUES (?, ?) RETURNING id");
  added.bind(ByteView(piece.hash), piece.compressed).next();
  return added.integer(0);
}

} // namespace

PackedContent packContent(ByteView bytes) {
  PackedContent content;
  // An empty content is one empty chunk.
  do {
    const ByteView piece = bytes.first(std::min(bytes.size(), chunkBytes));
    bytes = bytes.subspan(piece.size());
    content.push_back({sha256(piece), compress(piece)});
  } while (!bytes.empty());
  return content;
}

std::int64_t addContent(Database& database, const PackedContent& content) {
  const std::int64_t id = database.integer("SELECT coalesce(max(id), 0) + 1 FROM content");
  std::int64_t position = 0;
  for (const PackedPiece& piece : content) {
    const std::int64_t chunk = addChunk(database, piece);
    database.query("INSERT INTO content VALUES (?, ?, ?)").bind(id, position++, chunk).run();
  }
  return id;
}

Bytes loadContent(const Database& database, std::int64_t id) {
  Bytes bytes;
  bool found = false;
  Query chunks = database.query("SELECT hash, bytes FROM content JOIN chunk ON chunk.id = chunk WHERE content.id = ? ORDER BY position");
  chunks.bind(id);
  while (chunks.next()) {
    const Result<Bytes> piece = decompress(chunks.blob(1), chunkBytes);
    if (!piece || !std::ranges::equal(sha256(*piece), chunks.blob(0)))
      raise("{} is damaged: a part of the project was changed after it was stored; restore it from a copy", database.path().string());
    bytes.insert(bytes.end(), piece->begin(), piece->end());
    found = true;
  }
  if (!found) raise("{} is damaged: a part of the project is missing; restore it from a copy", database.path().string());
  return bytes;
}

void addContentTo(Sha256& hash, const Database& database, std::int64_t id) {
  Query chunks = database.query("SELECT hash FROM content JOIN chunk ON chunk.id = chunk WHERE content.id = ? ORDER BY position");
  chunks.bind(id);
  std::uint64_t count = 0;
  for (; chunks.next(); ++count) hash.add(chunks.blob(0));
  hash.addNumber(count);
}

} // namespace gevo
