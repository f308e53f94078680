#include "core/kernel/runtime/playback.h"

#include "core/base/wire.h"
#include "core/kernel/process/process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace gevo::cuda {

using program::Event;
using program::EventKind;

namespace {

template <class Value> Result<Value> readValue(const std::filesystem::path& file) {
  GEVO_TRY_ASSIGN(const auto bytes, program::readFile(file));
  return wire::decode<Value>(ByteView(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), "playback");
}

/// But for its data.
bool isSameRequest(const Event& recorded, const Event& asked) {
  return recorded.kind == asked.kind && recorded.address == asked.address && recorded.source == asked.source &&
         recorded.size == asked.size && recorded.value == asked.value && recorded.name == asked.name && recorded.grid == asked.grid &&
         recorded.block == asked.block && recorded.dynamicShared == asked.dynamicShared;
}

/// But for bytes that nobody reads.
bool isSameData(const Bytes& recorded, const Bytes& asked, const std::vector<bool>& reads) {
  if (recorded.size() != asked.size() || reads.size() != recorded.size()) return recorded == asked;
  for (std::size_t i = 0; i < recorded.size(); ++i)
    if (reads[i] && recorded[i] != asked[i]) return false;
  return true;
}

bool isSameCopy(const Event& recorded, const Event& asked, std::size_t size) {
  return recorded.kind == asked.kind && recorded.address == asked.address && recorded.name == asked.name && recorded.data.size() == size;
}

} // namespace

std::unique_ptr<Playback> Playback::ofEnvironment() {
  const char* folder = std::getenv(program::playbackVariable);
  return folder != nullptr && *folder != 0 ? std::unique_ptr<Playback>(new Playback(folder)) : nullptr;
}

Result<void> Playback::begin() {
  process_ = getpid();
  const std::filesystem::path folder(folder_);
  GEVO_TRY_ASSIGN(auto trace, readValue<program::Trace>(folder / program::playbackTraceName));
  trace_ = std::move(trace);
  GEVO_TRY_ASSIGN(auto order, readValue<program::PlaybackOrder>(folder / program::playbackOrderName));
  change_ = order.change;
  launchMicroseconds_ = std::move(order.launchMicroseconds);
  for (program::KernelReads& reads : order.parameterReads) parameterReads_[std::move(reads.kernel)] = std::move(reads.bytes);
  for (const program::ChangedOutput& output : order.outputs)
    types_[output.output] = program::parseElementType(output.type).value_or(program::ElementType::U8);
  const auto& events = trace_.events;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].kind == EventKind::Launch) lastLaunch_ = i;
  return {};
}

double Playback::nextLaunch() { return launches_ < launchMicroseconds_.size() ? launchMicroseconds_[launches_] : 0; }

void Playback::expect(const Event& event) {
  const bool isLaunch = event.kind == EventKind::Launch;
  // What follows the last launch depends on its results, which a variant's are compared with anyway.
  if (isPastLaunches() && !isLaunch) return;
  if (isPastLaunches() || !isRecorded(event)) differ();
  launches_ += isLaunch ? 1 : 0;
  advance();
  taken_.clear();
}

/// The recording goes on with it.
bool Playback::isRecorded(const Event& asked) const {
  const Event& recorded = trace_.events[next_];
  if (!isSameRequest(recorded, asked)) return false;
  if (const auto known = parameterReads_.find(asked.name); asked.kind == EventKind::Launch && known != parameterReads_.end())
    return isSameData(recorded.data, asked.data, known->second);
  return recorded.data == asked.data;
}

std::optional<Bytes> Playback::deliver(const Event& copy, std::size_t size) {
  if (launches_ == 0) return std::nullopt;
  const auto& events = trace_.events;
  const std::size_t found = find(copy, size);
  if (found == events.size() && !isPastLaunches()) differ();
  if (found == events.size()) return std::nullopt;
  if (found >= next_) {
    next_ = found;
    advance();
  }
  return changed(events[found]);
}

/// Past the last launch, copies may be left out. An index, or their number.
std::size_t Playback::find(const Event& copy, std::size_t size) const {
  const auto& events = trace_.events;
  for (std::size_t i = next_; i < events.size(); ++i) {
    if (isSameCopy(events[i], copy, size)) return i;
    if (!isPastLaunches()) break;
  }
  for (const std::size_t taken : taken_)
    if (isSameCopy(events[taken], copy, size)) return taken;
  return events.size();
}

bool Playback::writesNext(const std::string& symbol) const {
  const auto& events = trace_.events;
  return next_ < events.size() && events[next_].kind == EventKind::WriteSymbol && events[next_].name == symbol;
}

const Event* Playback::nextCopy() const {
  const auto& events = trace_.events;
  return next_ < events.size() && events[next_].kind == EventKind::CopyToHost ? &events[next_] : nullptr;
}

Bytes Playback::take() {
  taken_.push_back(next_);
  Bytes bytes = changed(trace_.events[next_]);
  advance();
  return bytes;
}

Bytes Playback::changed(const Event& copy) const {
  Bytes bytes = copy.data;
  if (const auto type = types_.find(copy.output); type != types_.end()) program::changeValues(bytes, type->second, change_);
  return bytes;
}

void Playback::advance() {
  ++next_;
  if (next_ == lastLaunch_ + 1) write(true);
}

void Playback::differ() {
  write(false);
  _exit(0);
}

void Playback::finish() {
  if (!isPastLaunches()) write(false);
}

void Playback::write(bool isSame) const {
  // Child processes inherit the device but must not write.
  if (getpid() != process_) return;
  const Bytes bytes = wire::encode(program::PlaybackReport{isSame});
  const std::filesystem::path folder(folder_);
  const std::filesystem::path unfinished = folder / "unfinished";
  if (!program::writeFile(unfinished, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})) return;
  std::error_code ignored;
  std::filesystem::rename(unfinished, folder / program::playbackReportName, ignored);
}

} // namespace gevo::cuda
