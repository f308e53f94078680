#include <cmath>
#include <iostream>
#include <vector>

std::vector<float> makeInput(int n) {
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = std::sin(0.1f * i);
  std::cout << "made " << n << " numbers\n";
  return values;
}
