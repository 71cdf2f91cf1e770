/* Inflate, RFC 1951: a pull decoder with a window of 64 KiB. */
#include "wpack.h"

enum {
    WINDOW = 32768,
    FULL = 2 * WINDOW, /* output is handed out when it gets here */
    SLACK = 258 + 16,
    FAST_LIT = 10,
    FAST_DIST = 8,
};

/* Codes up to the width of fast are looked up there: symbol * 16 + length. Longer
 * ones are found by counting, in canonical order. */
typedef struct {
    unsigned width;
    uint16_t fast[1 << FAST_LIT];
    uint16_t count[16], symbols[288];
} Decoder;

struct Inflate {
    uchar window[FULL + SLACK];
    size_t at;
    enum { HEADER, STORED, CODED, DONE } stage;
    bool last;
    unsigned stored;
    Decoder lit, dist;
};

Inflate *inflate_new(void)
{
    return xmalloc(sizeof(Inflate));
}

void inflate_start(Inflate *z)
{
    z->at = 0;
    z->stage = HEADER;
    z->last = false;
}

/* False for a set of lengths that is no code. An incomplete one is allowed only with
 * a single code, as RFC 1951 has it for distances. */
static bool make_decoder(Decoder *d, const uchar *lengths, unsigned n, unsigned width)
{
    uint16_t offset[16], codes[288];
    memset(d->count, 0, sizeof d->count);
    memset(d->fast, 0, sizeof d->fast);
    d->width = width;
    for (unsigned i = 0; i < n; i++)
        d->count[lengths[i]]++;
    d->count[0] = 0;
    int left = 1;
    unsigned total = 0;
    for (unsigned len = 1; len < 16; len++) {
        left = left * 2 - d->count[len];
        if (left < 0)
            return false;
        offset[len] = (uint16_t)total;
        total += d->count[len];
    }
    if (left > 0 && !(total == 0 || (total == 1 && d->count[1] == 1)))
        return false;
    huffman_codes(lengths, n, codes);
    for (unsigned i = 0; i < n; i++) {
        unsigned len = lengths[i];
        if (!len)
            continue;
        d->symbols[offset[len]++] = (uint16_t)i;
        if (len <= width)
            for (unsigned k = codes[i]; k < 1u << width; k += 1u << len)
                d->fast[k] = (uint16_t)(i << 4 | len);
    }
    return true;
}

