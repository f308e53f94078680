// As CUDA's samples before CUDA 5 included it.
#pragma once

#include "helper_math.h"
