// The helpers of CUDA's samples together, and their comparisons. Written for GEVO Explorer.
#pragma once

#include "exception.h"
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#include <cmath>
#include <cstdlib>

/// Whether the root of the summed squared differences, relative to the reference, is at most epsilon.
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned length, const float epsilon) {
  double difference = 0, size = 0;
  for (unsigned i = 0; i < length; ++i) {
    const double apart = double(reference[i]) - data[i];
    difference += apart * apart;
    size += double(reference[i]) * reference[i];
  }
  return size > 0 && std::sqrt(difference / size) < epsilon;
}

/// Whether at most the share `threshold` of the elements differs by more than epsilon.
template <class Element>
inline bool compareData(const Element* reference, const Element* data, const unsigned length, const Element epsilon,
                        const float threshold) {
  unsigned apart = 0;
  for (unsigned i = 0; i < length; ++i)
    if (std::abs(double(reference[i]) - double(data[i])) > double(epsilon)) ++apart;
  return double(apart) <= double(threshold) * length;
}
