/* base64. */
#include "wbox.h"

const char base64_help[] =
    "Usage: base64 [OPTION]... [FILE]\n"
    "Encode or decode FILE, or standard input, as base64.\n"
    "\n"
    "  -d, --decode          decode\n"
    "  -i, --ignore-garbage  ignore other characters when decoding\n"
    "  -w, --wrap=COLS       break lines after COLS characters (default: 76);\n"
    "                        0 does not break lines\n";

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint64_t wrap, column;

static void put(const char *q)
{
    if (!wrap) {
        out_mem(q, 4);
        return;
    }
    if (column + 4 < wrap) {
        out_mem(q, 4);
        column += 4;
        return;
    }
    for (int i = 0; i < 4; i++) {
        out_ch(q[i]);
        if (++column == wrap) {
            out_ch('\n');
            column = 0;
        }
    }
}

static void encode3(const uchar *p, size_t n)
{
    char q[4];
    uint32_t v = (uint32_t)p[0] << 16;
    if (n > 1)
        v |= (uint32_t)p[1] << 8;
    if (n > 2)
        v |= p[2];
    for (int i = 0; i < 4; i++)
        q[i] = digits[v >> (18 - 6 * i) & 63];
    if (n < 3)
        q[3] = '=';
    if (n < 2)
        q[2] = '=';
    put(q);
}

static void encode(In *in)
{
    for (;;) {
        bool more = in_fill(in);
        const uchar *p = (const uchar *)in->buf + in->pos;
        size_t n = in->end - in->pos, k = 0;
        for (; k + 3 <= n; k += 3)
            encode3(p + k, 3);
        if (!more && k < n)
            encode3(p + k, n - k);
        in->pos += k;
        if (!more)
            break;
    }
    if (column)
        out_ch('\n');
}

static bool decode(In *in, bool ignore)
{
    signed char value[256];
    uint32_t v = 0;
    int n = 0, pads = 0;
    memset(value, -1, sizeof value);
    for (int i = 0; i < 64; i++)
        value[(uchar)digits[i]] = (signed char)i;
    for (int c; (c = in_byte(in)) >= 0;) {
        if (c == '\n')
            continue;
        if (c == '=' && n >= 2 && n + pads < 4) {
            pads++;
            v <<= 6;
        } else if (value[c] < 0 || pads) {
            if (ignore && value[c] < 0)
                continue;
            if (pads && n + pads < 4)
                return false;
            if (!pads)
                goto flush;
            return false;
        } else {
            v = v << 6 | (uint32_t)value[c];
            n++;
        }
        if (n + pads < 4)
            continue;
        for (int i = 0; i < 3 - pads; i++)
            out_ch((int)(v >> (16 - 8 * i) & 255));
        v = 0;
        n = pads = 0;
    }
    if (n == 0 && pads == 0)
        return true;
flush:
    for (int i = 0; i < n - 1; i++)
        out_ch((int)(v << (6 * (4 - n)) >> (16 - 8 * i) & 255));
    return false;
}

int base64_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"decode", 0, 'd'},
                                    {"ignore-garbage", 0, 'i'},
                                    {"wrap", 1, 'w'},
                                    {0, 0, 0}};
    Opt o;
    bool decodes = false, ignore = false, bad = false;
    wrap = 76;
    opt_start(&o, argc, argv, "diw:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        const char *end;
        if (c == 'd')
            decodes = true;
        else if (c == 'i')
            ignore = true;
        else if (!parse_u64(o.arg, &end, &wrap) || *end)
            dief(1, "invalid wrap size: '%s'", o.arg);
    }
    if (o.n > 1)
        extra_operand(o.argv[1]);
    OPT_FILES(o);
    In in = {0};
    if (!in_open(&in, o.argv[0]))
        return 1;
    if (decodes)
        bad = !decode(&in, ignore);
    else
        encode(&in);
    out_flush();
    if (bad)
        warnf("invalid input");
    return !(in_close(&in) && !bad);
}
