// Arrays and textures: an array is rows of bytes, a texture object the place of what it reads from.

#include "state.h"

#include <algorithm>
#include <cstring>

namespace {

struct Array {
  std::size_t rowBytes = 0;
  std::vector<std::uint8_t> bytes;
};

unsigned bytesOf(int format) {
  return format == 0x20 || format == 3 || format == 10 ? 4 : format == 0x10 || format == 2 || format == 9 ? 2 : 1;
}

struct Description {
  std::size_t width, height, depth;
  int format;
  unsigned channels, flags;
};
struct Side {
  std::size_t x, y, z, level;
  int kind;
  void* host;
  std::uint64_t device;
  Array* array;
  void* reserved;
  std::size_t pitch, rows;
};
struct Copy {
  Side from, to;
  std::size_t rowBytes, rows, slices;
};
struct Resource {
  int kind;
  union {
    Array* array;
    std::uint64_t address;
  } from;
};

} // namespace

FAKE int cuArray3DCreate_v2(Array** array, const Description* description) {
  OBEY;
  const std::size_t rowBytes = description->width * description->channels * bytesOf(description->format);
  const std::size_t rows = std::max<std::size_t>(1, description->height) * std::max<std::size_t>(1, description->depth);
  *array = new Array{rowBytes, std::vector<std::uint8_t>(rowBytes * rows)};
  return 0;
}
FAKE int cuArrayDestroy(Array* array) {
  OBEY;
  delete array;
  return 0;
}
FAKE int cuMemcpy3DAsync_v2(const Copy* copy, void*) {
  OBEY;
  const bool fills = copy->from.kind == 2 && copy->to.kind == 3;
  if (!fills && (copy->from.kind != 3 || copy->to.kind != 2)) return 1;
  const Side& memory = fills ? copy->from : copy->to;
  Array* array = fills ? copy->to.array : copy->from.array;
  for (std::size_t slice = 0; slice < copy->slices; ++slice)
    for (std::size_t row = 0; row < copy->rows; ++row) {
      auto* inMemory = fake::pointer(memory.device + (slice * memory.rows + row) * memory.pitch);
      std::uint8_t* inArray = array->bytes.data() + (slice * copy->rows + row) * array->rowBytes;
      std::memcpy(fills ? static_cast<void*>(inArray) : inMemory, fills ? static_cast<const void*>(inMemory) : inArray, copy->rowBytes);
    }
  return 0;
}
FAKE int cuTexObjectCreate(std::uint64_t* object, const Resource* resource, const void*, const void*) {
  OBEY;
  *object = resource->kind == 0 ? reinterpret_cast<std::uint64_t>(resource->from.array->bytes.data()) : resource->from.address;
  return 0;
}
FAKE int cuTexObjectDestroy(std::uint64_t) {
  OBEY;
  return 0;
}
FAKE int cuSurfObjectCreate(std::uint64_t* object, const Resource* resource) {
  OBEY;
  *object = reinterpret_cast<std::uint64_t>(resource->from.array->bytes.data());
  return 0;
}
FAKE int cuSurfObjectDestroy(std::uint64_t) {
  OBEY;
  return 0;
}
