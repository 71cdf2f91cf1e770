/* The blocks of a deflate stream: the best of stored, fixed and dynamic codes. */
#include "wpack.h"

void block_init(Block *k)
{
    for (unsigned i = 0; i < 29; i++)
        for (unsigned j = 0; j < 1u << deflate_length_extra[i]; j++)
            k->length_code[(deflate_length_base[i] - 3u + j) & 255] = (uchar)i;
    k->length_code[255] = 28;
    for (unsigned i = 0; i < 30; i++)
        for (unsigned j = 0; j < 1u << deflate_dist_extra[i]; j++) {
            unsigned d = deflate_dist_base[i] - 1u + j;
            k->dist_code[d < 256 ? d : 256 + (d >> 7)] = (uchar)i;
        }
}

void block_start(Block *k)
{
    memset(k->lit_freq, 0, sizeof k->lit_freq);
    memset(k->dist_freq, 0, sizeof k->dist_freq);
    k->lit_freq[256] = 1;
    k->used = k->matches = 0;
}

static inline void put(Block *k, unsigned v, unsigned n)
{
    k->hold |= (uint64_t)v << k->count;
    k->count += n;
    if (k->count >= 32) {
        uint32_t w = (uint32_t)k->hold;
        out_mem(&w, 4);
        k->written += 4;
        k->hold >>= 32;
        k->count -= 32;
    }
}

static void put_align(Block *k)
{
    for (; k->count > 0; k->count = k->count > 8 ? k->count - 8 : 0) {
        out_ch((int)(k->hold & 255));
        k->hold >>= 8;
        k->written++;
    }
    k->hold = 0;
}

/* The lengths of both codes in the form of RFC 1951 section 3.2.7. */
typedef struct {
    unsigned lits, dists, orders, n;
    uchar op[320], extra[320];
    uint32_t freq[19];
    uchar lengths[19];
} Packed;

static void pack_op(Packed *c, unsigned op, unsigned extra)
{
    c->op[c->n] = (uchar)op;
    c->extra[c->n++] = (uchar)extra;
    c->freq[op]++;
}

static void pack_run(Packed *c, unsigned value, unsigned times)
{
    if (value) {
        pack_op(c, value, 0);
        times--;
        for (; times >= 3; times -= times < 6 ? times : 6)
            pack_op(c, 16, (times < 6 ? times : 6) - 3);
    } else {
        for (; times >= 11; times -= times < 138 ? times : 138)
            pack_op(c, 18, (times < 138 ? times : 138) - 11);
        if (times >= 3) {
            pack_op(c, 17, times - 3);
            times = 0;
        }
    }
    while (times--)
        pack_op(c, value, 0);
}

static void pack_lengths(Packed *c, const uchar *lits, const uchar *dists)
{
    uchar all[320];
    memset(c, 0, sizeof *c);
    c->lits = 286;
    while (c->lits > 257 && !lits[c->lits - 1])
        c->lits--;
    c->dists = 30;
    while (c->dists > 1 && !dists[c->dists - 1])
        c->dists--;
    unsigned n = c->lits + c->dists;
    memcpy(all, lits, c->lits);
    memcpy(all + c->lits, dists, c->dists);
    for (unsigned i = 0; i < n;) {
        unsigned j = i + 1;
        while (j < n && all[j] == all[i])
            j++;
        pack_run(c, all[i], j - i);
        i = j;
    }
    huffman_lengths(c->freq, 19, 7, c->lengths);
    c->orders = 19;
    while (c->orders > 4 && !c->lengths[deflate_order[c->orders - 1]])
        c->orders--;
}

static unsigned op_bits(unsigned op)
{
    return op == 16 ? 2 : op == 17 ? 3 : op == 18 ? 7 : 0;
}

static uint64_t packed_bits(const Packed *c)
{
    uint64_t bits = 14 + 3 * c->orders;
    for (unsigned i = 0; i < 19; i++)
        bits += c->freq[i] * (c->lengths[i] + (uint64_t)op_bits(i));
    return bits;
}

