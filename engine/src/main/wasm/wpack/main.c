/* wpack: archives and compression in one program. */
#include "wpack.h"

#define PROGRAM "wpack"
#define FIRST_APPLETS
#include "../lib/multicall.h"
