#pragma once

/// The texture and surface objects of a trace on a GPU. Each has its own storage, an array or aligned memory, into which the program's
/// memory is copied before each launch: recorded addresses may not be aligned as textures need, and no launch may change its own textures.
/// The storage of a surface is copied back after each launch.

#include "core/kernel/cuda/device/session.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/kernel/trace/trace.h"

#include <map>
#include <optional>

namespace gevo::cuda {

class Textures {
public:
  /// An object for each texture that an event creates. An error if the trace creates a number twice, or one that may be confused with other
  /// data, or has two surfaces of one array at once. The number of a texture reference is its variable's address, and may be bound again.
  static Result<Textures> make(Session& session, const program::Trace& trace);
  Textures(Textures&&) noexcept = default;
  Textures& operator=(Textures&&) = delete;
  ~Textures();

  /// The object for a recorded number; nothing for any other number.
  std::optional<TextureObject> object(std::uint64_t recorded) const;
  /// What the variable of a texture reference must hold after the event that binds it; null: the event makes another texture.
  const TextureObject* bound(std::size_t event) const;
  /// Queues copying the current memory to the storage of the texture that the event made.
  Result<void> refresh(std::size_t event);
  /// Queues copying a surface's storage to the memory; does nothing for a texture.
  Result<void> store(std::size_t event);
  /// The address of the surface that the event made; nothing for a texture.
  std::optional<std::uint64_t> surfaceAddress(std::size_t event) const;

private:
  struct Entry {
    std::uint64_t recorded = 0;
    sim::Texture texture;
    Array array = nullptr; ///< or `linear`
    Buffer linear;
    TextureObject object = 0;

    Entry(std::uint64_t number, const sim::Texture& what) : recorded(number), texture(what) {}
    Entry(Entry&& other) noexcept
        : recorded(other.recorded), texture(other.texture), array(std::exchange(other.array, nullptr)), linear(std::move(other.linear)),
          object(std::exchange(other.object, 0)) {}
  };
  explicit Textures(Session& session) : session_(&session) {}
  const Entry* madeBy(std::size_t event) const;
  Result<void> create(Entry& entry);
  /// Between memory and an array.
  Result<void> copy(const Entry& entry, bool toArray);

  Session* session_;
  std::vector<Entry> entries_;
  std::map<std::size_t, std::size_t> byEvent_; ///< entries; a reference that is bound again in the same way has one
};

} // namespace gevo::cuda
