// A program on libgevocudart that needs early_library.cpp.

#include <cstdio>

int fromEarlyLibrary();

int main() {
  std::printf("%d\n", fromEarlyLibrary());
  return 0;
}
