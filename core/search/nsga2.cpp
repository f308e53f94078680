#include "core/search/nsga2.h"
