// Linked into programs that `gevo exec` builds: puts one fat binary, whose kernels are a variant's, in the place of those that the
// program's objects carry, and tells how long its kernels take. GEVO Explorer links beside it what it knows of the variant:
// gevo_fat_binary, gevoNames, gevoShared. References to the functions below come here by the linker's --wrap.
//
// Environment: GEVO_KERNEL_TIMES names a file that is written when the program ends. Without it nothing is measured, nor waited for.

#undef CUDA_API_PER_THREAD_DEFAULT_STREAM // the names below are those without it; the others are written out
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#define GEVO_WEAK extern "C" __attribute__((weak))

// ---- One fat binary for all files, so that what they share is there once. ----

struct GevoShared {
  const char* name;
  void* shadow;
  std::size_t bytes;
  int isConstant;
};
extern "C" {
extern __attribute__((visibility("hidden"))) const char gevo_fat_binary[];
extern __attribute__((visibility("hidden"))) const char* const gevoNames[]; // of the variant's kernels and variables; the last is null
extern __attribute__((visibility("hidden"))) const GevoShared gevoShared[]; // the last has no name
}

namespace {

struct Wrapper {
  int magic;
  int version;
  const void* data;
  void* unused;
};
__attribute__((section(".nvFatBinSegment"), used)) Wrapper whole = {0x466243b1, 1, gevo_fat_binary, nullptr};

// What GEVO Explorer puts into the program's objects: a fat binary without an image, whose header holds the mark of the file.
struct Marked {
  unsigned magic;
  unsigned short version;
  unsigned short headerBytes;
  unsigned long long bytes;
  char head[8];
  char mark[24];
};

struct Registration {
  void** handle = nullptr;
  const char* mark = "";       // of the file whose turn it is
  int open = 0;                // files that have not been taken back
  bool ended = false;          // the runtime knows that this was all
  std::set<const void*> known; // kernels and variables, by the host's handles
};
Registration& registration() {
  static Registration* const one = new Registration; // never destroyed: files are taken back late
  return *one;
}

// The name in the variant's code: where several files have one of their own, those have marks. Null: the variant has no use for it.
const char* nameInVariant(const char* name) {
  const std::string marked = std::string(name) + registration().mark;
  for (const char* const* known = gevoNames; *known; ++known)
    if (marked == *known) return *known;
  for (const char* const* known = gevoNames; *known; ++known)
    if (std::strcmp(name, *known) == 0) return *known;
  return nullptr;
}

} // namespace

extern "C" {

void** __real___cudaRegisterFatBinary(void*);
void __real___cudaRegisterFatBinaryEnd(void**);
void __real___cudaUnregisterFatBinary(void**);
void __real___cudaRegisterFunction(void**, const void*, void*, const char*, int, void*, void*, void*, void*, int*);
void __real___cudaRegisterVar(void**, void*, void*, const char*, int, size_t, int, int);

void** __wrap___cudaRegisterFatBinary(void* given) {
  const auto* image = static_cast<const Marked*>(static_cast<const Wrapper*>(given)->data);
  // Objects and libraries that came compiled keep their own code.
  if (image->headerBytes != sizeof(Marked) || std::memcmp(image->head, "GEVOFILE", sizeof image->head) != 0)
    return __real___cudaRegisterFatBinary(given);
  Registration& all = registration();
  if (!all.handle) all.handle = __real___cudaRegisterFatBinary(&whole);
  all.mark = image->mark;
  ++all.open;
  return all.handle;
}

void __wrap___cudaRegisterFunction(void** handle, const void* function, void* stub, const char* name, int threads, void* thread,
                                   void* block, void* blockSize, void* gridSize, int* warpSize) {
  Registration& all = registration();
  if (handle == all.handle) {
    const char* const found = nameInVariant(name);
    if (!found || !all.known.insert(function).second) return;
    name = found;
    stub = const_cast<char*>(found);
  }
  __real___cudaRegisterFunction(handle, function, stub, name, threads, thread, block, blockSize, gridSize, warpSize);
}

void __wrap___cudaRegisterVar(void** handle, void* variable, void* address, const char* name, int isExternal, size_t size, int isConstant,
                              int isGlobal) {
  Registration& all = registration();
  if (handle == all.handle) {
    const char* const found = nameInVariant(name);
    if (!found || !all.known.insert(variable).second) return;
    name = found;
    address = const_cast<char*>(found);
  }
  __real___cudaRegisterVar(handle, variable, address, name, isExternal, size, isConstant, isGlobal);
}

void __wrap___cudaRegisterFatBinaryEnd(void** handle) {
  if (handle != registration().handle) __real___cudaRegisterFatBinaryEnd(handle);
}

void __wrap___cudaUnregisterFatBinary(void** handle) {
  Registration& all = registration();
  if (handle == all.handle && --all.open > 0) return;
  __real___cudaUnregisterFatBinary(handle);
}

} // extern "C"

