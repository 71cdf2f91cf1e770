/* Values and the arena that they lie in. */
#include "jq.h"

/* ---- arena: chunks that are filled from their start and kept for reuse ---- */

enum { CHUNK = 1 << 16, BIG = CHUNK / 4 };

typedef struct Chunk {
    struct Chunk *next;
    size_t size;
} Chunk;

static Chunk *chunks, *bigs;
static char *spot, *stop;
static Chunk *current, *mark_chunk, *mark_bigs;
static char *mark_spot;

static void enter(Chunk *c)
{
    current = c;
    spot = (char *)(c + 1);
    stop = spot + c->size;
}

static void next_chunk(void)
{
    Chunk *c = current ? current->next : chunks;
    if (!c) {
        c = xmalloc(sizeof *c + CHUNK);
        c->next = NULL;
        c->size = CHUNK;
        if (current)
            current->next = c;
        else
            chunks = c;
    }
    enter(c);
}

void *arena(size_t n)
{
    n = (n + 7) & ~(size_t)7;
    if (n > BIG) {
        Chunk *c = xmalloc(sizeof *c + n);
        c->next = bigs;
        bigs = c;
        return c + 1;
    }
    if ((size_t)(stop - spot) < n)
        next_chunk();
    void *p = spot;
    spot += n;
    return p;
}

void *arena_copy(const void *p, size_t n)
{
    void *q = arena(n);
    memcpy(q, p, n);
    return q;
}

void arena_mark(void)
{
    if (!current)
        next_chunk();
    mark_chunk = current;
    mark_spot = spot;
    mark_bigs = bigs;
}

void arena_reset(void)
{
    while (bigs != mark_bigs) {
        Chunk *c = bigs;
        bigs = c->next;
        free(c);
    }
    enter(mark_chunk);
    spot = mark_spot;
}

/* ---- strings ---- */

Value v_text(const char *s, size_t n)
{
    Str *t = arena(sizeof *t + n + 1);
    t->n = n;
    memcpy(t->s, s, n);
    t->s[n] = 0;
    return v_of(t);
}

Value v_word(const char *s)
{
    return v_text(s, strlen(s));
}

void buf_mem(Buf *b, const void *p, size_t n)
{
    if (n > b->cap - b->n) {
        size_t cap = b->cap * 2 > b->n + n ? b->cap * 2 : b->n + n + 64;
        b->s = xrealloc(b->s, cap);
        b->cap = cap;
    }
    if (n)
        memcpy(b->s + b->n, p, n);
    b->n += n;
}

void buf_str(Buf *b, const char *s)
{
    buf_mem(b, s, strlen(s));
}

void buf_ch(Buf *b, int c)
{
    char x = (char)c;
    buf_mem(b, &x, 1);
}

void buf_rune(Buf *b, uint32_t r)
{
    char s[4];
    size_t n;
    if (r < 0x80) {
        s[0] = (char)r;
        n = 1;
    } else if (r < 0x800) {
        s[0] = (char)(0xc0 | r >> 6);
        n = 2;
    } else if (r < 0x10000) {
        s[0] = (char)(0xe0 | r >> 12);
        n = 3;
    } else {
        s[0] = (char)(0xf0 | r >> 18);
        n = 4;
    }
    for (size_t i = 1; i < n; i++)
        s[i] = (char)(0x80 | (r >> 6 * (n - 1 - i) & 0x3f));
    buf_mem(b, s, n);
}

Value buf_value(Buf *b)
{
    Value v = v_text(b->s ? b->s : "", b->n);
    free(b->s);
    *b = (Buf){0};
    return v;
}

static uint32_t rune_tail(const char **p, const char *end, int more, uint32_t r, uint32_t least)
{
    const char *q = *p;
    while (more-- > 0) {
        if (q == end || ((uchar)*q & 0xc0) != 0x80)
            return 0xfffd;
        r = r << 6 | ((uchar)*q++ & 0x3f);
    }
    if (r < least || r > 0x10ffff || (r >= 0xd800 && r < 0xe000))
        return 0xfffd;
    *p = q;
    return r;
}

