/* Associative arrays: chained, and in order of insertion. */
#include "awk.h"

static uint32_t hash_of(const char *p, size_t n)
{
    uint32_t h = (uint32_t)n * 0x9E3779B1u;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t w;
        memcpy(&w, p, 4);
        h = (h ^ w) * 0x85EBCA6Bu;
        h ^= h >> 15;
    }
    for (; n; n--)
        h = (h ^ (uchar)*p++) * 0x01000193u;
    h ^= h >> 16;
    h *= 0xC2B2AE35u;
    return h ^ h >> 13;
}

static Entry *lookup(const Array *a, uint32_t hash, const char *key, size_t n)
{
    if (!a->bins)
        return NULL;
    for (Entry *e = a->bins[hash & a->mask]; e; e = e->chain)
        if (e->hash == hash && e->key->len == n && !memcmp(e->key->b, key, n))
            return e;
    return NULL;
}

static void grow(Array *a)
{
    uint32_t size = a->bins ? (a->mask + 1) * 4 : 16;
    free(a->bins);
    a->bins = xmalloc(size * sizeof *a->bins);
    memset(a->bins, 0, size * sizeof *a->bins);
    a->mask = size - 1;
    for (Entry *e = a->first; e; e = e->newer) {
        Entry **bin = &a->bins[e->hash & a->mask];
        e->chain = *bin;
        *bin = e;
    }
}

Value *array_at(Array *a, const char *key, size_t n)
{
    uint32_t hash = hash_of(key, n);
    Entry *e = lookup(a, hash, key, n);
    if (e)
        return &e->v;
    if (!a->bins || a->count > a->mask)
        grow(a);
    Entry **bin = &a->bins[hash & a->mask];
    e = xmalloc(sizeof *e);
    *e = (Entry){*bin, a->last, NULL, str_new(key, n), hash, {.type = UNSET}};
    *bin = e;
    if (a->last)
        a->last->newer = e;
    else
        a->first = e;
    a->last = e;
    a->count++;
    return &e->v;
}

Value *array_find(const Array *a, const char *key, size_t n)
{
    Entry *e = lookup(a, hash_of(key, n), key, n);
    return e ? &e->v : NULL;
}

static void entry_free(Entry *e)
{
    str_drop(e->key);
    value_drop(&e->v);
    free(e);
}

void array_delete(Array *a, const char *key, size_t n)
{
    uint32_t hash = hash_of(key, n);
    Entry *e = lookup(a, hash, key, n);
    if (!e)
        return;
    Entry **p = &a->bins[hash & a->mask];
    while (*p != e)
        p = &(*p)->chain;
    *p = e->chain;
    if (e->older)
        e->older->newer = e->newer;
    else
        a->first = e->newer;
    if (e->newer)
        e->newer->older = e->older;
    else
        a->last = e->older;
    a->count--;
    entry_free(e);
}

void array_clear(Array *a)
{
    for (Entry *e = a->first, *newer; e; e = newer) {
        newer = e->newer;
        entry_free(e);
    }
    free(a->bins);
    memset(a, 0, sizeof *a);
}

void array_put(Array *a, const char *key, size_t n, Value v)
{
    Value *at = array_at(a, key, n);
    value_drop(at);
    *at = v;
}

void array_put_index(Array *a, int index, Value v)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, (uint64_t)index);
    array_put(a, d + sizeof d - n, n, v);
}