namespace {

// The linker puts this file last: all others have been registered when it is called, but for what static objects launch earlier.
__attribute__((constructor)) void endRegistration() {
  Registration& all = registration();
  if (all.ended) return;
  all.ended = true;
  if (!all.handle) return;
  all.mark = "";
  for (const GevoShared* shared = gevoShared; shared->name; ++shared)
    __wrap___cudaRegisterVar(all.handle, shared->shadow, shared->shadow, shared->name, 0, shared->bytes, shared->isConstant, 0);
  __real___cudaRegisterFatBinaryEnd(all.handle);
}

// ---- How long kernels take. ----

// A launch is timed between two events. On a GPU that has nothing to do they would also time the host, which queues them one after the
// other: a kernel before them keeps the GPU waiting until all is queued, and ends by itself, whatever happens to the host.
class Hold {
public:
  // Of the current device, which has a context.
  void begin(int device, cudaStream_t stream) {
    if (!opened_) open();
    if (!isThere_) return;
    const auto found = kernels_.find(device);
    void* const kernel = found != kernels_.end() ? found->second : load(device);
    unsigned long long nanoseconds = nanoseconds_;
    void* parameters[] = {&nanoseconds};
    if (kernel) (void)launch_(kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr);
  }

  // All is queued. Was the GPU past the first event already, then the next launches are held for longer.
  void end(cudaEvent_t first) {
    if (isThere_ && nanoseconds_ < longest && query_(first) == 0) nanoseconds_ *= 2;
  }

  // Before what ends the context.
  void forget() { kernels_.clear(); }

private:
  using Launch = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, cudaStream_t, void**, void**);
  static constexpr unsigned long long longest = 1000000;

  // The driver that the runtime runs on. Its own functions leave the runtime's last error alone.
  void open() {
    opened_ = true;
    void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return;
    loadModule_ = reinterpret_cast<int (*)(void**, const void*)>(dlsym(library, "cuModuleLoadData"));
    findKernel_ = reinterpret_cast<int (*)(void**, void*, const char*)>(dlsym(library, "cuModuleGetFunction"));
    launch_ = reinterpret_cast<Launch>(dlsym(library, "cuLaunchKernel"));
    query_ = reinterpret_cast<int (*)(void*)>(dlsym(library, "cuEventQuery"));
    isThere_ = loadModule_ && findKernel_ && launch_ && query_;
  }

  void* load(int device) {
    // Ends after so many nanoseconds, or as many cycles as take longer on every GPU that there is, should its timer stand still.
    static const char* const ptx = R"(.version 6.0
.target sm_52
.address_size 64
.visible .entry gevo_hold(.param .u64 nanoseconds)
{
  .reg .pred %p<3>;
  .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [nanoseconds];
  shl.b64 %rd2, %rd1, 2;
  mov.u64 %rd3, %globaltimer;
  mov.u64 %rd4, %clock64;
again:
  mov.u64 %rd5, %globaltimer;
  sub.u64 %rd5, %rd5, %rd3;
  setp.ge.u64 %p1, %rd5, %rd1;
  mov.u64 %rd6, %clock64;
  sub.u64 %rd6, %rd6, %rd4;
  setp.ge.u64 %p2, %rd6, %rd2;
  or.pred %p1, %p1, %p2;
  @!%p1 bra again;
  ret;
}
)";
    void* module = nullptr; // as long as the context
    void* kernel = nullptr;
    if (loadModule_(&module, ptx) != 0 || findKernel_(&kernel, module, "gevo_hold") != 0) kernel = nullptr;
    return kernels_[device] = kernel;
  }

  int (*loadModule_)(void**, const void*) = nullptr;
  int (*findKernel_)(void**, void*, const char*) = nullptr;
  Launch launch_ = nullptr;
  int (*query_)(void*) = nullptr;
  bool opened_ = false;
  bool isThere_ = false;
  std::map<int, void*> kernels_; // by device
  unsigned long long nanoseconds_ = 30000;
};

struct Span {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  int device = -1;
  bool pending = false;
};

class Times {
public:
  Times() : path_(std::getenv("GEVO_KERNEL_TIMES")), spans_(mostPending) {}

  bool on() const { return path_ && *path_; }

