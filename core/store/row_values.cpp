#include "core/store/row_values.h"

#include "core/edit/edit_text.h"

#include <algorithm>
#include <cstring>

namespace gevo {

namespace {

template <class T> T choice(const Database& database, std::int64_t value, T last) {
  if (value < 0 || value > std::int64_t(last)) damagedVariant(database);
  return T(value);
}

} // namespace

void damagedVariant(const Database& database) {
  raise("{} is damaged: a variant in it makes no sense; restore it from a copy", database.path().string());
}

Origin originValue(const Database& database, std::int64_t value) { return choice(database, value, lastOrigin); }
Stage stageValue(const Database& database, std::int64_t value) { return choice(database, value, Stage::Done); }
Reason reasonValue(const Database& database, std::int64_t value) { return choice(database, value, Reason(reasonCount - 1)); }

Bytes packActive(const std::vector<bool>& active) {
  Bytes bytes;
  if (std::ranges::find(active, false) != active.end()) bytes.assign(active.begin(), active.end());
  return bytes;
}

std::vector<bool> unpackActive(const Database& database, const Bytes& bytes, std::size_t edits) {
  if (bytes.empty()) return std::vector<bool>(edits, true);
  if (bytes.size() != edits) damagedVariant(database);
  return {bytes.begin(), bytes.end()};
}

std::vector<std::uint32_t> unpackNumbers(const Bytes& bytes) {
  std::vector<std::uint32_t> numbers(bytes.size() / sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(std::uint32_t));
  return numbers;
}

EditList parseStored(const Database& database, const std::string& text) {
  Result<EditList> edits = parseEdits(text);
  if (!edits) damagedVariant(database);
  return std::move(*edits);
}

} // namespace gevo
