/* Decimal to binary and back, exactly. */
#ifndef ESCAROLE_XFLOAT_H
#define ESCAROLE_XFLOAT_H

#include "base.h"

/* Floating point with 64 bits of mantissa, as GNU's long double. */
typedef struct {
    uint64_t mant; /* highest bit set, or 0 */
    int exp;       /* value is mant * 2^exp */
    char kind;     /* 'n' number, 'i' infinity, '?' not a number */
    bool neg;
} Xf;
/* Reads as strtold does; *end gets the first byte not read. */
bool xf_parse(const char *s, const char **end, Xf *v);
int xf_compare(const Xf *a, const Xf *b);
/* Formats for %f %e %g and their capitals. Returns a buffer to free. */
char *xf_format(const Xf *v, char conv, int prec, bool alt, size_t *len);
/* The double nearest to a decimal number without sign, as strtod reads it. */
double xf_to_double(const char *s);
void xf_from_double(Xf *v, double d);

#endif
