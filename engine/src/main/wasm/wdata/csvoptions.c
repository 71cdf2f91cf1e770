/* The options of csv, for all of its parts. */
#include "wdata.h"

CsvOptions csv = {.delim = ','};