uint32_t rune_next(const char **p, const char *end)
{
    uint32_t c = (uchar)*(*p)++;
    if (c < 0x80)
        return c;
    if (c >= 0xc2 && c < 0xe0)
        return rune_tail(p, end, 1, c & 0x1f, 0x80);
    if (c >= 0xe0 && c < 0xf0)
        return rune_tail(p, end, 2, c & 0x0f, 0x800);
    if (c >= 0xf0 && c < 0xf5)
        return rune_tail(p, end, 3, c & 7, 0x10000);
    return 0xfffd;
}

size_t rune_count(const Str *s)
{
    size_t k = 0;
    for (size_t i = 0; i < s->n; i++)
        k += ((uchar)s->s[i] & 0xc0) != 0x80;
    return k;
}

size_t rune_offset(const Str *s, size_t k)
{
    size_t i = 0;
    for (; i < s->n; i++)
        if (((uchar)s->s[i] & 0xc0) != 0x80 && k-- == 0)
            break;
    return i;
}

int str_cmp(const Str *a, const Str *b)
{
    size_t n = a->n < b->n ? a->n : b->n;
    int d = memcmp(a->s, b->s, n);
    return d ? d : (a->n > b->n) - (a->n < b->n);
}

const char *text_find(const char *p, const char *end, const Str *part)
{
    if (part->n == 0)
        return p;
    for (; (size_t)(end - p) >= part->n; p++) {
        p = find_byte(p, end - part->n + 1, part->s[0]);
        if (p > end - part->n)
            break;
        if (!memcmp(p, part->s, part->n))
            return p;
    }
    return NULL;
}

/* ---- arrays ---- */

static Value array_of(Vec *vec, size_t off, size_t n)
{
    Arr *a = arena(sizeof *a);
    *a = (Arr){vec, off, n};
    return (Value){.kind = V_ARR, .arr = a};
}

Value arr_with_room(size_t n)
{
    size_t cap = n < 4 ? 4 : n;
    Vec *vec = arena(sizeof *vec + cap * sizeof(Value));
    vec->used = 0;
    vec->cap = cap;
    vec->owner = 0;
    return array_of(vec, 0, 0);
}

Value v_array(void)
{
    static Vec none;
    static const Arr empty = {&none, 0, 0};
    return (Value){.kind = V_ARR, .arr = &empty};
}

static Value copied(Value a, size_t room)
{
    Value r = arr_with_room(room);
    Vec *vec = r.arr->vec;
    memcpy(vec->v, a.arr->vec->v + a.arr->off, a.arr->n * sizeof(Value));
    vec->used = a.arr->n;
    return array_of(vec, 0, a.arr->n);
}

Value arr_push(Value a, Value x)
{
    Vec *vec = a.arr->vec;
    size_t end = a.arr->off + a.arr->n;
    if (vec->used != end || vec->used == vec->cap) {
        a = copied(a, a.arr->n * 2 + 4);
        vec = a.arr->vec;
    }
    vec->v[vec->used++] = x;
    return array_of(vec, a.arr->off, a.arr->n + 1);
}

Value arr_slice(Value a, size_t from, size_t to)
{
    if (to > a.arr->n)
        to = a.arr->n;
    if (from >= to)
        return v_array();
    return array_of(a.arr->vec, a.arr->off + from, to - from);
}

Value arr_set(Value a, size_t i, Value x, uint64_t owner)
{
    while (arr_len(a) < i)
        a = arr_push(a, v_null());
    if (arr_len(a) == i)
        return arr_push(a, x);
    if (!owner || a.arr->vec->owner != owner) {
        a = copied(a, a.arr->n);
        a.arr->vec->owner = owner;
    }
    a.arr->vec->v[a.arr->off + i] = x;
    return a;
}

Value arr_concat(Value a, Value b)
{
    if (arr_len(a) == 0)
        return b;
    for (size_t i = 0; i < arr_len(b); i++)
        a = arr_push(a, arr_at(b, i));
    return a;
}

const char *kind_name(Value v)
{
    static const char *const names[] = {"null",   "boolean", "boolean", "number",
                                        "string", "array",   "object"};
    return names[v.kind];
}
