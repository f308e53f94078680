// Descriptions of texture elements, which are plain values.

#include "core/kernel/program/runtime/abi.h"

/// cudaChannelFormatDesc: bits of the components and their kind.
struct ChannelFormat {
  int x, y, z, w;
  int kind;
};

GEVO_CUDA ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) { return {x, y, z, w, kind}; }
