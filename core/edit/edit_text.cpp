#include "core/edit/edit_text.h"
