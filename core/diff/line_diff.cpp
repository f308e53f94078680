#include "core/diff/line_diff.h"
