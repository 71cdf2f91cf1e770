/* Deflate: matches by hash chains in a window of 64 KiB, greedy at the levels 1 to 3,
 * else with the choice put off by one byte. */
#include "wpack.h"

enum {
    WINDOW = 32768,
    LEAST = 3,
    MOST = 258,
    AHEAD = MOST + LEAST + 1, /* bytes that a search may look at */
    REACH = WINDOW - AHEAD,
    TOO_FAR = 4096, /* a match of three bytes from there does not pay */
    HASH_BITS = 15,
};

typedef struct {
    uint16_t good, lazy, nice, chain;
} Effort;

/* As gzip: a quarter of the chain is tried behind a good match, no search behind one
 * of lazy bytes, the search ends at a nice one. */
static const Effort efforts[10] = {
    {0, 0, 0, 0},      {4, 4, 8, 4},       {4, 5, 16, 8},      {4, 6, 32, 32},
    {4, 4, 16, 16},    {8, 16, 32, 32},    {8, 16, 128, 128},  {8, 32, 128, 256},
    {32, 128, 258, 1024}, {32, 258, 258, 4096}};

struct Deflate {
    uchar window[2 * WINDOW + MOST + 16]; /* a search may look behind the end */
    uint16_t head[1 << HASH_BITS], prev[WINDOW];
    int level;
    Effort effort;
    unsigned at, ahead;         /* place in the window, bytes behind it */
    int64_t block_at;           /* where the block began; may have left the window */
    unsigned match_at, match_n; /* of the byte before */
    bool waiting;               /* the byte before is not written */
    Block block;
};

Deflate *deflate_new(void)
{
    Deflate *z = xmalloc(sizeof *z);
    memset(z, 0, sizeof *z);
    block_init(&z->block);
    return z;
}

void deflate_start(Deflate *z, int level)
{
    memset(z->head, 0, sizeof z->head);
    memset(z->window, 0, sizeof z->window);
    z->level = level;
    z->effort = efforts[level];
    z->at = z->ahead = 0;
    z->block_at = 0;
    z->match_n = LEAST - 1;
    z->match_at = 0;
    z->waiting = false;
    z->block.hold = z->block.written = 0;
    z->block.count = 0;
    block_start(&z->block);
}

/* Puts a place into its chain; returns the one before it, 0 for none. */
static inline unsigned insert(Deflate *z, unsigned at)
{
    uint32_t v;
    memcpy(&v, z->window + at, 4);
    unsigned h = ((v & 0xffffff) * 0x9E3779B1u) >> (32 - HASH_BITS);
    unsigned before = z->head[h];
    z->prev[at & (WINDOW - 1)] = (uint16_t)before;
    z->head[h] = (uint16_t)at;
    return before;
}

static inline unsigned common(const uchar *a, const uchar *b)
{
    for (unsigned n = 0; n < MOST; n += 8) {
        uint64_t x, y;
        memcpy(&x, a + n, 8);
        memcpy(&y, b + n, 8);
        if (x != y) {
            n += (unsigned)__builtin_ctzll(x ^ y) >> 3;
            return n < MOST ? n : MOST;
        }
    }
    return MOST;
}

/* Longest match above the length best in the chain from place on; the place goes to
 * match_at. */
static unsigned longest(Deflate *z, unsigned place, unsigned best)
{
    const uchar *scan = z->window + z->at;
    unsigned chain = z->effort.chain, nice = z->effort.nice;
    unsigned limit = z->at > REACH ? z->at - REACH : 0;
    if (best >= z->effort.good)
        chain >>= 2;
    if (nice > z->ahead)
        nice = z->ahead;
    uint16_t start, tail;
    memcpy(&start, scan, 2);
    memcpy(&tail, scan + best - 1, 2);
    do {
        const uchar *p = z->window + place;
        uint16_t a, b;
        memcpy(&b, p + best - 1, 2);
        memcpy(&a, p, 2);
        if (b != tail || a != start)
            continue;
        unsigned n = common(scan, p);
        if (n > best) {
            z->match_at = place;
            best = n;
            if (n >= nice)
                break;
            memcpy(&tail, scan + best - 1, 2);
        }
    } while ((place = z->prev[place & (WINDOW - 1)]) > limit && --chain);
    return best < z->ahead ? best : z->ahead;
}

static void flush_block(Deflate *z, bool last)
{
    const uchar *raw = z->block_at >= 0 ? z->window + z->block_at : NULL;
    block_write(&z->block, raw, (size_t)((int64_t)z->at - z->block_at), last);
    z->block_at = z->at;
}

/* Whether to end the block: it is full, or it packs well so far while it has few
 * matches, which is likely to change. */
