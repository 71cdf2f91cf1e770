/* Functions over numbers. */
#include "awk.h"
#include <math.h>

#define ONE(name, f) \
    void fn_##name(Node *n, Value *r) \
    { \
        *r = value_num(f(eval_num(n->a))); \
    }

ONE(sin, sin)
ONE(cos, cos)
ONE(exp, exp)
ONE(log, log)
ONE(sqrt, sqrt)
ONE(int, whole)

void fn_atan2(Node *n, Value *r)
{
    double y = eval_num(n->a);
    *r = value_num(atan2(y, eval_num(n->a->next)));
}

/* ---- random numbers: the same ones each time until srand ---- */

static uint64_t state = 0x9E3779B97F4A7C15u;
static double seed;

static uint64_t random_bits(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void fn_rand(Node *n, Value *r)
{
    (void)n;
    *r = value_num((double)(random_bits() >> 11) / 9007199254740992.0);
}

void fn_srand(Node *n, Value *r)
{
    double before = seed;
    seed = n->a ? eval_num(n->a) : whole((double)sys_now() / 1e9);
    memcpy(&state, &seed, sizeof state);
    state ^= 0x9E3779B97F4A7C15u;
    *r = value_num(before);
}

/* ---- bits ---- */

static uint64_t bits_of(Node *n)
{
    double d = eval_num(n);
    if (!(d >= 0))
        fatal("a function over bits has a negative argument", "");
    return d < 18446744073709551616.0 ? (uint64_t)d : UINT64_MAX;
}

/* As many high bits as fit into a number without loss. */
static Value of_bits(uint64_t v)
{
    return value_num((double)v);
}

#define BITS(name, op) \
    void fn_##name(Node *n, Value *r) \
    { \
        uint64_t v = bits_of(n->a); \
        for (Node *a = n->a->next; a; a = a->next) \
            v = v op bits_of(a); \
        *r = of_bits(v); \
    }

BITS(and, &)
BITS(or, |)
BITS(xor, ^)

void fn_lshift(Node *n, Value *r)
{
    uint64_t v = bits_of(n->a), by = bits_of(n->a->next);
    *r = of_bits(by < 64 ? v << by : 0);
}

void fn_rshift(Node *n, Value *r)
{
    uint64_t v = bits_of(n->a), by = bits_of(n->a->next);
    *r = of_bits(by < 64 ? v >> by : 0);
}

void fn_compl(Node *n, Value *r)
{
    *r = of_bits(~bits_of(n->a) & (((uint64_t)1 << 53) - 1));
}

/* Numbers with 0x before them, or 0 for octal digits. */
void fn_strtonum(Node *n, Value *r)
{
    Text t;
    Value v;
    eval(n->a, &v);
    if (v.type == NUM || v.type == UNSET) {
        *r = value_num(to_num(&v));
        return;
    }
    text_of_value(&t, &v);
    const char *p = t.p, *end = p + t.n, *stop;
    while (p < end && is_space(*p))
        p++;
    bool minus = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    bool hex = end - p > 2 && p[0] == '0' && (p[1] | 32) == 'x';
    bool octal = end - p > 1 && p[0] == '0' && !hex;
    for (const char *q = p; octal && q < end; q++)
        if (*q == '.' || *q == 'e' || *q == 'E' || *q == '8' || *q == '9')
            octal = false;
    double d = 0;
    if (hex || octal)
        for (p += hex ? 2 : 1; p < end; p++) {
            int c = hex_value((uchar)*p);
            if (c < 0 || (octal && c > 7))
                break;
            d = d * (hex ? 16 : 8) + c;
        }
    else
        d = num_read(p, end, &stop);
    text_end(&t);
    value_drop(&v);
    *r = value_num(minus ? -d : d);
}
