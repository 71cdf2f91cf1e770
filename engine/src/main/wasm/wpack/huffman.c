/* Prefix codes for deflate. */
#include "wpack.h"

enum { MOST = 288 };

typedef struct {
    uint32_t weight;
    uint16_t symbol;
} Leaf;

static int by_weight(const void *a, const void *b)
{
    const Leaf *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->symbol < y->symbol ? -1 : 1;
}

/* In place, by Moffat and Katajainen: a[0..n) are weights in rising order and become
 * depths in falling order. n is at least 2. */
static void depths(uint32_t *a, int n)
{
    int root = 0, leaf = 2, next;
    a[0] += a[1];
    for (next = 1; next < n - 1; next++) {
        if (leaf >= n || a[root] < a[leaf]) {
            a[next] = a[root];
            a[root++] = (uint32_t)next;
        } else {
            a[next] = a[leaf++];
        }
        if (leaf >= n || (root < next && a[root] < a[leaf])) {
            a[next] += a[root];
            a[root++] = (uint32_t)next;
        } else {
            a[next] += a[leaf++];
        }
    }
    a[n - 2] = 0;
    for (next = n - 3; next >= 0; next--)
        a[next] = a[a[next]] + 1;
    int open = 1, used = 0;
    uint32_t depth = 0;
    root = n - 2;
    next = n - 1;
    while (open > 0) {
        while (root >= 0 && a[root] == depth) {
            used++;
            root--;
        }
        while (open > used) {
            a[next--] = depth;
            open--;
        }
        open = 2 * used;
        depth++;
        used = 0;
    }
}

/* Moves codes until none is longer than limit and all fit. */
static void shorten(unsigned *count, unsigned longest, unsigned limit)
{
    for (unsigned i = limit + 1; i <= longest; i++)
        count[limit] += count[i];
    uint32_t total = 0;
    for (unsigned i = limit; i > 0; i--)
        total += (uint32_t)count[i] << (limit - i);
    for (; total != (uint32_t)1 << limit; total--) {
        count[limit]--;
        for (unsigned i = limit - 1; i > 0; i--)
            if (count[i]) {
                count[i]--;
                count[i + 1] += 2;
                break;
            }
    }
}

void huffman_lengths(const uint32_t *freq, unsigned n, unsigned limit, uchar *lengths)
{
    Leaf leaves[MOST];
    uint32_t a[MOST];
    unsigned used = 0, count[MOST] = {0}, longest = 0;
    memset(lengths, 0, n);
    for (unsigned i = 0; i < n; i++)
        if (freq[i])
            leaves[used++] = (Leaf){freq[i], (uint16_t)i};
    if (used < 2) {
        /* A code of one symbol still takes a bit. */
        if (used)
            lengths[leaves[0].symbol] = 1;
        return;
    }
    qsort(leaves, used, sizeof *leaves, by_weight);
    for (unsigned i = 0; i < used; i++)
        a[i] = leaves[i].weight;
    depths(a, (int)used);
    for (unsigned i = 0; i < used; i++) {
        count[a[i]]++;
        longest = a[i] > longest ? a[i] : longest;
    }
    if (longest > limit)
        shorten(count, longest, limit);
    unsigned k = used;
    for (unsigned len = 1; len <= limit; len++)
        for (unsigned i = 0; i < count[len]; i++)
            lengths[leaves[--k].symbol] = (uchar)len;
}

void huffman_codes(const uchar *lengths, unsigned n, uint16_t *codes)
{
    unsigned count[16] = {0}, next[16] = {0}, code = 0;
    for (unsigned i = 0; i < n; i++)
        count[lengths[i]]++;
    count[0] = 0;
    for (unsigned len = 1; len < 16; len++)
        next[len] = code = (code + count[len - 1]) << 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned len = lengths[i], v = len ? next[len]++ : 0, r = 0;
        for (unsigned k = 0; k < len; k++)
            r |= (v >> k & 1) << (len - 1 - k);
        codes[i] = (uint16_t)r;
    }
}
