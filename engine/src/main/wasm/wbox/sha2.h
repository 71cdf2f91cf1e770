/* The block function of SHA-2; sha2.c includes it for each size of words, which it names by
 * WORD, NAME, ROUNDS, SWAP and the four mixtures of rotations. */

static void NAME(schedule)(WORD *w, const uchar *p)
{
    for (int i = 0; i < 16; i++, p += sizeof *w) {
        memcpy(&w[i], p, sizeof *w);
        w[i] = SWAP(w[i]);
    }
    for (int i = 16; i < ROUNDS; i++)
        w[i] = w[i - 16] + MIX_0(w[i - 15]) + w[i - 7] + MIX_1(w[i - 2]);
}

static void NAME(block)(void *words, const uchar *p)
{
    WORD w[ROUNDS], *h = words;
    NAME(schedule)(w, p);
    WORD a = h[0], b = h[1], c = h[2], d = h[3];
    WORD e = h[4], f = h[5], g = h[6], k = h[7];
#pragma GCC unroll 1
    for (int i = 0; i < ROUNDS; i++) {
        WORD root = (WORD)(roots[i] >> (64 - 8 * sizeof(WORD)));
        WORD t = k + MIX_E(e) + ((e & f) ^ (~e & g)) + root + w[i];
        WORD u = MIX_A(a) + ((a & b) ^ (a & c) ^ (b & c));
        k = g, g = f, f = e, e = d + t;
        d = c, c = b, b = a, a = t + u;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    h[4] += e, h[5] += f, h[6] += g, h[7] += k;
}
