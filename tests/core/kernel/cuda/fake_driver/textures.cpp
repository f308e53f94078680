// Arrays and textures: an array is rows of bytes, a texture object the place of what it reads from.

#include "state.h"

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
  std::size_t width, height;
  int format;
  unsigned channels;
};
struct Side {
  std::size_t x, y;
  int kind;
  void* host;
  std::uint64_t device;
  Array* array;
  std::size_t pitch;
};
struct Copy {
  Side from, to;
  std::size_t rowBytes, rows;
};
struct Resource {
  int kind;
  union {
    Array* array;
    std::uint64_t address;
  } from;
};

} // namespace

FAKE int cuArrayCreate_v2(Array** array, const Description* description) {
  OBEY;
  const std::size_t rowBytes = description->width * description->channels * bytesOf(description->format);
  *array = new Array{rowBytes, std::vector<std::uint8_t>(rowBytes * (description->height == 0 ? 1 : description->height))};
  return 0;
}
FAKE int cuArrayDestroy(Array* array) {
  OBEY;
  delete array;
  return 0;
}
FAKE int cuMemcpy2DAsync_v2(const Copy* copy, void*) {
  OBEY;
  if (copy->from.kind != 2 || copy->to.kind != 3) return 1;
  for (std::size_t row = 0; row < copy->rows; ++row)
    std::memcpy(copy->to.array->bytes.data() + row * copy->to.array->rowBytes, fake::pointer(copy->from.device + row * copy->from.pitch),
                copy->rowBytes);
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
