#pragma once

/// A thin layer over SQLite: a connection, prepared statements, transactions. Inside core/store errors are thrown as DatabaseError; the
/// public functions turn them into a Result (`guarded`).

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/result.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace gevo {

class DatabaseError : public std::exception {
public:
  explicit DatabaseError(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }
  const char* what() const noexcept override { return error_.message.c_str(); }

private:
  Error error_;
};

template <class... Args> [[noreturn]] void raise(fmt::format_string<Args...> format, Args&&... args) {
  throw DatabaseError({fmt::format(format, std::forward<Args>(args)...)});
}

/// Runs `work` and turns a DatabaseError into a Result.
template <class Work> auto guarded(Work work) -> Result<decltype(work())> {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const DatabaseError& problem) {
    return std::unexpected(problem.error());
  }
}

class Database;

/// One use of a prepared statement; reset when it goes out of scope. Columns and parameters count from 0.
class Query {
public:
  Query(const Database& database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  /// Binds the parameters in their order.
  template <class... Values> Query& bind(const Values&... values) {
    int index = 0;
    (bindOne(index++, values), ...);
    return *this;
  }
  /// True while there is a row.
  bool next();
  /// For statements without rows.
  void run();

  bool isNull(int column) const;
  bool isText(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const; ///< NaN for NULL, as SQLite stores NaN
  std::string text(int column) const;
  Bytes blob(int column) const;
  Hash128 hash(int column) const; ///< null for NULL

private:
  void bindOne(int index, std::int64_t value);
  void bindOne(int index, std::int32_t value) { bindOne(index, std::int64_t(value)); }
  void bindOne(int index, std::uint32_t value) { bindOne(index, std::int64_t(value)); }
  void bindOne(int index, std::uint64_t value) { bindOne(index, std::int64_t(value)); }
  void bindOne(int index, bool value) { bindOne(index, std::int64_t(value)); }
  void bindOne(int index, double value);
  void bindOne(int index, const std::string& value);
  void bindOne(int index, const char* value) { bindOne(index, std::string(value)); }
  void bindOne(int index, ByteView value);
  void bindOne(int index, const Bytes& value) { bindOne(index, ByteView(value)); }
  void bindOne(int index, const Hash128& value); ///< NULL for the null hash

  const Database& database_;
  sqlite3_stmt* statement_;
};

class Database {
public:
  enum class Access : std::uint8_t {
    Create,    ///< a new file
    Write,     ///< existing
    Read,      ///< existing; the connection may clean up after a writer, but is made `query_only`
    ReadOnly,  ///< existing, with a write-ahead log, in a folder that cannot be written
    Immutable, ///< existing, in a folder that cannot be written
    Salvage    ///< as Immutable, also for a truncated file
  };
  Database(std::filesystem::path path, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// How long to wait for another program that has locked the file; five seconds by default.
  void setBusyTimeout(std::chrono::milliseconds timeout);
  void execute(const std::string& statements);
  /// Statements are prepared once and cached by their text.
  Query query(const std::string& text) const;
  std::int64_t integer(const std::string& text) const; ///< first column of the first row, 0 without one
  std::int64_t changes() const;                        ///< rows this connection changed so far
  bool inTransaction() const;
  sqlite3* connection() const { return connection_; } ///< for what this layer does not do
  [[noreturn]] void fail(int code) const;

private:
  std::filesystem::path path_;
  sqlite3* connection_ = nullptr;
  mutable std::unordered_map<std::string, sqlite3_stmt*> statements_;
};

/// Rolled back unless committed.
class Transaction {
public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

private:
  Database& database_;
  bool open_ = true;
};

/// Reads see one state of the file, whatever another process commits meanwhile. Nested in another snapshot or a transaction, it has no
/// effect of its own.
class Snapshot {
public:
  explicit Snapshot(const Database& database);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

private:
  const Database& database_;
  bool outermost_;
};

} // namespace gevo
