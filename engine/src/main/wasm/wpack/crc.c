/* The CRC of gzip and zip, eight bytes a step. */
#include "wpack.h"

static uint32_t tables[8][256];

static void make_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        tables[0][i] = c;
    }
    for (int t = 1; t < 8; t++)
        for (int i = 0; i < 256; i++)
            tables[t][i] = tables[t - 1][i] >> 8 ^ tables[0][tables[t - 1][i] & 255];
}

uint32_t crc32_add(uint32_t crc, const uchar *p, size_t n)
{
    if (!tables[0][1])
        make_tables();
    crc = ~crc;
    for (; n >= 8; n -= 8, p += 8) {
        uint32_t a, b;
        memcpy(&a, p, 4);
        memcpy(&b, p + 4, 4);
        a ^= crc;
        crc = tables[7][a & 255] ^ tables[6][a >> 8 & 255] ^ tables[5][a >> 16 & 255] ^
              tables[4][a >> 24] ^ tables[3][b & 255] ^ tables[2][b >> 8 & 255] ^
              tables[1][b >> 16 & 255] ^ tables[0][b >> 24];
    }
    for (; n; n--)
        crc = crc >> 8 ^ tables[0][(crc ^ *p++) & 255];
    return ~crc;
}
