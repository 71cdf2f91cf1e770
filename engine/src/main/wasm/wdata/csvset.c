/* A table of keys by hash. */
#include "wdata.h"

typedef struct {
    uint64_t hash;
    char *text;
    size_t n;
} Key;

struct Keys {
    Key *keys;
    size_t n, cap;
    size_t *slots; /* number of a key plus 1, or 0 */
    size_t size;
};

Keys *keys_new(void)
{
    Keys *s = xmalloc(sizeof *s);
    memset(s, 0, sizeof *s);
    return s;
}

/* The columns of a row as one text, each with its length in front. */
static Key key_of(const Row *r, const Columns *c)
{
    static char *buf;
    static size_t room;
    Key k = {14695981039346656037u, NULL, 0};
    for (size_t i = 0; i < c->n; i++) {
        Field f = row_field(r, c->k[i]);
        if (k.n + f.n + sizeof f.n > room) {
            room = (k.n + f.n + sizeof f.n) * 2;
            buf = xrealloc(buf, room);
        }
        memcpy(buf + k.n, &f.n, sizeof f.n);
        memcpy(buf + k.n + sizeof f.n, f.p, f.n);
        k.n += sizeof f.n + f.n;
    }
    for (size_t i = 0; i < k.n; i++)
        k.hash = (k.hash ^ (uchar)buf[i]) * 1099511628211u;
    k.hash ^= k.hash >> 32;
    k.text = buf;
    return k;
}

static size_t *slot_of(const Keys *s, const Key *k)
{
    size_t i = (size_t)k->hash & (s->size - 1);
    for (; s->slots[i]; i = (i + 1) & (s->size - 1)) {
        const Key *o = &s->keys[s->slots[i] - 1];
        if (o->hash == k->hash && o->n == k->n && !memcmp(o->text, k->text, k->n))
            break;
    }
    return &s->slots[i];
}

static void grow(Keys *s)
{
    free(s->slots);
    s->size = s->size ? s->size * 2 : 64;
    s->slots = xmalloc(s->size * sizeof *s->slots);
    memset(s->slots, 0, s->size * sizeof *s->slots);
    for (size_t i = 0; i < s->n; i++)
        *slot_of(s, &s->keys[i]) = i + 1;
}

size_t keys_add(Keys *s, const Row *r, const Columns *c, bool *fresh)
{
    if (s->n * 2 >= s->size)
        grow(s);
    Key k = key_of(r, c);
    size_t *slot = slot_of(s, &k);
    *fresh = *slot == 0;
    if (*slot)
        return *slot - 1;
    if (s->n == s->cap)
        s->keys = xrealloc(s->keys, (s->cap = s->cap * 2 + 64) * sizeof *s->keys);
    k.text = xstrndup(k.text, k.n);
    s->keys[s->n++] = k;
    *slot = s->n;
    return s->n - 1;
}

size_t keys_find(const Keys *s, const Row *r, const Columns *c)
{
    if (!s->size)
        return SIZE_MAX;
    Key k = key_of(r, c);
    size_t slot = *slot_of(s, &k);
    return slot ? slot - 1 : SIZE_MAX;
}
