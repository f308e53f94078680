#pragma once

/// What the programs of this folder share on the host. Each is complete: it prints what its kernels computed. -DPLANT=1 and so on plant
/// the faults that its first lines list.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef PLANT
#define PLANT 0
#endif

inline void succeed(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(status));
  std::exit(1);
}

/// The argument at `position` from 1, a number.
inline int argument(int argc, char** argv, int position) {
  if (position >= argc) std::exit(2);
  return std::atoi(argv[position]);
}

template <class T> T* allocate(std::size_t count) {
  T* memory = nullptr;
  succeed(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

template <class T> T* upload(const std::vector<T>& values) {
  T* memory = allocate<T>(values.size());
  succeed(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

template <class T> T* zeros(std::size_t count) { return upload(std::vector<T>(count)); }

/// Numbers from 0 to `below` - 1, the same in every run.
template <class T = int> std::vector<T> numbers(std::size_t count, unsigned below, unsigned seed = 1) {
  std::vector<T> values(count);
  for (T& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<T>((seed >> 8) % below);
  }
  return values;
}

/// A checksum of `count` values from the device, and the first of them.
template <class T> void print(const char* name, const T* memory, std::size_t count) {
  std::vector<T> values(count);
  succeed(cudaDeviceSynchronize());
  succeed(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
  std::uint64_t sum = 14695981039346656037U;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < count * sizeof(T); ++i) sum = (sum ^ bytes[i]) * 1099511628211U;
  std::printf("%s %016llx:", name, static_cast<unsigned long long>(sum));
  for (std::size_t i = 0; i < count && i < 8; ++i) std::printf(" %g", static_cast<double>(values[i]));
  std::printf("\n");
}
