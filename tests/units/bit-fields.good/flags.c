#include "flags.h"
Flags flags = {1, 2, 3};
int level(Flags *flags) { return flags->level = -8; }
