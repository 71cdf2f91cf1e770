/* Functions over times: seconds since 1970, or broken down as arrays of year,
 * month from 0, day, hour, minute, second, weekday, day of the year. UTC only. */
#include "../lib/date.h"
#include "jq.h"
#include <math.h>

static int want_number(Value v, const char *name)
{
    if (v.kind == V_NUM && fabs(v.num) < 1e14)
        return GO;
    return fail_text("%s requires a number of seconds since 1970", name);
}

static int gmtime(Value in, const Value *args, Value *r)
{
    (void)args;
    if (want_number(in, "gmtime"))
        return FAIL;
    Date d = date_of((int64_t)floor(in.num));
    double parts[] = {(double)d.year, d.mon - 1,                         d.day,  d.hour,
                      d.min,          d.sec + (in.num - floor(in.num)), d.wday, d.yday};
    *r = v_array();
    for (size_t i = 0; i < 8; i++)
        *r = arr_push(*r, v_num(parts[i]));
    return GO;
}

static int from_parts(Value v, const char *name, double *seconds)
{
    double part[6];
    if (v.kind != V_ARR || arr_len(v) < 6)
        return fail_text("%s requires array of 6 numbers", name);
    for (size_t i = 0; i < 6; i++) {
        Value x = arr_at(v, i);
        if (x.kind != V_NUM || !(fabs(x.num) < 1e9))
            return fail_text("%s requires parsed datetime inputs", name);
        part[i] = x.num;
    }
    int64_t year = (int64_t)part[0] + (int64_t)floor(part[1] / 12);
    int month = (int)(part[1] - 12 * floor(part[1] / 12));
    double n = (double)date_days(year, month + 1, 1) + part[2] - 1;
    *seconds = n * 86400 + part[3] * 3600 + part[4] * 60 + part[5];
    return GO;
}

static int mktime(Value in, const Value *args, Value *r)
{
    double seconds;
    (void)args;
    if (from_parts(in, "mktime", &seconds))
        return FAIL;
    *r = v_num(floor(seconds));
    return GO;
}

static int now(Value in, const Value *args, Value *r)
{
    (void)in, (void)args;
    *r = v_num((double)sys_now() / 1e9);
    return GO;
}

/* ---- writing ---- */

static void put(void *to, const char *p, size_t n)
{
    buf_mem(to, p, n);
}

static int formatted(Value in, Value format, const char *name, Value *r)
{
    double seconds = in.num;
    Buf b = {0};
    if (in.kind == V_ARR ? from_parts(in, name, &seconds) : want_number(in, name))
        return FAIL;
    if (format.kind != V_STR)
        return fail_text("%s requires a string format", name);
    Date d = date_of((int64_t)floor(seconds));
    date_format(&d, format.str->s, format.str->s + format.str->n, put, &b);
    *r = buf_value(&b);
    return GO;
}

static int strftime_of(Value in, const Value *args, Value *r)
{
    return formatted(in, args[0], "strftime/1", r);
}

static int strflocaltime_of(Value in, const Value *args, Value *r)
{
    return formatted(in, args[0], "strflocaltime/1", r);
}

/* ---- reading ---- */

static bool read_figure(const char **p, int digits, int64_t *v)
{
    const char *s = *p;
    bool minus = *s == '-';
    *v = 0;
    s += minus;
    if (!is_digit(*s))
        return false;
    for (; digits-- > 0 && is_digit(*s); s++)
        *v = *v * 10 + *s - '0';
    *v = minus ? -*v : *v;
    *p = s;
    return true;
}

static bool read_word(const char **p, const char (*words)[10], int n, int64_t *v)
{
    for (int i = 0; i < n; i++)
        for (size_t len = strlen(words[i]); len >= 3; len = len > 3 ? 3 : 0) {
            size_t k = 0;
            while (k < len && to_lower(words[i][k]) == to_lower((*p)[k]))
                k++;
            if (k == len) {
                *p += len;
                *v = i;
                return true;
            }
        }
    return false;
}

static bool read_zone(const char **p, int64_t *seconds)
{
    if (**p == 'Z') {
        ++*p;
        return true;
    }
    int64_t h, m;
    int sign = **p == '-' ? -1 : 1;
    if (**p != '+' && **p != '-')
        return false;
    ++*p;
    if (!read_figure(p, 2, &h))
        return false;
    *p += **p == ':';
    if (!read_figure(p, 2, &m))
        return false;
    *seconds = sign * (h * 3600 + m * 60);
    return true;
}

