// Device memory is memory of this process, mapped where the caller wants it.

#include "state.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using fake::pointer;

FAKE int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  OBEY;
  const auto lines = fake::controls("free");
  *free = lines.empty() ? fake::totalBytes - fake::state().used : std::stoul(lines.back().at(0)) << 20;
  *total = fake::totalBytes;
  return 0;
}
FAKE int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  OBEY;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  *address = reinterpret_cast<std::uint64_t>(memory);
  fake::state().allocations[*address] = bytes;
  fake::state().used += bytes;
  return 0;
}
FAKE int cuMemFree_v2(std::uint64_t address) {
  OBEY;
  auto& allocations = fake::state().allocations;
  const auto found = allocations.find(address);
  if (found == allocations.end()) return 1;
  ::munmap(pointer(address), found->second);
  fake::state().used -= found->second;
  allocations.erase(found);
  return 0;
}
FAKE int cuMemGetAllocationGranularity(std::size_t* bytes, const void*, int) {
  OBEY;
  *bytes = fake::granularity;
  return 0;
}
FAKE int cuMemAddressReserve(std::uint64_t* address, std::size_t bytes, std::size_t, std::uint64_t wanted, unsigned long long) {
  OBEY;
  void* memory = ::mmap(reinterpret_cast<void*>(wanted), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 2;
  *address = reinterpret_cast<std::uint64_t>(memory);
  fake::state().reserved[*address] = bytes;
  return ::mmap(pointer(*address), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == pointer(*address) ? 0 : 2;
}
FAKE int cuMemAddressFree(std::uint64_t address, std::size_t bytes) {
  OBEY;
  const bool unmapped = ::munmap(pointer(address), bytes) == 0 && ::munmap(reinterpret_cast<void*>(address), bytes) == 0;
  fake::state().reserved.erase(address);
  return unmapped ? 0 : 1;
}
FAKE int cuMemCreate(unsigned long long* handle, std::size_t bytes, const void*, unsigned long long) {
  OBEY;
  if (bytes % fake::granularity != 0) return 1;
  const int file = ::memfd_create("fake GPU", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(bytes)) != 0) return 2;
  *handle = static_cast<unsigned long long>(file);
  fake::state().handles[*handle] = bytes;
  fake::state().used += bytes;
  return 0;
}
FAKE int cuMemRelease(unsigned long long handle) {
  OBEY;
  auto& handles = fake::state().handles;
  const auto found = handles.find(handle);
  if (found == handles.end()) return 1;
  fake::state().used -= found->second;
  ::close(static_cast<int>(handle));
  handles.erase(found);
  return 0;
}
FAKE int cuMemMap(std::uint64_t address, std::size_t bytes, std::size_t, unsigned long long handle, unsigned long long) {
  OBEY;
  void* memory = ::mmap(pointer(address), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, static_cast<int>(handle), 0);
  return memory == pointer(address) ? 0 : 1;
}
FAKE int cuMemUnmap(std::uint64_t address, std::size_t bytes) {
  OBEY;
  void* memory = ::mmap(pointer(address), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  return memory == pointer(address) ? 0 : 1;
}
FAKE int cuMemSetAccess(std::uint64_t address, std::size_t bytes, const void*, std::size_t) {
  OBEY;
  return ::mprotect(pointer(address), bytes, PROT_READ | PROT_WRITE) == 0 ? 0 : 1;
}
FAKE int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*) {
  OBEY;
  std::memcpy(pointer(to), from, bytes);
  return 0;
}
FAKE int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*) {
  OBEY;
  std::memcpy(to, pointer(from), bytes);
  return 0;
}
FAKE int cuMemcpyDtoDAsync_v2(std::uint64_t to, std::uint64_t from, std::size_t bytes, void*) {
  OBEY;
  std::memmove(pointer(to), pointer(from), bytes);
  return 0;
}
FAKE int cuMemsetD8Async(std::uint64_t to, unsigned char value, std::size_t bytes, void*) {
  OBEY;
  std::memset(pointer(to), value, bytes);
  return 0;
}
