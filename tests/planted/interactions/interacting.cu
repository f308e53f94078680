// Work that is not needed: the rounds of loops whose results are left out. How many there are is read from memory, and an edit that takes
// 1 in place of such a number gains the loop's time. What goes wrong with some numbers makes edits depend on each other:
//
// - first, second, third: each is independent
// - left, middle, right: the output differs unless all of them are equal, as they are
// - built: the output differs when it changes while `stone` is as it is
// - quiet...: nothing depends on them
#include "../host.h"

__device__ unsigned churn(unsigned value, int rounds) {
  for (int round = 0; round < rounds; ++round) value = (value ^ (value >> 7)) * 1664525U + 1013904223U;
  return value;
}

__global__ void work(const int* always, const int* first, const int* second, const int* third, const int* left, const int* middle,
                     const int* right, const int* stone, const int* built, const int* quiet1, const int* quiet2, const int* quiet3,
                     const int* quiet4, const int* quiet5, const int* quiet6, const int* nothing, const unsigned* in, unsigned* out,
                     int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= n) return;
  const int firstRounds = *first, secondRounds = *second, thirdRounds = *third;
  const int leftRounds = *left, middleRounds = *middle, rightRounds = *right;
  const int stoneValue = *stone, builtRounds = *built;
  const unsigned quiet = *quiet1 ^ *quiet2 ^ *quiet3 ^ *quiet4 ^ *quiet5 ^ *quiet6;
  const unsigned mask = *nothing; // 0
  unsigned value = churn(in[thread], *always);
  unsigned unused = quiet;
  unused ^= churn(value, firstRounds);
  unused ^= churn(value + 1, secondRounds);
  unused ^= churn(value + 2, thirdRounds);
  unused ^= churn(value + 3, leftRounds);
  unused ^= churn(value + 4, middleRounds);
  unused ^= churn(value + 5, rightRounds);
  unused ^= churn(value + 6, builtRounds);
  value += (leftRounds - middleRounds) * 7 + (middleRounds - rightRounds) * 11;
  if (builtRounds != 60 && stoneValue == 60) value += 13;
  out[thread] = value + (unused & mask);
}

int* number(int value) { return upload(std::vector<int>{value}); }

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  unsigned* out = zeros<unsigned>(n);
  work<<<n / 32 + 1, 32>>>(number(400), number(90), number(70), number(50), number(40), number(40), number(40), number(60), number(60),
                           number(3), number(5), number(7), number(9), number(11), number(13), number(0),
                           upload(numbers<unsigned>(n, 100000)), out, n);
  print("worked", out, n);
}
