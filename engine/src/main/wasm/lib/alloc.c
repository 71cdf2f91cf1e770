/* A small allocator for the WASI builds, instead of wasi-libc's: the JVM does
 * not compile functions as long as that one. Blocks up to 32 KiB come in
 * classes with free lists; larger ones are cut from the end of the heap, where
 * the last block can grow in place, and are reused first-fit. */
#include "base.h"

enum { HEAD = 16, CLASSES = 24, SMALL_LIMIT = 32768, PAGE = 65536 };

typedef struct Block {
    size_t size; /* bytes behind the head */
    struct Block *next;
    size_t fill[2];
} Block;

extern unsigned char __heap_base;

static Block *bins[CLASSES], *large;
static uintptr_t top, limit;

/* Classes of 16 32 48 64, then two for each power of two. */
static int class_of(size_t n, size_t *size)
{
    if (n <= 64) {
        *size = (n + 15) & ~(size_t)15;
        return (int)(*size / 16) - 1;
    }
    int log = 31 - __builtin_clz((unsigned)n - 1);
    size_t low = (size_t)1 << log, mid = low + low / 2;
    bool upper = n > mid;
    *size = upper ? low * 2 : mid;
    return 4 + (log - 6) * 2 + upper;
}

static Block *cut(size_t size)
{
    if (!top) {
        top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    }
    if (size > 0x7fff0000 || top + HEAD + size > 0xffff0000u)
        return NULL;
    uintptr_t end = top + HEAD + size;
    if (end > limit) {
        size_t pages = (end - limit + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1)
            return NULL;
        limit += pages * PAGE;
    }
    Block *b = (Block *)top;
    b->size = size;
    top = end;
    return b;
}

static Block *take_large(size_t n)
{
    for (Block **p = &large; *p; p = &(*p)->next)
        if ((*p)->size >= n && (*p)->size / 4 <= n) {
            Block *b = *p;
            *p = b->next;
            return b;
        }
    return cut((n + 15) & ~(size_t)15);
}

void *malloc(size_t n)
{
    Block *b;
    if (n == 0)
        n = 1;
    if (n > SMALL_LIMIT) {
        b = take_large(n);
    } else {
        size_t size;
        int k = class_of(n, &size);
        b = bins[k];
        if (b)
            bins[k] = b->next;
        else
            b = cut(size);
    }
    return b ? (char *)b + HEAD : NULL;
}

static bool is_last(const Block *b)
{
    return (uintptr_t)b + HEAD + b->size == top;
}

void free(void *p)
{
    if (!p)
        return;
    Block *b = (Block *)((char *)p - HEAD);
    if (is_last(b)) {
        top = (uintptr_t)b;
        return;
    }
    Block **list = &large;
    if (b->size <= SMALL_LIMIT) {
        size_t size;
        list = &bins[class_of(b->size, &size)];
    }
    b->next = *list;
    *list = b;
}

void *realloc(void *p, size_t n)
{
    if (!p)
        return malloc(n);
    Block *b = (Block *)((char *)p - HEAD);
    if (n <= b->size)
        return p;
    if (n > SMALL_LIMIT && is_last(b)) {
        uintptr_t old = top;
        top = (uintptr_t)b;
        size_t size = b->size;
        if (cut((n + 15) & ~(size_t)15))
            return p;
        top = old;
        b->size = size;
    }
    void *q = malloc(n);
    if (!q)
        return NULL;
    memcpy(q, p, b->size);
    free(p);
    return q;
}

void *calloc(size_t n, size_t each)
{
    size_t size;
    if (__builtin_mul_overflow(n, each, &size))
        return NULL;
    void *p = malloc(size);
    if (p)
        memset(p, 0, size);
    return p;
}
