#pragma once

/// The texture and surface objects of a trace on a GPU. Each has its own storage, an array or aligned memory, into which the program's
/// memory is copied before each launch: recorded addresses may not be aligned as textures need, and no launch may change its own textures.
/// The storage of a surface is copied back after each launch.

#include "core/kernel/cuda/device/session.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/kernel/trace/trace.h"

#include <optional>

namespace gevo::cuda {

class Textures {
public:
  /// An object for each texture of the trace. An error if the trace creates a number twice, or one that may be confused with other data, or
  /// has two surfaces of one array at once.
  static Result<Textures> make(Session& session, const program::Trace& trace);
  Textures(Textures&&) noexcept = default;
  Textures& operator=(Textures&&) = delete;
  ~Textures();

  /// The object for a recorded number; nothing for any other number.
  std::optional<TextureObject> object(std::uint64_t recorded) const;
  /// Queues copying the current memory to the texture's storage.
  Result<void> refresh(std::uint64_t recorded);
  /// Queues copying a surface's storage to the memory; does nothing for a texture.
  Result<void> store(std::uint64_t recorded);
  /// The address of the surface with that number; nothing for a texture.
  std::optional<std::uint64_t> surfaceAddress(std::uint64_t recorded) const;

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
  const Entry* find(std::uint64_t recorded) const;
  Result<void> create(Entry& entry);
  /// Between memory and an array.
  Result<void> copy(const Entry& entry, bool toArray);

  Session* session_;
  std::vector<Entry> entries_;
};

} // namespace gevo::cuda
