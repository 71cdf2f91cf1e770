/* wdata: commands for structured data in one program. */
#include "wdata.h"

#define PROGRAM "wdata"
#define FIRST_APPLETS
#include "../lib/multicall.h"
