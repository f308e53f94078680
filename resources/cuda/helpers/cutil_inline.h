// As CUDA's samples before CUDA 5 included it.
#pragma once

#include "cutil.h"
