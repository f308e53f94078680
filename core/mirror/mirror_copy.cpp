#include "core/mirror/mirror_copy.h"

#include "core/store/database_image.h"

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// A name or a text in SQL.
std::string sqlQuoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result += c == quote ? std::string(2, quote) : std::string(1, c);
  return result + quote;
}

/// What somebody writes into the copy would be lost with the next image. So it is refused, wherever that is tried.
std::string refusals(const std::vector<std::string>& tables, const std::string& origin) {
  const std::string why = sqlQuoted("this is a copy of " + origin + ", which is changed there only", '\'');
  std::string statements;
  for (const std::string& table : tables)
    for (const char* const change : {"INSERT", "UPDATE", "DELETE"})
      statements += fmt::format("CREATE TRIGGER {} BEFORE {} ON {} BEGIN SELECT RAISE(ABORT, {}); END;",
                                sqlQuoted(fmt::format("copy {} {}", change, table), '"'), change, sqlQuoted(table, '"'), why);
  return statements;
}

} // namespace

MirrorCopy::~MirrorCopy() = default;
MirrorCopy::MirrorCopy(MirrorCopy&&) noexcept = default;

Result<MirrorCopy> MirrorCopy::open(const fs::path& path, std::string origin) {
  MirrorCopy copy;
  copy.path_ = path;
  copy.origin_ = std::move(origin);
  std::error_code ignored;
  const bool exists = fs::exists(path, ignored);
  const Result<void> opened = guarded([&] {
    copy.database_ = std::make_unique<Database>(path, exists ? Database::Access::Write : Database::Access::Create);
    copy.database_->execute("PRAGMA journal_mode = WAL");
  });
  if (!opened) return std::unexpected(opened.error());
  return copy;
}

Result<bool> MirrorCopy::take(const ImageChanges& changes) {
  if (changes.blocks.empty() && changes.bytes == image_.size() && isWritten_) return false;
  isWritten_ = false;
  GEVO_TRY(applyChanges(changes, image_));
  if (!changes.isLast) return false;
  return guarded([&] {
    replaceWith(*database_, image_, [&](const std::vector<std::string>& tables) { return refusals(tables, origin_); });
    // All of it is new: it would stay in the log, and who looks at the file alone would see no .gevo file.
    database_->execute("PRAGMA wal_checkpoint(PASSIVE)");
    isWritten_ = true;
    return true;
  });
}

} // namespace gevo
