#include "core/kernel/cuda/device/device_textures.h"

#include "core/kernel/simulator/machine/memory.h"

#include <algorithm>

namespace gevo::cuda {

namespace {

int formatOf(const sim::Texture& texture) {
  if (texture.kind == sim::TexelKind::Float) return texture.bits == 16 ? array_format::half : array_format::float32;
  const int first = texture.kind == sim::TexelKind::Signed ? array_format::signed8 : array_format::unsigned8;
  return first + (texture.bits == 32 ? 2 : texture.bits == 16 ? 1 : 0);
}

TextureSampling samplingOf(const sim::Texture& texture) {
  TextureSampling sampling;
  for (std::size_t i = 0; i < texture.modes.size(); ++i) sampling.addressModes[i] = static_cast<int>(texture.modes[i]);
  sampling.filterMode = texture.filters ? 1 : 0;
  if (!texture.readsFloats()) sampling.flags |= texture_flag::readAsInteger;
  if (texture.normalisedPositions) sampling.flags |= texture_flag::normalisedPositions;
  return sampling;
}

/// Objects have numbers of their own, references their variable's address.
bool isReference(std::uint64_t number) { return number >= sim::symbolBase && number < sim::textureObjectBase; }

ArrayDescription arrayOf(const sim::Texture& texture) {
  ArrayDescription array;
  array.width = texture.width;
  array.height = texture.shape == sim::TextureShape::Line ? 0 : texture.height;
  array.depth = texture.shape == sim::TextureShape::Volume || texture.isLayered ? texture.depth : 0;
  array.format = formatOf(texture);
  array.channels = texture.channels;
  array.flags = (texture.isLayered ? array_flag::layered : 0U) | (texture.isSurface ? array_flag::surface : 0U);
  return array;
}

} // namespace

Result<Textures> Textures::make(Session& session, const program::Trace& trace) {
  Textures textures(session);
  std::map<std::uint64_t, std::uint64_t> written; // by number, the address of a surface
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const program::Event& event = trace.events[i];
    if (event.kind == program::EventKind::DestroyTexture) written.erase(event.address);
    if (event.kind != program::EventKind::CreateTexture) continue;
    if (!isReference(event.address) && event.address <= sim::textureObjectBase)
      return fail("the test was recorded by a version whose textures can't be replayed on CUDA; make the project again");
    if (textures.object(event.address))
      return fail("the test makes a texture object twice, which can't be replayed on CUDA; record it again");
    const auto known = std::ranges::find_if(textures.entries_, [&](const Entry& entry) {
      return entry.recorded == event.address && std::ranges::equal(sim::encodeTexture(entry.texture), event.data);
    });
    textures.byEvent_[i] = static_cast<std::size_t>(known - textures.entries_.begin());
    if (known != textures.entries_.end()) continue;
    GEVO_TRY_ASSIGN(const sim::Texture texture, sim::decodeTexture(event.data));
    if (texture.isSurface && std::ranges::any_of(written, [&](const auto& one) { return one.second == texture.address; }))
      return fail("the test has two surface objects of one array, which can't be replayed on CUDA; use the simulated GPU");
    if (texture.isSurface) written[event.address] = texture.address;
    GEVO_TRY(textures.create(textures.entries_.emplace_back(event.address, texture)));
  }
  return textures;
}

Result<void> Textures::create(Entry& entry) {
  const Driver& driver = session_->driver();
  const sim::Texture& texture = entry.texture;
  TextureResource resource;
  if (texture.shape == sim::TextureShape::Linear) {
    GEVO_TRY_ASSIGN(Buffer memory, Buffer::make(*session_, texture.extent()));
    entry.linear = std::move(memory);
    resource.kind = resource_kind::linear;
    resource.from.linear = {entry.linear.address(), formatOf(texture), texture.channels, texture.extent()};
  } else {
    const ArrayDescription description = arrayOf(texture);
    GEVO_TRY(session_->check(driver.arrayCreate(&entry.array, &description), "making the array of a texture"));
    resource.kind = resource_kind::array;
    resource.from.array = entry.array;
  }
  if (texture.isSurface) return session_->check(driver.surfaceCreate(&entry.object, &resource), "making a surface");
  const TextureSampling sampling = samplingOf(texture);
  return session_->check(driver.textureCreate(&entry.object, &resource, &sampling, nullptr), "making a texture");
}

Textures::~Textures() {
  for (const Entry& entry : entries_) {
    if (entry.object != 0)
      (void)(entry.texture.isSurface ? session_->driver().surfaceDestroy(entry.object) : session_->driver().textureDestroy(entry.object));
    if (entry.array != nullptr) (void)session_->driver().arrayDestroy(entry.array);
  }
}

const Textures::Entry* Textures::madeBy(std::size_t event) const {
  const auto found = byEvent_.find(event);
  return found != byEvent_.end() ? &entries_[found->second] : nullptr;
}

std::optional<TextureObject> Textures::object(std::uint64_t recorded) const {
  const auto found = std::ranges::find(entries_, recorded, &Entry::recorded);
  return found != entries_.end() && !isReference(recorded) ? std::optional(found->object) : std::nullopt;
}

const TextureObject* Textures::bound(std::size_t event) const {
  const Entry* entry = madeBy(event);
  return entry != nullptr && isReference(entry->recorded) ? &entry->object : nullptr;
}

Result<void> Textures::refresh(std::size_t event) {
  const Entry* entry = madeBy(event);
  if (entry == nullptr) return fail("the test uses a texture that it did not create; record it again");
  const sim::Texture& texture = entry->texture;
  const Driver& driver = session_->driver();
  if (entry->array == nullptr)
    return session_->check(driver.copyOnDevice(entry->linear.address(), texture.address, texture.extent(), session_->stream()),
                           "filling a texture");
  return copy(*entry, true);
}

Result<void> Textures::store(std::size_t event) {
  const Entry* entry = madeBy(event);
  return entry != nullptr && entry->texture.isSurface ? copy(*entry, false) : Result<void>();
}

std::optional<std::uint64_t> Textures::surfaceAddress(std::size_t event) const {
  const Entry* entry = madeBy(event);
  return entry != nullptr && entry->texture.isSurface ? std::optional(entry->texture.address) : std::nullopt;
}

Result<void> Textures::copy(const Entry& entry, bool toArray) {
  const sim::Texture& texture = entry.texture;
  BoxCopy box;
  BoxCopy::Side& memory = toArray ? box.from : box.to;
  BoxCopy::Side& array = toArray ? box.to : box.from;
  memory.kind = memory_kind::device;
  memory.device = texture.address;
  memory.pitch = std::max<std::uint64_t>(texture.pitch, texture.rowBytes());
  memory.rows = texture.height;
  array.kind = memory_kind::array;
  array.array = entry.array;
  box.rowBytes = texture.rowBytes();
  box.rows = texture.height;
  box.slices = texture.depth;
  return session_->check(session_->driver().copyBox(&box, session_->stream()), toArray ? "filling a texture" : "reading a surface");
}

} // namespace gevo::cuda
