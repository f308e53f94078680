#include "core/store/database.h"

#include <cerrno>
#include <cstring>
#include <limits>
#include <sqlite3.h>
#include <utility>

namespace gevo {

namespace {

constexpr std::chrono::seconds usualTimeout{5};

int flagsOf(Database::Access access) {
  switch (access) {
  case Database::Access::Create:
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  case Database::Access::ReadOnly:
  case Database::Access::Immutable:
  case Database::Access::Salvage:
    return SQLITE_OPEN_READONLY;
  case Database::Access::Write:
  case Database::Access::Read:
    break;
  }
  return SQLITE_OPEN_READWRITE;
}

/// The path as an SQLite URI.
std::string uriOf(const std::filesystem::path& path, Database::Access access) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::strchr("/._-", c) != nullptr;
    uri += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return access == Database::Access::Immutable || access == Database::Access::Salvage ? uri + "?immutable=1" : uri;
}

/// SQLite reports an exceeded quota or file size limit (ulimit -f) as an I/O error; this makes it a full disk.
int codeOf(int systemError, int code) {
  return systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG ? SQLITE_FULL : code;
}

} // namespace

Database::Database(std::filesystem::path path, Access access) : path_(std::move(path)) {
  const int flags = flagsOf(access) | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(uriOf(path_, access).c_str(), &connection_, flags, nullptr);
  if (code != SQLITE_OK) {
    sqlite3_close_v2(std::exchange(connection_, nullptr));
    fail(code);
  }
  setBusyTimeout(usualTimeout);
  // The schema of an untrusted file may not call functions with side effects.
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  // SQLite opens a truncated file only without this; the connection cannot write anyway.
  const bool salvages = access == Access::Salvage;
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, salvages ? 1 : 0, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_DEFENSIVE, salvages ? 0 : 1, nullptr);
}

Database::~Database() {
  for (const auto& [text, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close_v2(connection_);
}

void Database::fail(int code) const {
  const int systemError = errno; // `execute` and `next` cleared it; sqlite3_system_errno() misses errors of a commit
  const std::string name = path_.string();
  const std::string said = connection_ != nullptr ? sqlite3_errmsg(connection_) : sqlite3_errstr(code);
  if ((code & 0xff) == SQLITE_IOERR) code = codeOf(systemError, code);
  switch (code & 0xff) {
  case SQLITE_NOTADB:
    raise("{} is not a .gevo file", name);
  case SQLITE_CORRUPT:
    throw DatabaseError({fmt::format("{} is damaged; restore it from a copy", name), said});
  case SQLITE_FULL:
    raise("the disk of {} is full, or a limit on file sizes was reached; free some space and resume the run", name);
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    raise("{} is in use by another program; try again when that has finished", name);
  case SQLITE_READONLY:
    raise("{} can't be written; copy it to a folder of yours", name);
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
  case SQLITE_AUTH:
    throw DatabaseError({fmt::format("{} can't be opened; check its permissions and those of its folder", name), said});
  case SQLITE_IOERR:
    throw DatabaseError({fmt::format("{} can't be read or written; check the disk", name), said});
  default:
    throw DatabaseError({fmt::format("{} can't be used: {}", name, said), {}});
  }
}

void Database::setBusyTimeout(std::chrono::milliseconds timeout) { sqlite3_busy_timeout(connection_, int(timeout.count())); }

void Database::execute(const std::string& statements) {
  errno = 0;
  if (const int code = sqlite3_exec(connection_, statements.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

Query Database::query(const std::string& text) const {
  sqlite3_stmt*& statement = statements_[text];
  if (statement == nullptr) {
    const int code = sqlite3_prepare_v3(connection_, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) fail(code);
  }
  return {*this, statement};
}

std::int64_t Database::integer(const std::string& text) const {
  Query row = query(text);
  return row.next() ? row.integer(0) : 0;
}

std::int64_t Database::changes() const { return sqlite3_total_changes64(connection_); }

bool Database::inTransaction() const { return sqlite3_get_autocommit(connection_) == 0; }

Query::~Query() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool Query::next() {
  errno = 0;
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code);
  return code == SQLITE_ROW;
}

void Query::run() {
  next();
  sqlite3_reset(statement_);
}

bool Query::isNull(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
bool Query::isText(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_TEXT; }
std::int64_t Query::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Query::real(int column) const {
  return isNull(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_, column);
}

std::string Query::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return data == nullptr ? std::string() : std::string(data, std::size_t(sqlite3_column_bytes(statement_, column)));
}

Bytes Query::blob(int column) const {
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  return data == nullptr ? Bytes() : Bytes(data, data + sqlite3_column_bytes(statement_, column));
}

Hash128 Query::hash(int column) const {
  Hash128 hash;
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr || sqlite3_column_bytes(statement_, column) != 2 * sizeof hash.high) return hash;
  std::memcpy(&hash.high, data, sizeof hash.high);
  std::memcpy(&hash.low, data + sizeof hash.high, sizeof hash.low);
  return hash;
}

void Query::bindOne(int index, std::int64_t value) { sqlite3_bind_int64(statement_, index + 1, value); }
void Query::bindOne(int index, double value) { sqlite3_bind_double(statement_, index + 1, value); }
void Query::bindOne(int index, const std::string& value) {
  sqlite3_bind_text64(statement_, index + 1, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}
void Query::bindOne(int index, ByteView value) {
  // An empty blob, where a null pointer would be NULL.
  if (value.empty())
    sqlite3_bind_zeroblob(statement_, index + 1, 0);
  else
    sqlite3_bind_blob64(statement_, index + 1, value.data(), value.size(), SQLITE_TRANSIENT);
}
void Query::bindOne(int index, const Hash128& value) {
  if (value.isNull()) {
    sqlite3_bind_null(statement_, index + 1);
    return;
  }
  std::uint8_t bytes[2 * sizeof value.high];
  std::memcpy(bytes, &value.high, sizeof value.high);
  std::memcpy(bytes + sizeof value.high, &value.low, sizeof value.low);
  bindOne(index, ByteView(bytes));
}

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!open_) return;
  // SQLite has already rolled back after a full disk.
  [[maybe_unused]] const Result<void> undone = guarded([&] { database_.execute("ROLLBACK"); });
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

Snapshot::Snapshot(const Database& database) : database_(database), outermost_(!database.inTransaction()) {
  if (outermost_) database_.query("BEGIN").run();
}

Snapshot::~Snapshot() {
  if (!outermost_) return;
  // Nothing was written, so ending a read loses nothing.
  const Result<void> ended = guarded([&] { database_.query("COMMIT").run(); });
  if (ended || !database_.inTransaction()) return;
  // A later read would otherwise see a newer state.
  [[maybe_unused]] const Result<void> undone = guarded([&] { database_.query("ROLLBACK").run(); });
}

} // namespace gevo