  template <class Launch> cudaError_t around(const void* kernel, cudaStream_t stream, Launch launch) {
    const std::lock_guard<std::mutex> lock(mutex_);
    writeAtExit();
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    // Part of a graph, which is measured when it is launched.
    if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone) return launch();
    // The runtime loads a kernel when it is first needed, and the driver may have to compile it: not between the events.
    cudaFuncAttributes attributes;
    if (kernel && loaded_.insert(kernel).second) (void)cudaFuncGetAttributes(&attributes, kernel);
    Span& span = spans_[next_++ % spans_.size()];
    collect(span);
    const bool prepared = prepare(span);
    if (prepared) hold_.begin(span.device, stream);
    const bool begun = prepared && cudaEventRecord(span.begin, stream) == cudaSuccess;
    const cudaError_t status = launch();
    if (status != cudaSuccess) return status;
    ++launches_;
    span.pending = begun && cudaEventRecord(span.end, stream) == cudaSuccess;
    if (span.pending)
      hold_.end(span.begin);
    else
      ++lost_;
    return status;
  }

  // Before what ends all events.
  void collectAll(bool forget) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (Span& span : spans_) {
      collect(span);
      if (forget) span = Span();
    }
    if (!forget) return;
    loaded_.clear();
    hold_.forget();
  }

  void write() {
    collectAll(false);
    if (std::FILE* const file = std::fopen(path_, "w")) {
      std::fprintf(file, "kernel_us %.3f\nlaunches %llu\nlost %llu\n", milliseconds_ * 1000, launches_, lost_);
      std::fclose(file);
    }
  }

private:
  static constexpr size_t mostPending = 1024;

  // At the first launch: after the runtime has arranged for its own end, and so called before it.
  void writeAtExit();

  bool prepare(Span& span) {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess) return false;
    if (span.begin && span.device == device) return true;
    if (span.begin) (void)cudaEventDestroy(span.begin);
    if (span.end) (void)cudaEventDestroy(span.end);
    span = Span();
    span.device = device;
    return cudaEventCreate(&span.begin) == cudaSuccess && cudaEventCreate(&span.end) == cudaSuccess;
  }

  void collect(Span& span) {
    if (!span.pending) return;
    span.pending = false;
    float milliseconds = 0;
    if (cudaEventSynchronize(span.end) == cudaSuccess && cudaEventElapsedTime(&milliseconds, span.begin, span.end) == cudaSuccess)
      milliseconds_ += static_cast<double>(milliseconds);
    else
      ++lost_;
  }

  const char* path_;
  std::mutex mutex_;
  std::vector<Span> spans_;
  Hold hold_;
  size_t next_ = 0;
  std::set<const void*> loaded_;
  double milliseconds_ = 0;
  unsigned long long launches_ = 0;
  unsigned long long lost_ = 0; // launches whose time is not known
  bool arranged_ = false;
};
Times& times() {
  static Times* const one = new Times;
  return *one;
}

void Times::writeAtExit() {
  if (arranged_) return;
  arranged_ = true;
  std::atexit([] { times().write(); });
}

template <class Launch> cudaError_t launched(const void* kernel, cudaStream_t stream, Launch launch) {
  endRegistration();
  return times().on() ? times().around(kernel, stream, launch) : launch();
}

cudaStream_t ofThread(cudaStream_t stream) { return stream ? stream : cudaStreamPerThread; }

} // namespace

#define GEVO_LAUNCH(name, actualStream)                                                                                                    \
  GEVO_WEAK cudaError_t __real_##name(const void*, dim3, dim3, void**, size_t, cudaStream_t);                                              \
  extern "C" cudaError_t __wrap_##name(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {  \
    return launched(kernel, actualStream, [&] { return __real_##name(kernel, grid, block, arguments, shared, stream); });                  \
  }
GEVO_LAUNCH(cudaLaunchKernel, stream)
GEVO_LAUNCH(cudaLaunchKernel_ptsz, ofThread(stream))
GEVO_LAUNCH(cudaLaunchCooperativeKernel, stream)
GEVO_LAUNCH(cudaLaunchCooperativeKernel_ptsz, ofThread(stream))

#if CUDART_VERSION >= 11080
#define GEVO_LAUNCH_EX(name, actualStream)                                                                                                 \
  GEVO_WEAK cudaError_t __real_##name(const cudaLaunchConfig_t*, const void*, void**);                                                     \
  extern "C" cudaError_t __wrap_##name(const cudaLaunchConfig_t* how, const void* kernel, void** arguments) {                              \
    return launched(kernel, actualStream, [&] { return __real_##name(how, kernel, arguments); });                                          \
  }
GEVO_LAUNCH_EX(cudaLaunchKernelExC, how->stream)
GEVO_LAUNCH_EX(cudaLaunchKernelExC_ptsz, ofThread(how->stream))
#endif

#define GEVO_LAUNCH_GRAPH(name, actualStream)                                                                                              \
  GEVO_WEAK cudaError_t __real_##name(cudaGraphExec_t, cudaStream_t);                                                                      \
  extern "C" cudaError_t __wrap_##name(cudaGraphExec_t graph, cudaStream_t stream) {                                                       \
    return launched(nullptr, actualStream, [&] { return __real_##name(graph, stream); });                                                  \
  }
GEVO_LAUNCH_GRAPH(cudaGraphLaunch, stream)
GEVO_LAUNCH_GRAPH(cudaGraphLaunch_ptsz, ofThread(stream))

GEVO_WEAK cudaError_t __real_cudaDeviceReset();
extern "C" cudaError_t __wrap_cudaDeviceReset() {
  if (times().on()) times().collectAll(true);
  return __real_cudaDeviceReset();
}
