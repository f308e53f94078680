#include "core/store/writer_lock.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// A writer on another system without a heartbeat for this long is dead.
constexpr std::int64_t silenceSeconds = 30;

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

/// Boot id and PID namespace: within these, process ids are comparable.
std::string currentSystem() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code ignored;
  return boot + ' ' + fs::read_symlink("/proc/self/ns/pid", ignored).string();
}

/// Start time of a process in clock ticks since boot; -1 if it has ended. Process ids are reused, pairs of id and start time are not.
std::int64_t startTime(std::int64_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The second field is a name in parentheses, which may contain anything; the 22nd is the start time.
  const std::size_t name = text.rfind(')');
  if (name == std::string::npos) return -1;
  std::istringstream fields(text.substr(name + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  if (fields.fail() || text[name + 2] == 'Z') return -1;
  return std::stoll(field);
}

struct Writer {
  std::int64_t process = 0;
  std::int64_t started = 0;
  std::string system;
  std::int64_t beat = 0;

  bool isAlive() const {
    if (system == currentSystem()) return startTime(process) == started;
    return now() - beat < silenceSeconds;
  }
};

std::optional<Writer> storedWriter(const Database& database) {
  Query row = database.query("SELECT process, started, place, beat FROM writer");
  if (!row.next()) return std::nullopt;
  return Writer{row.integer(0), row.integer(1), row.text(2), row.integer(3)};
}

} // namespace

void claimWriter(Database& database) {
  Transaction transaction(database);
  if (const auto writer = storedWriter(database); writer && writer->isAlive())
    raise("{} is being written by process {}; stop that run first", database.path().string(), writer->process);
  const std::int64_t process = ::getpid();
  database.query("INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?, ?)").bind(process, startTime(process), currentSystem(), now()).run();
  transaction.commit();
}

void updateHeartbeat(Database& database) {
  database.query("UPDATE writer SET beat = ? WHERE id = 1 AND beat < ?").bind(now(), now()).run();
}

void releaseWriter(Database& database) { database.query("DELETE FROM writer WHERE process = ?").bind(std::int64_t(::getpid())).run(); }

bool isWriterAlive(const Database& database) {
  const auto writer = storedWriter(database);
  return writer && writer->isAlive();
}

} // namespace gevo
