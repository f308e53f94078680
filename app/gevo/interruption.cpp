#include "app/gevo/interruption.h"

#include <csignal>

namespace gevo {

namespace {

volatile std::sig_atomic_t counted = 0;
void count(int signal) { counted = counted + (signal == SIGTERM ? 2 : 1); }

} // namespace

void countInterruptions() {
  std::signal(SIGINT, count);
  std::signal(SIGTERM, count);
}

int interruptions() { return counted; }

} // namespace gevo
