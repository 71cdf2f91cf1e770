/* Digests that take blocks of 16 words into a few words: MD5, SHA-1 and SHA-2. */
#include "wbox.h"

void digest_start(DigestState *s, const Digest *d)
{
    memset(s, 0, sizeof *s);
    s->digest = d;
    memcpy(&s->words, d->start, d->start_size);
}

void digest_add(DigestState *s, const uchar *p, size_t n)
{
    size_t size = s->digest->block_size;
    s->total += n;
    if (s->used) {
        size_t k = size - s->used < n ? size - s->used : n;
        memcpy(s->block + s->used, p, k);
        s->used += k;
        p += k;
        n -= k;
        if (s->used < size)
            return;
        s->digest->take(&s->words, s->block);
        s->used = 0;
    }
    for (; n >= size; p += size, n -= size)
        s->digest->take(&s->words, p);
    memcpy(s->block, p, n);
    s->used = n;
}

void digest_finish(DigestState *s, uchar *to)
{
    static const uchar padding[136] = {0x80};
    size_t size = s->digest->block_size, word = size / 16, low = s->digest->low_first;
    uint64_t bits = s->total * 8;
    uchar length[8];
    /* The length takes two words, of which SHA-512 uses one. */
    size_t room = s->used < size - 2 * word ? size : 2 * size;
    digest_add(s, padding, room - 8 - s->used);
    for (int i = 0; i < 8; i++)
        length[i] = (uchar)(bits >> 8 * (low ? i : 7 - i));
    digest_add(s, length, 8);
    /* In memory, the words have their lowest byte first. */
    for (size_t i = 0; i < s->digest->size; i++)
        to[i] = s->words.bytes[low ? i : i ^ (word - 1)];
}