static __attribute__((noinline)) int decode_long(const Decoder *d, Bits *b)
{
    unsigned code = 0, first = 0, index = 0;
    for (unsigned len = 1; len < 16; len++) {
        code |= b->hold >> (len - 1) & 1;
        unsigned count = d->count[len];
        if (code < first + count) {
            bits_take(b, len);
            return d->symbols[index + (code - first)];
        }
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

/* Next symbol; -1 for a code that does not exist. Takes up to 15 bits of hold. */
static inline int decode(const Decoder *d, Bits *b)
{
    unsigned e = d->fast[b->hold & ((1u << d->width) - 1)];
    if (!e)
        return decode_long(d, b);
    bits_take(b, e & 15);
    return (int)(e >> 4);
}

static bool fixed_codes(Inflate *z)
{
    uchar lengths[288];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    bool ok = make_decoder(&z->lit, lengths, 288, FAST_LIT);
    memset(lengths, 5, 32);
    return ok && make_decoder(&z->dist, lengths, 32, FAST_DIST);
}

/* The lengths of both codes, packed by a code of their own. */
static bool read_lengths(Inflate *z, Bits *b, uchar *lengths, unsigned n)
{
    unsigned k = 0;
    while (k < n) {
        bits_fill(b);
        int symbol = decode(&z->lit, b);
        if (symbol < 0 || bits_past_end(b))
            return false;
        if (symbol < 16) {
            lengths[k++] = (uchar)symbol;
            continue;
        }
        if (symbol == 16 && !k)
            return false;
        uchar value = symbol == 16 ? lengths[k - 1] : 0;
        unsigned times = symbol == 16   ? 3 + bits_take(b, 2)
                         : symbol == 17 ? 3 + bits_take(b, 3)
                                        : 11 + bits_take(b, 7);
        if (times > n - k)
            return false;
        memset(lengths + k, value, times);
        k += times;
    }
    return true;
}

static bool dynamic_codes(Inflate *z, Bits *b)
{
    uchar lengths[320] = {0}, order[19] = {0};
    bits_fill(b);
    unsigned lits = 257 + bits_take(b, 5), dists = 1 + bits_take(b, 5);
    unsigned n = 4 + bits_take(b, 4);
    if (lits > 286 || dists > 30)
        return false;
    for (unsigned i = 0; i < n; i++) {
        bits_fill(b);
        order[deflate_order[i]] = (uchar)bits_take(b, 3);
    }
    if (!make_decoder(&z->lit, order, 19, 7) ||
        !read_lengths(z, b, lengths, lits + dists) || !lengths[256])
        return false;
    return make_decoder(&z->lit, lengths, lits, FAST_LIT) &&
           make_decoder(&z->dist, lengths + lits, dists, FAST_DIST);
}

static bool block_header(Inflate *z, Bits *b)
{
    bits_fill(b);
    z->last = bits_take(b, 1);
    unsigned type = bits_take(b, 2);
    z->stage = CODED;
    if (type == 1)
        return fixed_codes(z);
    if (type == 2)
        return dynamic_codes(z, b);
    if (type == 3)
        return false;
    bits_align(b);
    bits_fill(b);
    z->stored = bits_take(b, 16);
    z->stage = STORED;
    return (z->stored ^ 0xffff) == bits_take(b, 16);
}

static void next_stage(Inflate *z)
{
    z->stage = z->last ? DONE : HEADER;
}

static bool copy_stored(Inflate *z, Bits *b)
{
    for (; z->stored && z->at < FULL; z->stored--) {
        int c;
        if (!b->count && b->in->pos < b->in->end) {
            size_t n = b->in->end - b->in->pos;
            n = n < z->stored ? n : z->stored;
            n = n < FULL - z->at ? n : FULL - z->at;
            memcpy(z->window + z->at, b->in->buf + b->in->pos, n);
            b->in->pos += n;
            b->taken += n;
            b->hold = 0;
            z->at += n;
            z->stored -= (unsigned)n - 1;
            continue;
        }
        if (b->count) {
            if (bits_past_end(b) || b->count < b->pad + 8)
                return false;
            c = (int)bits_take(b, 8);
        } else {
            c = in_byte(b->in);
            b->hold = 0;
            if (c < 0)
                return false;
            b->taken++;
        }
        z->window[z->at++] = (uchar)c;
    }
    if (!z->stored)
        next_stage(z);
    return true;
}

/* Eight bytes a step when the distance allows; writes up to 7 bytes too many. */
static inline void copy_match(uchar *to, unsigned dist, unsigned len)
{
    const uchar *from = to - dist;
    if (dist >= 8) {
        for (uchar *end = to + len; to < end; to += 8, from += 8) {
            uint64_t v;
            memcpy(&v, from, 8);
            memcpy(to, &v, 8);
        }
    } else {
        while (len--)
            *to++ = *from++;
    }
}

static bool run_codes(Inflate *z, Bits *b)
{
    size_t at = z->at;
    while (at < FULL) {
        bits_fill(b);
        int symbol = decode(&z->lit, b);
        if (symbol < 256) {
            if (symbol < 0 || bits_past_end(b))
                break;
            z->window[at++] = (uchar)symbol;
            continue;
        }
        if (symbol == 256) {
            next_stage(z);
            z->at = at;
            return !bits_past_end(b);
        }
        if ((symbol -= 257) > 28)
            break;
        unsigned len = deflate_length_base[symbol] + bits_take(b, deflate_length_extra[symbol]);
        int d = decode(&z->dist, b);
        if (d < 0 || d > 29)
            break;
        unsigned dist = deflate_dist_base[d] + bits_take(b, deflate_dist_extra[d]);
        if (dist > at || bits_past_end(b))
            break;
        copy_match(z->window + at, dist, len);
        at += len;
    }
    z->at = at;
    return at >= FULL;
}

InflateResult inflate_some(Inflate *z, Bits *b, const uchar **p, size_t *n)
{
    if (z->at >= FULL) {
        memmove(z->window, z->window + z->at - WINDOW, WINDOW);
        z->at = WINDOW;
    }
    size_t from = z->at;
    bool ok = true;
    while (ok && z->stage != DONE && z->at < FULL) {
        if (z->stage == HEADER)
            ok = block_header(z, b);
        else if (z->stage == STORED)
            ok = copy_stored(z, b);
        else
            ok = run_codes(z, b);
        ok = ok && !bits_past_end(b);
    }
    *p = z->window + from;
    *n = z->at - from;
    if (!ok)
        return b->count <= b->pad && b->in->eof ? INFLATE_CUT : INFLATE_BAD;
    return z->stage == DONE ? INFLATE_END : INFLATE_MORE;
}