static void put_packed(Block *k, const Packed *c)
{
    uint16_t codes[19];
    huffman_codes(c->lengths, 19, codes);
    put(k, c->lits - 257, 5);
    put(k, c->dists - 1, 5);
    put(k, c->orders - 4, 4);
    for (unsigned i = 0; i < c->orders; i++)
        put(k, c->lengths[deflate_order[i]], 3);
    for (unsigned i = 0; i < c->n; i++) {
        put(k, codes[c->op[i]], c->lengths[c->op[i]]);
        put(k, c->extra[i], op_bits(c->op[i]));
    }
}

static void fixed_lengths(uchar *lits, uchar *dists)
{
    memset(lits, 8, 144);
    memset(lits + 144, 9, 112);
    memset(lits + 256, 7, 24);
    memset(lits + 280, 8, 8);
    memset(dists, 5, 30);
}

static uint64_t data_bits(const Block *k, const uchar *lits, const uchar *dists)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 286; i++)
        bits += (uint64_t)k->lit_freq[i] * (lits[i] + (i > 256 ? deflate_length_extra[i - 257] : 0u));
    for (unsigned i = 0; i < 30; i++)
        bits += (uint64_t)k->dist_freq[i] * (dists[i] + (unsigned)deflate_dist_extra[i]);
    return bits;
}

static void put_data(Block *k, const uchar *lits, const uchar *dists)
{
    uint16_t lit_codes[288], dist_codes[30];
    huffman_codes(lits, 288, lit_codes);
    huffman_codes(dists, 30, dist_codes);
    for (uint32_t i = 0; i < k->used; i++) {
        unsigned c = k->lit[i], dist = k->dist[i];
        if (!dist) {
            put(k, lit_codes[c], lits[c]);
            continue;
        }
        unsigned len = k->length_code[c], d = block_dist_code(k, dist);
        put(k, lit_codes[257 + len], lits[257 + len]);
        put(k, c + 3 - deflate_length_base[len], deflate_length_extra[len]);
        put(k, dist_codes[d], dists[d]);
        put(k, dist - deflate_dist_base[d], deflate_dist_extra[d]);
    }
    put(k, lit_codes[256], lits[256]);
}

static void put_stored(Block *k, const uchar *raw, size_t n, bool last)
{
    do {
        size_t part = n < 65535 ? n : 65535;
        put(k, last && part == n, 3);
        put_align(k);
        put(k, (unsigned)part, 16);
        put(k, (unsigned)part ^ 0xffff, 16);
        put_align(k);
        out_mem(raw, part);
        k->written += part;
        raw += part;
        n -= part;
    } while (n);
}

void block_write(Block *k, const uchar *raw, size_t n, bool last)
{
    uchar lits[288] = {0}, dists[32] = {0}, fixed_lits[288], fixed_dists[32];
    Packed packed;
    huffman_lengths(k->lit_freq, 286, 15, lits);
    huffman_lengths(k->dist_freq, 30, 15, dists);
    pack_lengths(&packed, lits, dists);
    fixed_lengths(fixed_lits, fixed_dists);
    uint64_t dynamic = packed_bits(&packed) + data_bits(k, lits, dists);
    uint64_t fixed = data_bits(k, fixed_lits, fixed_dists);
    uint64_t best = dynamic < fixed ? dynamic : fixed;
    if (raw && ((uint64_t)n + 4) * 8 <= best) {
        put_stored(k, raw, n, last);
    } else if (fixed <= dynamic) {
        put(k, 2u | last, 3);
        put_data(k, fixed_lits, fixed_dists);
    } else {
        put(k, 4u | last, 3);
        put_packed(k, &packed);
        put_data(k, lits, dists);
    }
    block_start(k);
}

void block_finish(Block *k)
{
    put_align(k);
}
