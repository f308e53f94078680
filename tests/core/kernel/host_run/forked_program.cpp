// A program on libgevocudart that does what its first argument says.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

extern "C" int cudaGetDeviceCount(int* count);

namespace {

/// Tells when code of the program runs before main and after it.
struct Spoken {
  Spoken() {
    int count = 0;
    cudaGetDeviceCount(&count); // makes the device, as registering kernels does
    std::puts("made");
  }
  ~Spoken() { std::puts("gone"); }
} spoken;

void spin() {
  for (volatile bool goesOn = true; goesOn;) {
  }
}

void showDescriptors() {
  for (int i = 0; i < 1024; ++i)
    if (fcntl(i, F_GETFD) >= 0) std::printf("%d with flags %x\n", i, fcntl(i, F_GETFL));
}

void showSurroundings() {
  for (char** entry = environ; *entry != nullptr; ++entry) std::puts(*entry);
  char folder[4096] = {};
  std::puts(getcwd(folder, sizeof folder));
  for (const __rlimit_resource which : {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE}) {
    rlimit limit{};
    getrlimit(which, &limit);
    std::printf("limit %lu %lu\n", limit.rlim_cur, limit.rlim_max);
  }
  int signal = 0;
  prctl(PR_GET_PDEATHSIG, &signal);
  std::printf("parent %d, own group %d, dies with %d, can be traced %d, reads %d\n", getppid(), getpgrp() == getpid(), signal,
              prctl(PR_GET_DUMPABLE), std::getchar());
}

} // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "surroundings") showSurroundings();
  if (what == "descriptors") showDescriptors();
  if (what == "fails") return 3;
  if (what == "crashes") std::abort();
  if (what == "is killed") std::raise(SIGUSR1);
  if (what == "leaves") _exit(4);
  if (what == "hangs") spin();
  if (what == "sleeps") pause();
  if (what == "threads") std::thread([] { std::puts("thread"); }).join();
  if (what == "exits late") std::atexit([] { _exit(5); });
  if (what == "forks" && fork() == 0) spin();
  if (what == "forks and hangs") {
    fork();
    spin();
  }
  if (what == "leaves its group") {
    setpgid(0, getpgid(getppid()));
    spin();
  }
  if (what == "writes") std::ofstream("left-behind.txt") << "mine";
  if (what == "writes elsewhere" && std::fopen(argv[2], "w") == nullptr) std::perror(argv[2]);
  if (what == "buffers") {
    std::ios::sync_with_stdio(false);
    std::cout << "buffered";
    std::clog << "logged";
  }
  if (what == "counts") { // what an earlier run left in memory
    static int calls = 0;
    std::printf("call %d\n", ++calls);
  }
  std::fputs("complaint\n", stderr);
  return 0;
}
