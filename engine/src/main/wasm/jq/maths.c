/* Functions over numbers. */
#include "jq.h"
#include <math.h>

static int one(Value in, double (*f)(double), Value *r)
{
    if (in.kind != V_NUM)
        return fail_text("%k (%v) number required", in, in);
    *r = v_num(f(in.num));
    return GO;
}

static int two(const Value *args, double (*f)(double, double), Value *r)
{
    for (int i = 0; i < 2; i++)
        if (args[i].kind != V_NUM)
            return fail_text("%k (%v) number required", args[i], args[i]);
    *r = v_num(f(args[0].num, args[1].num));
    return GO;
}

static double power_of_ten(double x)
{
    return pow(10, x);
}

#define ONES(F) \
    F(floor, floor) F(ceil, ceil) F(round, round) F(trunc, trunc) F(fabs, fabs) F(sqrt, sqrt) \
    F(cbrt, cbrt) F(exp, exp) F(exp2, exp2) F(exp10, power_of_ten) F(log, log) F(log2, log2) \
    F(log10, log10) F(sin, sin) F(cos, cos) F(tan, tan) F(asin, asin) F(acos, acos) \
    F(atan, atan) F(sinh, sinh) F(cosh, cosh) F(tanh, tanh) F(rint, rint) F(nearbyint, rint) \
    F(asinh, asinh) F(acosh, acosh) F(atanh, atanh) F(expm1, expm1) F(log1p, log1p) \
    F(logb, logb) F(significand, mantissa) F(gamma, lgamma) F(lgamma, lgamma) \
    F(tgamma, tgamma) F(pow10, power_of_ten) F(erf, erf) F(erfc, erfc)
#define TWOS(F) \
    F(pow, pow) F(atan2, atan2) F(fmin, fmin) F(fmax, fmax) F(fmod, fmod) F(ldexp, scaled) \
    F(scalb, scaled) F(scalbln, scaled) F(copysign, copysign) F(drem, remainder) \
    F(remainder, remainder) F(fdim, fdim) F(hypot, hypot) F(nextafter, nextafter) \
    F(nexttoward, nextafter)

static double scaled(double x, double by)
{
    return scalbn(x, by > 5000 ? 5000 : by < -5000 ? -5000 : (int)by);
}

/* From 1 up to 2. */
static double mantissa(double x)
{
    return x == 0 || !isfinite(x) ? x : scalbn(x, -ilogb(x));
}

#define DEFINE_ONE(name, f) \
    static int do_##name(Value in, const Value *args, Value *r) \
    { \
        (void)args; \
        return one(in, f, r); \
    }
#define DEFINE_TWO(name, f) \
    static int do_##name(Value in, const Value *args, Value *r) \
    { \
        (void)in; \
        return two(args, f, r); \
    }
ONES(DEFINE_ONE)
TWOS(DEFINE_TWO)

static Value pair(double a, double b)
{
    return arr_push(arr_push(v_array(), v_num(a)), v_num(b));
}

static int frexp_of(Value in, const Value *args, Value *r)
{
    int e = 0;
    (void)args;
    if (in.kind != V_NUM)
        return fail_text("%k (%v) number required", in, in);
    double m = frexp(in.num, &e);
    *r = pair(m, e);
    return GO;
}

static int modf_of(Value in, const Value *args, Value *r)
{
    double whole;
    (void)args;
    if (in.kind != V_NUM)
        return fail_text("%k (%v) number required", in, in);
    double rest = modf(in.num, &whole);
    *r = pair(rest, whole);
    return GO;
}

static int lgamma_r_of(Value in, const Value *args, Value *r)
{
    int sign = 1;
    (void)args;
    if (in.kind != V_NUM)
        return fail_text("%k (%v) number required", in, in);
    double d = lgamma_r(in.num, &sign);
    *r = pair(d, sign);
    return GO;
}

static int fma_of(Value in, const Value *args, Value *r)
{
    (void)in;
    for (int i = 0; i < 3; i++)
        if (args[i].kind != V_NUM)
            return fail_text("%k (%v) number required", args[i], args[i]);
    *r = v_num(fma(args[0].num, args[1].num, args[2].num));
    return GO;
}

static int infinite(Value in, const Value *args, Value *r)
{
    (void)in, (void)args;
    *r = v_num(INFINITY);
    return GO;
}

static int not_a_number(Value in, const Value *args, Value *r)
{
    (void)in, (void)args;
    *r = v_num(NAN);
    return GO;
}

static int is(Value in, bool hit, Value *r)
{
    if (in.kind != V_NUM)
        return fail_text("%k (%v) number required", in, in);
    *r = v_bool(hit);
    return GO;
}

static int is_infinite(Value in, const Value *args, Value *r)
{
    (void)args;
    return is(in, isinf(in.num), r);
}

static int is_nan(Value in, const Value *args, Value *r)
{
    (void)args;
    return is(in, isnan(in.num), r);
}

static int is_normal(Value in, const Value *args, Value *r)
{
    (void)args;
    return is(in, isnormal(in.num), r);
}

#define ROW_ONE(name, f) {#name, 0, do_##name, NULL},
#define ROW_TWO(name, f) {#name, 2, do_##name, NULL},
const Native math_natives[] = {
    ONES(ROW_ONE)
    TWOS(ROW_TWO)
    {"frexp", 0, frexp_of, NULL},
    {"modf", 0, modf_of, NULL},
    {"lgamma_r", 0, lgamma_r_of, NULL},
    {"fma", 3, fma_of, NULL},
    {"infinite", 0, infinite, NULL},
    {"nan", 0, not_a_number, NULL},
    {"isinfinite", 0, is_infinite, NULL},
    {"isnan", 0, is_nan, NULL},
    {"isnormal", 0, is_normal, NULL},
    {NULL, 0, NULL, NULL},
};
