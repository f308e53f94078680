#include "core/kernel/cuda/replay/staged_trace.h"

#include <algorithm>
#include <cstring>

namespace gevo::cuda {

using program::EventKind;

namespace {

constexpr std::size_t alignment = 256;

template <class Visit> void forEachWord(ByteView data, Visit visit) {
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= data.size(); offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + offset, sizeof word);
    visit(offset, word);
  }
}

} // namespace

Result<StagedTrace> StagedTrace::make(Session& session, const AddressRange& range, program::Trace trace,
                                      std::vector<SymbolAddress> symbols) {
  GEVO_TRY_ASSIGN(TestMemory memory, TestMemory::make(session, range, trace));
  std::ranges::sort(symbols, {}, &SymbolAddress::address);
  GEVO_TRY_ASSIGN(Textures textures, Textures::make(session, trace));
  StagedTrace staged(std::move(trace), std::move(symbols), std::move(memory), std::move(textures));
  Result<void> made = staged.examine();
  if (made) made = staged.keepData(session);
  GEVO_TRY(made);
  return staged;
}

std::optional<std::size_t> StagedTrace::symbolAt(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(symbols_, address, {}, &SymbolAddress::address);
  if (after == symbols_.begin() || address - (after - 1)->address >= std::max<std::uint64_t>(1, (after - 1)->size)) return std::nullopt;
  return static_cast<std::size_t>(after - 1 - symbols_.begin());
}

std::optional<std::size_t> StagedTrace::symbolNamed(const std::string& name) const {
  const auto found = std::ranges::find(symbols_, name, &SymbolAddress::name);
  if (found == symbols_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - symbols_.begin());
}

Result<void> StagedTrace::examine() {
  for (std::size_t i = 0; i < trace_.events.size(); ++i) {
    program::Event& event = trace_.events[i];
    if (event.kind == EventKind::Launch || program::copiesToDevice(event)) nameTextures(event.data);
    if (event.kind == EventKind::Launch) {
      ++launches_;
      forEachWord(event.data, [&](std::size_t offset, std::uint64_t word) {
        if (const auto symbol = symbolAt(word)) patches_.push_back({i, offset, *symbol, word - symbols_[*symbol].address});
      });
    } else if (program::copiesToDevice(event)) {
      std::optional<std::size_t> held;
      forEachWord(event.data, [&](std::size_t, std::uint64_t word) {
        if (!held) held = symbolAt(word);
      });
      if (held)
        return fail("the test copies the address of {} to the device, which on CUDA differs from variant to variant; use the simulated GPU",
                    symbols_[*held].name);
    }
  }
  return {};
}

void StagedTrace::nameTextures(Bytes& data) const {
  forEachWord(data, [&](std::size_t offset, std::uint64_t word) {
    if (word <= sim::textureObjectBase) return;
    if (const std::optional<TextureObject> object = textures_.object(word)) std::memcpy(data.data() + offset, &*object, sizeof *object);
  });
}

Result<void> StagedTrace::keepData(Session& session) {
  data_.assign(trace_.events.size(), 0);
  std::size_t total = 0;
  for (std::size_t i = 0; i < trace_.events.size(); ++i) {
    if (!program::copiesToDevice(trace_.events[i])) continue;
    data_[i] = total;
    total += (trace_.events[i].data.size() + alignment - 1) / alignment * alignment;
  }
  if (total == 0) return {};
  GEVO_TRY_ASSIGN(const std::size_t free, session.freeBytes());
  if (total > free / 2) { // then each replay copies it from the host
    data_.assign(trace_.events.size(), 0);
    return {};
  }
  GEVO_TRY_ASSIGN(Buffer store, Buffer::make(session, total));
  store_ = std::move(store);
  for (std::size_t i = 0; i < trace_.events.size(); ++i) {
    const program::Event& event = trace_.events[i];
    if (!program::copiesToDevice(event)) continue;
    data_[i] += store_.address();
    if (event.data.empty()) continue;
    const Result<void> copied = session.check(
        session.driver().copyToDevice(data_[i], event.data.data(), event.data.size(), session.stream()), "copying a test's data");
    if (!copied) return copied;
  }
  return session.wait("copying a test's data");
}

std::optional<Bytes> StagedTrace::parameters(std::size_t event, const Code& code) const {
  Bytes bytes = trace_.events[event].data;
  for (auto patch = std::ranges::lower_bound(patches_, event, {}, &Patch::event); patch != patches_.end() && patch->event == event;
       ++patch) {
    const std::optional<Address> address = code.symbol(patch->symbol);
    if (!address) return std::nullopt;
    const std::uint64_t word = *address + patch->delta;
    std::memcpy(bytes.data() + patch->offset, &word, sizeof word);
  }
  return bytes;
}

std::optional<Address> StagedTrace::deviceAddress(std::uint64_t recorded, std::uint64_t bytes, const Code& code) const {
  if (memory_.holds(recorded, bytes)) return recorded;
  const std::optional<std::size_t> symbol = symbolAt(recorded);
  if (!symbol || !code.symbol(*symbol)) return std::nullopt;
  const std::uint64_t delta = recorded - symbols_[*symbol].address;
  if (bytes > symbols_[*symbol].size - delta) return std::nullopt;
  return *code.symbol(*symbol) + delta;
}

} // namespace gevo::cuda
