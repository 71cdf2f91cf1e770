/* wpack: archives and compression. Applets have NAME_main and NAME_help. */
#ifndef ESCAROLE_WPACK_H
#define ESCAROLE_WPACK_H

#include "../lib/date.h"

/* Sorted by name. */
#define APPLETS(A) \
    A(gunzip) A(gzip) A(tar) A(unzip) A(zcat) \
    A(zip)

#define DECLARE(name) \
    int name##_main(int argc, char **argv); \
    extern const char name##_help[];
APPLETS(DECLARE)
#undef DECLARE

/* ---- crc.c ---- */
uint32_t crc32_add(uint32_t crc, const uchar *p, size_t n);

/* ---- unfinished.c ---- */
/* Names the file that is removed when the program fails before it is whole; NULL: none. */
void unfinished(const char *name);

/* ---- when.c ---- */
void out_2digits(int v);
/* As 2026-01-31 23:59. */
void out_minute(int64_t seconds);

/* ---- bits.c: an input read by bits, lowest first ---- */
typedef struct {
    In *in;
    uint64_t hold;  /* bits read ahead */
    unsigned count; /* how many */
    unsigned pad;   /* how many of them lie behind the end of the input */
    uint64_t taken; /* bytes moved from the input to hold */
} Bits;
void bits_start(Bits *b, In *in);
/* At least 48 bits in hold; behind the end of the input they are zeros. */
void bits_fill_slow(Bits *b);
/* Drops the rest of the current byte. */
void bits_align(Bits *b);
/* Next byte; -1 at the end of the input. For use between aligned parts. */
int bits_byte(Bits *b);

static inline bool bits_past_end(const Bits *b) { return b->count < b->pad; }

static inline void bits_fill(Bits *b)
{
    if (b->count < 48)
        bits_fill_slow(b);
}

static inline unsigned bits_take(Bits *b, unsigned n)
{
    unsigned v = (unsigned)(b->hold & (((uint64_t)1 << n) - 1));
    b->hold >>= n;
    b->count -= n;
    return v;
}

/* ---- huffman.c: code lengths from frequencies, codes from lengths ---- */
/* Lengths of the best prefix code without a length above limit; 0 for unused. */
void huffman_lengths(const uint32_t *freq, unsigned n, unsigned limit, uchar *lengths);
/* Codes with their bits reversed, as deflate writes them. */
void huffman_codes(const uchar *lengths, unsigned n, uint16_t *codes);

/* ---- tables.c: the lengths and distances of deflate ---- */
extern const uint16_t deflate_length_base[29], deflate_dist_base[30];
extern const uchar deflate_length_extra[29], deflate_dist_extra[30];
extern const uchar deflate_order[19];

/* ---- inflate.c ---- */
typedef struct Inflate Inflate;
typedef enum { INFLATE_MORE, INFLATE_END, INFLATE_BAD, INFLATE_CUT } InflateResult;
Inflate *inflate_new(void);
void inflate_start(Inflate *z);
/* Decodes the next bytes to *p, which holds them until the next call. They are valid
 * with every result. INFLATE_CUT: the input ended too early. */
InflateResult inflate_some(Inflate *z, Bits *b, const uchar **p, size_t *n);

/* ---- deflate.c: writes to out ---- */
typedef struct Deflate Deflate;
Deflate *deflate_new(void);
/* Begins a stream; levels from 1 to 9. */
void deflate_start(Deflate *z, int level);
void deflate_add(Deflate *z, const uchar *p, size_t n);
/* Ends the stream on a whole byte; returns its size. */
uint64_t deflate_end(Deflate *z);

/* ---- block.c: the blocks of a deflate stream ---- */
enum { BLOCK_SYMBOLS = 32768 };
typedef struct {
    uint64_t hold, written; /* bits not written, bytes written */
    unsigned count;
    uint32_t used; /* symbols of this block */
    uint32_t matches;
    uint32_t lit_freq[286], dist_freq[30];
    uchar lit[BLOCK_SYMBOLS];     /* a literal, or a length less 3 */
    uint16_t dist[BLOCK_SYMBOLS]; /* 0 for a literal */
    uchar length_code[256], dist_code[512];
} Block;
void block_init(Block *k);
void block_start(Block *k);
static inline unsigned block_dist_code(const Block *k, unsigned dist)
{
    dist--;
    return dist < 256 ? k->dist_code[dist] : k->dist_code[256 + (dist >> 7)];
}
/* Writes the block; raw are its bytes, or NULL when no longer known. */
void block_write(Block *k, const uchar *raw, size_t n, bool last);
void block_finish(Block *k);

/* ---- gz.c: the gzip format ---- */
typedef struct {
    Bits bits;
    Inflate *inflate;
    int stage;
    uint32_t crc, stamp; /* of the last member */
    uint64_t size, total, overhead; /* of the last member; of all; headers and trailers */
    char *name;      /* of the first member; NULL when it has none */
    const char *why; /* what was wrong */
    bool garbage;    /* something else followed the last member */
} Gz;
/* Reads the first header; false when the input is not in gzip format or cut. */
bool gz_start(Gz *g, In *in);
/* Next bytes; false at the end, with g->why when it is not a good one. */
bool gz_next(Gz *g, const uchar **p, size_t *n);
void gz_end(Gz *g);

typedef struct {
    Deflate *deflate;
    uint32_t crc, size;
    uint64_t written;
} GzWriter;
/* name may be NULL; stamp in seconds, 0 for none. */
void gz_write_start(GzWriter *w, int level, const char *name, uint32_t stamp);
void gz_write(GzWriter *w, const uchar *p, size_t n);
/* Returns the size of the member without its header. */
uint64_t gz_write_end(GzWriter *w);

#endif
