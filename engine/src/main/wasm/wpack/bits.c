/* Input by bits. */
#include "wpack.h"

void bits_start(Bits *b, In *in)
{
    memset(b, 0, sizeof *b);
    b->in = in;
}

void bits_fill_slow(Bits *b)
{
    In *in = b->in;
    if (in->end - in->pos >= 8) {
        uint64_t v;
        unsigned bytes = (63 - b->count) >> 3;
        memcpy(&v, in->buf + in->pos, 8);
        b->hold |= v << b->count;
        in->pos += bytes;
        b->taken += bytes;
        b->count += bytes * 8;
        /* What lies above count in hold is the beginning of the next byte: no harm,
         * as the same bits are put there again. */
        return;
    }
    /* The bits above count may hold a part of the next byte. */
    b->hold &= ((uint64_t)1 << b->count) - 1;
    while (b->count < 56) {
        int c = in_byte(in);
        if (c < 0) {
            b->pad += 8;
            c = 0;
        } else {
            b->taken++;
        }
        b->hold |= (uint64_t)c << b->count;
        b->count += 8;
    }
}

void bits_align(Bits *b)
{
    bits_take(b, b->count & 7);
}

int bits_byte(Bits *b)
{
    if (b->count < 8)
        bits_fill_slow(b);
    if (b->count < b->pad + 8)
        return -1;
    return (int)bits_take(b, 8);
}
