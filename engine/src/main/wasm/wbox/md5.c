/* The digests MD5 and SHA-1. */
#include "wbox.h"

static inline uint32_t rol(uint32_t v, int n)
{
    return v << n | v >> (32 - n);
}

/* ---- SHA-1 ---- */

static void sha1_block(void *words, const uchar *p)
{
    uint32_t w[80], *h = words, a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++, p += 4) {
        uint32_t v;
        memcpy(&v, p, 4);
        w[i] = __builtin_bswap32(v);
    }
    for (int i = 16; i < 80; i++)
        w[i] = rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
#pragma GCC unroll 1
    for (int i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20)
            f = (b & c) | (~b & d), k = 0x5a827999;
        else if (i < 40)
            f = b ^ c ^ d, k = 0x6ed9eba1;
        else if (i < 60)
            f = (b & c) | (b & d) | (c & d), k = 0x8f1bbcdc;
        else
            f = b ^ c ^ d, k = 0xca62c1d6;
        uint32_t t = rol(a, 5) + f + e + k + w[i];
        e = d, d = c, c = rol(b, 30), b = a, a = t;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
}

int sha1sum_main(int argc, char **argv)
{
    static const uint32_t start[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    static const Digest d = {"SHA1", 20, 64, start, sizeof start, false, sha1_block};
    return sum_main(argc, argv, &d);
}

/* ---- MD5 ---- */

static const uint32_t md5_k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static void md5_block(void *words, const uchar *p)
{
    static const uchar shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t w[16], *h = words, a = h[0], b = h[1], c = h[2], d = h[3];
    memcpy(w, p, 64);
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int k;
        switch (i >> 4) {
        case 0: f = (b & c) | (~b & d); k = i; break;
        case 1: f = (d & b) | (~d & c); k = (5 * i + 1) & 15; break;
        case 2: f = b ^ c ^ d; k = (3 * i + 5) & 15; break;
        default: f = c ^ (b | ~d); k = (7 * i) & 15;
        }
        uint32_t t = a + f + md5_k[i] + w[k];
        int s = shifts[i >> 4][i & 3];
        a = d, d = c, c = b;
        b += rol(t, s);
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
}

int md5sum_main(int argc, char **argv)
{
    static const uint32_t start[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    static const Digest d = {"MD5", 16, 64, start, sizeof start, true, md5_block};
    return sum_main(argc, argv, &d);
}
