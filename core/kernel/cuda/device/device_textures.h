#pragma once

/// The texture objects of a trace on a GPU. Each reads from storage of its own, an array of the driver's or memory as it wants it aligned,
/// into which what the program's memory holds is copied before each launch: recorded addresses need not be what a texture asks for, and no
/// launch may change what its own textures show.

#include "core/kernel/cuda/device/session.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/kernel/trace/trace.h"

#include <optional>

namespace gevo::cuda {

class Textures {
public:
  /// An object for each that the trace makes. Refuses traces that make one number twice, or numbers that can't be told from others.
  static Result<Textures> make(Session& session, const program::Trace& trace);
  Textures(Textures&&) noexcept = default;
  Textures& operator=(Textures&&) = delete;
  ~Textures();

  /// What a recorded number is on this GPU; nothing for any other number.
  std::optional<TextureObject> object(std::uint64_t recorded) const;
  /// Queues that the texture shows what memory holds.
  Result<void> refresh(std::uint64_t recorded);

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

  Session* session_;
  std::vector<Entry> entries_;
};

} // namespace gevo::cuda
