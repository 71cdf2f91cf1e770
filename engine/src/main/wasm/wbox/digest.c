/* The digests SHA-1, SHA-256 and MD5. */
#include "wbox.h"

typedef struct {
    uint32_t h[8];
    uint64_t total;
    uchar block[64];
    size_t used;
} Hash;

typedef void (*BlockFn)(uint32_t *h, const uchar *p);

static void hash_add(Hash *s, const uchar *p, size_t n, BlockFn block)
{
    s->total += n;
    if (s->used) {
        size_t k = 64 - s->used < n ? 64 - s->used : n;
        memcpy(s->block + s->used, p, k);
        s->used += k;
        p += k;
        n -= k;
        if (s->used < 64)
            return;
        block(s->h, s->block);
        s->used = 0;
    }
    for (; n >= 64; p += 64, n -= 64)
        block(s->h, p);
    memcpy(s->block, p, n);
    s->used = n;
}

static void hash_end(Hash *s, BlockFn block, bool big_endian)
{
    static const uchar zeros[64];
    uchar one = 0x80, len[8];
    uint64_t bits = s->total * 8;
    hash_add(s, &one, 1, block);
    hash_add(s, zeros, s->used <= 56 ? 56 - s->used : 120 - s->used, block);
    for (int i = 0; i < 8; i++)
        len[i] = (uchar)(bits >> (big_endian ? 56 - 8 * i : 8 * i));
    hash_add(s, len, 8, block);
}

/* ---- SHA-256 ---- */

static const uint32_t sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t ror(uint32_t v, int n)
{
    return v >> n | v << (32 - n);
}

static void sha_schedule(uint32_t *w, const uchar *p)
{
    for (int i = 0; i < 16; i++, p += 4) {
        uint32_t v;
        memcpy(&v, p, 4);
        w[i] = __builtin_bswap32(v);
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[i - 7] +
               (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
    }
}

static void sha_block(uint32_t *h, const uchar *p)
{
    uint32_t w[64];
    sha_schedule(w, p);
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3];
    uint32_t e = h[4], f = h[5], g = h[6], k = h[7];
#pragma GCC unroll 1
    for (int i = 0; i < 64; i++) {
        uint32_t t = k + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) +
                     ((e & f) ^ (~e & g)) + sha_k[i] + w[i];
        uint32_t u = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) +
                     ((a & b) ^ (a & c) ^ (b & c));
        k = g, g = f, f = e, e = d + t;
        d = c, c = b, b = a, a = t + u;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    h[4] += e, h[5] += f, h[6] += g, h[7] += k;
}

static void sha_start(void *v)
{
    static const uint32_t init[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                     0xa54ff53a, 0x510e527f, 0x9b05688c,
                                     0x1f83d9ab, 0x5be0cd19};
    Hash *s = v;
    memset(s, 0, sizeof *s);
    memcpy(s->h, init, sizeof init);
}

static void sha_add(void *v, const uchar *p, size_t n)
{
    hash_add(v, p, n, sha_block);
}

static void sha_finish(void *v, uchar *digest)
{
    Hash *s = v;
    hash_end(s, sha_block, true);
    for (int i = 0; i < 32; i++)
        digest[i] = (uchar)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

int sha256sum_main(int argc, char **argv)
{
    static const Digest d = {sizeof(Hash), 32, sha_start, sha_add, sha_finish, "SHA256"};
    return sum_main(argc, argv, &d);
}

/* ---- SHA-1 ---- */

static inline uint32_t rol(uint32_t v, int n)
{
    return v << n | v >> (32 - n);
}

static void sha1_block(uint32_t *h, const uchar *p)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
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

static void sha1_start(void *v)
{
    static const uint32_t init[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    Hash *s = v;
    memset(s, 0, sizeof *s);
    memcpy(s->h, init, sizeof init);
}

static void sha1_add(void *v, const uchar *p, size_t n)
{
    hash_add(v, p, n, sha1_block);
}

static void sha1_finish(void *v, uchar *digest)
{
    Hash *s = v;
    hash_end(s, sha1_block, true);
    for (int i = 0; i < 20; i++)
        digest[i] = (uchar)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

int sha1sum_main(int argc, char **argv)
{
    static const Digest d = {sizeof(Hash), 20, sha1_start, sha1_add, sha1_finish, "SHA1"};
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

static void md5_block(uint32_t *h, const uchar *p)
{
    static const uchar shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t w[16], a = h[0], b = h[1], c = h[2], d = h[3];
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
        b += t << s | t >> (32 - s);
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
}

static void md5_start(void *v)
{
    static const uint32_t init[4] = {0x67452301, 0xefcdab89, 0x98badcfe,
                                     0x10325476};
    Hash *s = v;
    memset(s, 0, sizeof *s);
    memcpy(s->h, init, sizeof init);
}

static void md5_add(void *v, const uchar *p, size_t n)
{
    hash_add(v, p, n, md5_block);
}

static void md5_finish(void *v, uchar *digest)
{
    Hash *s = v;
    hash_end(s, md5_block, false);
    for (int i = 0; i < 16; i++)
        digest[i] = (uchar)(s->h[i / 4] >> (8 * (i % 4)));
}

int md5sum_main(int argc, char **argv)
{
    static const Digest d = {sizeof(Hash), 16, md5_start, md5_add, md5_finish, "MD5"};
    return sum_main(argc, argv, &d);
}