typedef struct {
    int64_t part[6]; /* year, month, day, hour, minute, second */
    int64_t yearday, zone, afternoon, epoch;
} Reading;

static bool read_time(const char **p, const char *fmt, Reading *g);

static bool read_part(const char **p, int c, Reading *g)
{
    int64_t unused;
    switch (c) {
    case 'Y': return read_figure(p, 5, &g->part[0]);
    case 'm': return read_figure(p, 2, &g->part[1]) && g->part[1]-- > 0;
    case 'd':
    case 'e': return read_figure(p, 2, &g->part[2]);
    case 'H':
    case 'I': return read_figure(p, 2, &g->part[3]);
    case 'M': return read_figure(p, 2, &g->part[4]);
    case 'S': return read_figure(p, 2, &g->part[5]);
    case 'j': return read_figure(p, 3, &g->yearday);
    case 's': return read_figure(p, 18, &g->epoch);
    case 'A':
    case 'a': return read_word(p, date_weekdays, 7, &unused);
    case 'B':
    case 'b':
    case 'h': return read_word(p, date_months, 12, &g->part[1]);
    case 'z':
    case 'Z': return read_zone(p, &g->zone) || (!strncmp(*p, "UTC", 3) && (*p += 3));
    case 'p':
        g->afternoon = to_lower(**p) == 'p' ? 1 : 0;
        return **p && to_lower((*p)[1]) == 'm' && (*p += 2);
    default: return date_combined(c) && read_time(p, date_combined(c), g);
    }
}

static bool read_time(const char **p, const char *fmt, Reading *g)
{
    for (; *fmt; fmt++) {
        if (is_space(*fmt)) {
            while (is_space(**p))
                ++*p;
        } else if (*fmt == '%' && fmt[1] && fmt[1] != '%') {
            while (fmt[1] != 'Z' && is_space(**p))
                ++*p;
            if (!read_part(p, *++fmt, g))
                return false;
        } else {
            fmt += *fmt == '%' && fmt[1] == '%';
            if (**p != *fmt)
                return false;
            ++*p;
        }
    }
    return true;
}

static int strptime_of(Value in, const Value *args, Value *r)
{
    Reading g = {.part = {1900, 0, 0, 0, 0, 0}, .yearday = -1, .afternoon = -1, .epoch = INT64_MIN};
    if (in.kind != V_STR || args[0].kind != V_STR)
        return fail_text("strptime/1 requires string inputs and arguments");
    const char *p = in.str->s;
    if (!read_time(&p, args[0].str->s, &g) || *p)
        return fail_text("date \"%s\" does not match format \"%s\"", in.str->s, args[0].str->s);
    if (g.afternoon >= 0)
        g.part[3] = g.part[3] % 12 + 12 * g.afternoon;
    if (g.epoch != INT64_MIN)
        return gmtime(v_num((double)g.epoch), NULL, r);
    int64_t n = date_days(g.part[0], (int)g.part[1] % 12 + 1, g.part[2] ? g.part[2] : 1);
    if (g.yearday >= 0)
        n = date_days(g.part[0], 1, g.yearday);
    Date d = date_of(n * 86400);
    double parts[] = {(double)g.part[0], (double)g.part[1], (double)g.part[2],
                      (double)g.part[3], (double)g.part[4], (double)g.part[5],
                      d.wday,            d.yday};
    if (g.yearday >= 0) {
        parts[1] = d.mon - 1;
        parts[2] = d.day;
    }
    *r = v_array();
    for (size_t i = 0; i < 8; i++)
        *r = arr_push(*r, v_num(parts[i]));
    return GO;
}

const Native time_natives[] = {
    {"gmtime", 0, gmtime, NULL},           {"localtime", 0, gmtime, NULL},
    {"mktime", 0, mktime, NULL},           {"now", 0, now, NULL},
    {"strftime", 1, strftime_of, NULL},    {"strflocaltime", 1, strflocaltime_of, NULL},
    {"strptime", 1, strptime_of, NULL},    {NULL, 0, NULL, NULL},
};
