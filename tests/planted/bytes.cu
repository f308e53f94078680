// A byte and a bit for each value, next to those of other blocks and warps.
//
// test: 1024
// held-out: 2048
// 1 tests, race: a byte is stored as part of its word, which other blocks store as well
// 2 screen, race: a bit is set by a plain load and store of its word
// 3 screen, race: a bit is set by an atomic for the bit's own block only
// 4 screen, race: a byte is stored together with the next one, as that was before
// 9 passes: bytes are set by atomics, whatever they were before
#include "host.h"

__global__ void classify(const int* in, int n, unsigned char* bytes, unsigned* bits) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= n) return;
  // Neighbours in the array belong to different blocks.
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  const unsigned value = in[i] % 200;
  unsigned* word = (unsigned*)bytes + i / 4;
  const int shift = i % 4 * 8;
  if (PLANT == 1)
    *word = (*word & ~(255U << shift)) | value << shift;
  else if (PLANT == 9)
    atomicXor(word, (atomicAdd(word, 0) ^ value << shift) & 255U << shift);
  else if (PLANT == 4 && i % 2 == 0)
    *(unsigned short*)(bytes + i) = (unsigned short)(value | bytes[i + 1] << 8);
  else
    bytes[i] = (unsigned char)value;
  const unsigned bit = 1U << i % 32;
  if (value < 100) return;
  if (PLANT == 2) bits[i / 32] |= bit; else if (PLANT == 3) atomicOr_block(&bits[i / 32], bit); else atomicOr(&bits[i / 32], bit);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  unsigned char* bytes = zeros<unsigned char>(n);
  unsigned* bits = zeros<unsigned>(n / 32);
  classify<<<n / 32, 32>>>(upload(numbers(n, 1000)), n, bytes, bits);
  print("bytes", bytes, n);
  print("bits", bits, n / 32);
}
