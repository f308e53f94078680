/// Simulates a compromised worker: locked down like gevo-worker, it executes `Export` requests that name an escape attempt. It replies to
/// attempts that succeed or fail with an error; the kernel kills it for the others.

#include "core/kernel/sandbox/sandbox.h"
#include "core/protocol/frames.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <linux/memfd.h>
#include <map>
#include <new>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace gevo;

namespace {

constexpr std::size_t pageBytes = 4096;

long makeExecutable() {
  void* page = ::mmap(nullptr, pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return ::mprotect(page, pageBytes, PROT_READ | PROT_EXEC);
}

long execute() {
  char* const words[] = {const_cast<char*>("/bin/true"), nullptr};
  return ::execv(words[0], words);
}

long startThread() {
  std::thread([] {}).join();
  return 0;
}

/// MiB that could be allocated.
long allocateAll() {
  constexpr std::size_t step = 1U << 20;
  long count = 0;
  try {
    while (true) {
      std::fill_n(new char[step], step, 'x');
      ++count;
    }
  } catch (const std::bad_alloc&) {
    return count;
  }
}

[[noreturn]] void loopForEver() {
  while (true) ::getpid(); // allowed, and no loop that a compiler may remove
}

const std::map<std::string, std::function<long()>> attempts = {
    {"nothing", [] { return 0L; }},
    {"open a file", [] { return long(::open("/etc/passwd", O_RDONLY)); }},
    {"write a file", [] { return long(::open("/tmp/gevo-prisoner", O_WRONLY | O_CREAT, 0600)); }},
    {"remove a file", [] { return long(::unlink("/tmp/gevo-prisoner")); }},
    {"hold a file in memory", [] { return ::syscall(SYS_memfd_create, "x", 0U); }},
    {"open a socket", [] { return long(::socket(AF_INET, SOCK_STREAM, 0)); }},
    {"open a local socket", [] { return long(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
    {"start a program", execute},
    {"fork", [] { return long(::fork()); }},
    {"start a thread", startThread},
    {"map executable memory",
     [] { return reinterpret_cast<long>(::mmap(nullptr, pageBytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); }},
    {"make memory executable", makeExecutable},
    {"map a file", [] { return reinterpret_cast<long>(::mmap(nullptr, pageBytes, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0)); }},
    {"signal the parent", [] { return long(::kill(::getppid(), 0)); }},
    {"signal a thread of another process", [] { return ::syscall(SYS_tgkill, ::getpid() - 1, ::getpid() - 1, 0); }},
    {"trace the parent", [] { return ::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr); }},
    {"read another's memory", [] { return ::syscall(SYS_process_vm_readv, ::getpid(), nullptr, 0UL, nullptr, 0UL, 0UL); }},
    {"raise its limits",
     [] {
       const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
       return long(::setrlimit(RLIMIT_CPU, &none));
     }},
    {"ignore the end of its time", [] { return ::signal(SIGXCPU, SIG_IGN) == SIG_ERR ? -1L : 0L; }},
    {"queue work for the kernel", [] { return ::syscall(SYS_io_uring_setup, 1U, nullptr); }},
    {"allocate all memory", allocateAll},
    {"loop for ever",
     [] {
       loopForEver();
       return 0L;
     }},
    {"abort",
     [] {
       std::abort();
       return 0L;
     }},
    {"ask whether this is a terminal", [] { return long(::isatty(STDERR_FILENO)); }},
};

Bytes words(const std::string& text) { return {text.begin(), text.end()}; }

} // namespace

int main() {
  sandbox::giveUpPrivileges();
  const Result<void> locked = sandbox::lockDown();
  while (true) {
    const auto frame = readFrame(STDIN_FILENO);
    if (!frame || !*frame) return 0;
    const auto attempt = attempts.find(std::string((*frame)->payload.begin(), (*frame)->payload.end()));
    const std::string answer = !locked                     ? locked.error().message
                               : attempt == attempts.end() ? "no such attempt"
                                                           : std::to_string(attempt->second());
    if (!writeFrame(STDOUT_FILENO, std::uint32_t(ReplyKind::Result), words(answer))) return 1;
  }
}
