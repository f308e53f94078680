// Where CUDA had its markers for profilers before CUDA 13.
#pragma once

#include <nvtx3/nvToolsExt.h>