static bool block_full(Deflate *z)
{
    const Block *k = &z->block;
    if (k->used == BLOCK_SYMBOLS - 1)
        return true;
    if (z->level <= 2 || (k->used & 0xfff) || k->matches >= k->used / 2)
        return false;
    uint64_t bits = (uint64_t)k->used * 8;
    for (unsigned i = 0; i < 30; i++)
        bits += (uint64_t)k->dist_freq[i] * (5u + deflate_dist_extra[i]);
    return bits >> 3 < (uint64_t)((int64_t)z->at - z->block_at) / 2;
}

static inline bool literal(Deflate *z, unsigned c)
{
    Block *k = &z->block;
    k->lit[k->used] = (uchar)c;
    k->dist[k->used++] = 0;
    k->lit_freq[c]++;
    return (k->used & 0xfff) == 0 || k->used == BLOCK_SYMBOLS - 1 ? block_full(z) : false;
}

static inline bool match(Deflate *z, unsigned dist, unsigned len)
{
    Block *k = &z->block;
    k->lit[k->used] = (uchar)(len - LEAST);
    k->dist[k->used++] = (uint16_t)dist;
    k->matches++;
    k->lit_freq[257 + k->length_code[len - LEAST]]++;
    k->dist_freq[block_dist_code(k, dist)]++;
    return (k->used & 0xfff) == 0 || k->used == BLOCK_SYMBOLS - 1 ? block_full(z) : false;
}

/* Moves on by n bytes that a match covers. */
static void cover(Deflate *z, unsigned n)
{
    for (; n; n--) {
        z->at++;
        z->ahead--;
        if (z->ahead >= LEAST)
            insert(z, z->at);
    }
}

static void run_greedy(Deflate *z, unsigned least)
{
    while (z->ahead > least) {
        unsigned before = z->ahead >= LEAST ? insert(z, z->at) : 0, n = 0;
        bool full;
        if (before && z->at - before <= REACH)
            n = longest(z, before, LEAST - 1);
        if (n < LEAST) {
            full = literal(z, z->window[z->at]);
            n = 1;
        } else {
            full = match(z, z->at - z->match_at, n);
        }
        if (n <= z->effort.lazy) {
            cover(z, n - 1);
        } else {
            z->at += n - 1;
            z->ahead -= n - 1;
        }
        z->at++;
        z->ahead--;
        if (full)
            flush_block(z, false);
    }
}

static void run_lazy(Deflate *z, unsigned least)
{
    while (z->ahead > least) {
        unsigned before = z->ahead >= LEAST ? insert(z, z->at) : 0;
        unsigned old_at = z->match_at, old_n = z->match_n, n = LEAST - 1;
        bool full = false;
        if (before && old_n < z->effort.lazy && z->at - before <= REACH) {
            n = longest(z, before, old_n);
            if (n == LEAST && z->at - z->match_at > TOO_FAR)
                n = LEAST - 1;
        }
        if (old_n >= LEAST && n <= old_n) {
            full = match(z, z->at - 1 - old_at, old_n);
            cover(z, old_n - 2);
            z->waiting = false;
            n = LEAST - 1;
            z->at++;
            z->ahead--;
            if (full)
                flush_block(z, false);
        } else {
            if (z->waiting && literal(z, z->window[z->at - 1]))
                flush_block(z, false);
            z->waiting = true;
            z->at++;
            z->ahead--;
        }
        z->match_n = n;
    }
}

static void run(Deflate *z, unsigned least)
{
    if (z->level <= 3)
        run_greedy(z, least);
    else
        run_lazy(z, least);
}

static void slide(Deflate *z)
{
    memmove(z->window, z->window + WINDOW, WINDOW);
    z->at -= WINDOW;
    z->match_at -= WINDOW;
    z->block_at -= WINDOW;
    for (unsigned i = 0; i < 1 << HASH_BITS; i++)
        z->head[i] = (uint16_t)(z->head[i] >= WINDOW ? z->head[i] - WINDOW : 0);
    for (unsigned i = 0; i < WINDOW; i++)
        z->prev[i] = (uint16_t)(z->prev[i] >= WINDOW ? z->prev[i] - WINDOW : 0);
}

void deflate_add(Deflate *z, const uchar *p, size_t n)
{
    while (n) {
        if (z->at + z->ahead == 2 * WINDOW)
            slide(z);
        size_t k = 2 * WINDOW - z->at - z->ahead;
        k = k < n ? k : n;
        memcpy(z->window + z->at + z->ahead, p, k);
        z->ahead += (unsigned)k;
        p += k;
        n -= k;
        run(z, AHEAD);
    }
}

uint64_t deflate_end(Deflate *z)
{
    run(z, 0);
    if (z->waiting)
        literal(z, z->window[z->at - 1]);
    z->waiting = false;
    flush_block(z, true);
    block_finish(&z->block);
    return z->block.written;
}
