#pragma once

/// An array of zeroes whose memory is allocated page by page on writing: programs allocate gigabytes that they never touch, and the
/// simulator keeps ten bytes for each byte.
///
/// Large ones are shared anonymous mappings. The limit on a worker's memory (core/worker_pool/spawner.h) counts private memory only, so a
/// program's allocations don't reduce what LLVM may use.

#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace gevo::sim {

template <class T> class ZeroedArray {
  static_assert(std::is_trivial_v<T>);

public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    if (isLarge()) {
      void* place = ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      data_ = place == MAP_FAILED ? nullptr : static_cast<T*>(place);
    } else {
      data_ = static_cast<T*>(std::calloc(size, sizeof(T)));
    }
    if (!data_) throw std::bad_alloc();
  }
  ~ZeroedArray() { reset(); }
  ZeroedArray(ZeroedArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  /// Releases the memory.
  void reset() {
    if (data_ && isLarge())
      ::munmap(data_, size_ * sizeof(T));
    else
      std::free(data_);
    data_ = nullptr;
    size_ = 0;
  }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t place) { return data_[place]; }
  const T& operator[](std::size_t place) const { return data_[place]; }

private:
  bool isLarge() const { return size_ * sizeof(T) >= 4U << 20; }
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace gevo::sim
