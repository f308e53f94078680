// A block walks through an array in chunks; every thread sees its neighbour's value of the chunk. How many differ is counted.
//
// test: 1024
// held-out: 1000
// 1 held-out, barrier divergence: threads without a value in the last chunk skip its barriers; the test has no such chunk
// 2 held-out, barrier divergence: threads leave the loop before the barrier when they are done
// 3 screen, race: no barrier before the next chunk
// 4 screen, race: the barrier before the next chunk is skipped in every other trip
// 9 passes: two chunks in turn need one barrier
#include "host.h"

constexpr int threads = 128;

__global__ void differences(const int* in, int n, int* out) {
  __shared__ int chunks[2][threads];
  __shared__ int changes;
  const int t = threadIdx.x;
  if (t == 0) changes = 0;
  __syncthreads();
  int trip = 0;
  for (int first = 0; PLANT == 1 ? first + t < n : first < n; first += threads, ++trip) {
    const int i = first + t;
    int* chunk = chunks[PLANT == 9 ? trip % 2 : 0];
    if (PLANT == 2 && i >= n) break;
    chunk[t] = i < n ? in[i] : 0;
    __syncthreads();
    const int next = t + 1 < threads && i + 1 < n ? chunk[t + 1] : 0;
    if (i < n && next != chunk[t]) atomicAdd(&changes, 1);
    if (i < n) out[i] = next - chunk[t];
    if (PLANT != 3 && PLANT != 9 && (PLANT != 4 || trip % 2 == 0)) __syncthreads();
  }
  __syncthreads();
  if (t == 0) out[n] = changes;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* out = allocate<int>(n + 1);
  differences<<<1, threads>>>(upload(numbers(n, 1000)), n, out);
  print("differences", out, n + 1);
}
