// A library whose code runs before main, and before libgevocudart can stop the program.

#include <cstdio>

namespace {
__attribute__((constructor)) void first() { std::puts("early"); }
__attribute__((constructor)) void second() { std::puts("early too"); }
} // namespace

int fromEarlyLibrary() { return 1; }
