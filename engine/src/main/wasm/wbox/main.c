/* wbox: many small commands in one program. */
#include "wbox.h"

#define PROGRAM "wbox"
#define FIRST_APPLETS {"[", test_main, test_help},
#include "../lib/multicall.h"
