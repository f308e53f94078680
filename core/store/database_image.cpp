#include "core/store/database_image.h"

#include <cstring>
#include <memory>
#include <sqlite3.h>

namespace gevo {

namespace {

/// Two bytes of the header say whether a file has a write-ahead log. One in memory can't have any.
constexpr std::size_t journalBytes[] = {18, 19};
constexpr std::size_t headerBytes = 100;

struct Closing {
  void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};
using Memory = std::unique_ptr<sqlite3, Closing>;

[[noreturn]] void raiseUnreadable(const Database& database, sqlite3* memory) {
  throw DatabaseError({fmt::format("what {} is to hold can't be read", database.path().string()), sqlite3_errmsg(memory)});
}

Memory openInMemory(const Database& database, const Bytes& image) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  Memory memory(opened);
  if (code != SQLITE_OK) raiseUnreadable(database, memory.get());
  sqlite3_db_config(memory.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  auto* const bytes = static_cast<unsigned char*>(sqlite3_malloc64(image.size()));
  if (bytes == nullptr) database.fail(SQLITE_NOMEM);
  std::memcpy(bytes, image.data(), image.size());
  const auto size = static_cast<sqlite3_int64>(image.size());
  // It owns the bytes from now on, whatever it says.
  if (sqlite3_deserialize(memory.get(), "main", bytes, size, size, SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) !=
      SQLITE_OK)
    raiseUnreadable(database, memory.get());
  return memory;
}

std::vector<std::string> tablesOf(const Database& database, sqlite3* memory) {
  std::vector<std::string> tables;
  const auto add = [](void* to, int, char** values, char**) {
    if (values[0] != nullptr) static_cast<std::vector<std::string>*>(to)->emplace_back(values[0]);
    return 0;
  };
  constexpr const char* text = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  if (sqlite3_exec(memory, text, add, &tables, nullptr) != SQLITE_OK) raiseUnreadable(database, memory);
  return tables;
}

} // namespace

Bytes imageOf(const Database& database) {
  sqlite3_int64 size = 0;
  unsigned char* const bytes = sqlite3_serialize(database.connection(), "main", &size, 0);
  if (bytes == nullptr) database.fail(size < 0 ? sqlite3_extended_errcode(database.connection()) : SQLITE_NOMEM);
  Bytes image(bytes, bytes + size);
  sqlite3_free(bytes);
  if (image.size() >= headerBytes)
    for (const std::size_t at : journalBytes) image[at] = 1;
  return image;
}

void replaceWith(Database& database, const Bytes& image, const ImageStatements& statements) {
  if (image.size() < headerBytes) raise("what {} is to hold is no database", database.path().string());
  const Memory memory = openInMemory(database, image);
  const std::string changes = statements(tablesOf(database, memory.get()));
  if (sqlite3_exec(memory.get(), changes.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) raiseUnreadable(database, memory.get());
  sqlite3_backup* const backup = sqlite3_backup_init(database.connection(), "main", memory.get(), "main");
  if (backup == nullptr) database.fail(sqlite3_extended_errcode(database.connection()));
  const int stepped = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  if (finished != SQLITE_OK) database.fail(finished);
  if (stepped != SQLITE_DONE) database.fail(stepped);
}

} // namespace gevo
