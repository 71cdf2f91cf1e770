/* The harness lives in the memory of QuickJS, which has the only heap of it. Included
 * before every file, so that what the commands share allocates there as well. */
#ifndef ESCAROLE_QUICKJS_HEAP_H
#define ESCAROLE_QUICKJS_HEAP_H

#include <stdlib.h>

#define ENGINE(name) __attribute__((import_module("env"), import_name(#name)))

ENGINE(malloc) void *engine_malloc(size_t n);
ENGINE(realloc) void *engine_realloc(void *p, size_t n);
ENGINE(free) void engine_free(void *p);

#define malloc engine_malloc
#define realloc engine_realloc
#define free engine_free

#endif
