/* Division, remainders and powers. */
#include "awk.h"
#include <math.h>

double divided(double a, double b)
{
    if (b == 0)
        fatal("division by zero", "");
    return a / b;
}

double remainder_of(double a, double b)
{
    if (b == 0)
        fatal("division by zero in %%", "");
    if (a > -9e15 && a < 9e15 && b > -9e15 && b < 9e15 && is_integer(a) && is_integer(b)) {
        int64_t r = (int64_t)a % (int64_t)b;
        return r || a > 0 ? (double)r : a < 0 ? -0.0 : 0;
    }
    return fmod(a, b);
}

double power_of(double a, double b)
{
    if (b == 2)
        return a * a;
    return pow(a, b);
}

double operate(int op, double a, double b)
{
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return divided(a, b);
    case '%': return remainder_of(a, b);
    default: return power_of(a, b);
    }
}
