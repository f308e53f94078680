#include "core/search/crossover.h"
