/* Functions over times: seconds since 1970, or broken down as arrays of year,
 * month from 0, day, hour, minute, second, weekday, day of the year. UTC only. */
#include "jq.h"
#include <math.h>

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

typedef struct {
    int64_t year;
    int month, day, hour, minute, weekday, yearday;
    double second;
} Time;

/* Days since 1970 of a date, by eras of 400 years that start in March. */
static int64_t day_number(int64_t year, int month, int day)
{
    year -= month < 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t d = (153 * (month + (month > 1 ? -2 : 10)) + 2) / 5 + day - 1;
    return era * 146097 + y * 365 + y / 4 - y / 100 + d - 719468;
}

static void break_down(double seconds, Time *t)
{
    int64_t s = (int64_t)floor(seconds), n = s / 86400 - (s % 86400 < 0), rest = s - n * 86400;
    t->hour = (int)(rest / 3600);
    t->minute = (int)(rest / 60 % 60);
    t->second = (double)(rest % 60) + (seconds - floor(seconds));
    t->weekday = (int)(((n + 4) % 7 + 7) % 7);
    int64_t z = n + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    t->day = (int)(doy - (153 * mp + 2) / 5 + 1);
    t->month = (int)(mp < 10 ? mp + 2 : mp - 10);
    t->year = yoe + era * 400 + (t->month < 2);
    t->yearday = (int)(n - day_number(t->year, 0, 1));
}

static int want_number(Value v, const char *name)
{
    if (v.kind == V_NUM && fabs(v.num) < 1e14)
        return GO;
    return fail_text("%s requires a number of seconds since 1970", name);
}

static int gmtime(Value in, const Value *args, Value *r)
{
    Time t;
    (void)args;
    if (want_number(in, "gmtime"))
        return FAIL;
    break_down(in.num, &t);
    double parts[] = {(double)t.year, t.month,   t.day,     t.hour,
                      t.minute,       t.second, t.weekday, t.yearday};
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
    double n = (double)day_number(year, month, 1) + part[2] - 1;
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

static void padded(Buf *b, int64_t v, size_t width, int pad)
{
    char d[24];
    if (v < 0) {
        buf_ch(b, '-');
        v = -v;
    }
    size_t n = fmt_u64(d + sizeof d, (uint64_t)v);
    for (size_t i = n; i < width; i++)
        buf_ch(b, pad);
    buf_mem(b, d + sizeof d - n, n);
}

/* The week of the year by ISO 8601, and the year that it belongs to. */
static int iso_week(const Time *t, int64_t *year)
{
    int weekday = (t->weekday + 6) % 7, week = (t->yearday - weekday + 10) / 7;
    *year = t->year;
    if (week < 1) {
        Time before;
        break_down((double)day_number(t->year - 1, 11, 31) * 86400, &before);
        return iso_week(&before, year);
    }
    if (week == 53) {
        Time last;
        break_down((double)day_number(t->year, 11, 31) * 86400, &last);
        if ((last.weekday + 6) % 7 < 3) {
            ++*year;
            return 1;
        }
    }
    return week;
}

static bool write_combined(Buf *b, int c, const Time *t);

static bool write_name(Buf *b, int c, const Time *t)
{
    switch (c) {
    case 'A': buf_str(b, days[t->weekday]); return true;
    case 'a': buf_mem(b, days[t->weekday], 3); return true;
    case 'B': buf_str(b, months[t->month]); return true;
    case 'b':
    case 'h': buf_mem(b, months[t->month], 3); return true;
    case 'p': buf_str(b, t->hour < 12 ? "AM" : "PM"); return true;
    case 'Z': buf_str(b, "UTC"); return true;
    case 'z': buf_str(b, "+0000"); return true;
    case 'n': buf_ch(b, '\n'); return true;
    case 't': buf_ch(b, '\t'); return true;
    case '%': buf_ch(b, '%'); return true;
    default: return false;
    }
}

static bool write_figure(Buf *b, int c, const Time *t)
{
    int64_t year, seconds;
    switch (c) {
    case 'Y': padded(b, t->year, 1, '0'); return true;
    case 'C': padded(b, t->year / 100, 2, '0'); return true;
    case 'y': padded(b, t->year % 100, 2, '0'); return true;
    case 'm': padded(b, t->month + 1, 2, '0'); return true;
    case 'd': padded(b, t->day, 2, '0'); return true;
    case 'e': padded(b, t->day, 2, ' '); return true;
    case 'H': padded(b, t->hour, 2, '0'); return true;
    case 'k': padded(b, t->hour, 2, ' '); return true;
    case 'I': padded(b, (t->hour + 11) % 12 + 1, 2, '0'); return true;
    case 'M': padded(b, t->minute, 2, '0'); return true;
    case 'S': padded(b, (int64_t)t->second, 2, '0'); return true;
    case 'j': padded(b, t->yearday + 1, 3, '0'); return true;
    case 'u': padded(b, t->weekday ? t->weekday : 7, 1, '0'); return true;
    case 'w': padded(b, t->weekday, 1, '0'); return true;
    case 'U': padded(b, (t->yearday + 7 - t->weekday) / 7, 2, '0'); return true;
    case 'W': padded(b, (t->yearday + 7 - (t->weekday + 6) % 7) / 7, 2, '0'); return true;
    case 'V': padded(b, iso_week(t, &year), 2, '0'); return true;
    case 'G': iso_week(t, &year); padded(b, year, 1, '0'); return true;
    case 's':
        seconds = day_number(t->year, t->month, t->day) * 86400;
        padded(b, seconds + t->hour * 3600 + t->minute * 60 + (int64_t)t->second, 1, '0');
        return true;
    default: return false;
    }
}

static void write_time(Buf *b, const char *fmt, const Time *t)
{
    for (; *fmt; fmt++) {
        if (*fmt != '%' || !fmt[1]) {
            buf_ch(b, *fmt);
            continue;
        }
        int c = *++fmt;
        if (!write_name(b, c, t) && !write_figure(b, c, t) && !write_combined(b, c, t)) {
            buf_ch(b, '%');
            buf_ch(b, c);
        }
    }
}

static const char *combined(int c)
{
    switch (c) {
    case 'F': return "%Y-%m-%d";
    case 'T': return "%H:%M:%S";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'R': return "%H:%M";
    case 'X': return "%H:%M:%S";
    case 'r': return "%I:%M:%S %p";
    case 'c': return "%a %b %e %H:%M:%S %Y";
    default: return NULL;
    }
}

static bool write_combined(Buf *b, int c, const Time *t)
{
    const char *fmt = combined(c);
    if (fmt)
        write_time(b, fmt, t);
    return fmt != NULL;
}

static int formatted(Value in, Value format, const char *name, Value *r)
{
    double seconds = in.num;
    Time t;
    Buf b = {0};
    if (in.kind == V_ARR ? from_parts(in, name, &seconds) : want_number(in, name))
        return FAIL;
    if (format.kind != V_STR)
        return fail_text("%s requires a string format", name);
    break_down(seconds, &t);
    write_time(&b, format.str->s, &t);
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

static bool read_word(const char **p, const char *const *words, int n, int64_t *v)
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
    case 'a': return read_word(p, days, 7, &unused);
    case 'B':
    case 'b':
    case 'h': return read_word(p, months, 12, &g->part[1]);
    case 'z':
    case 'Z': return read_zone(p, &g->zone) || (!strncmp(*p, "UTC", 3) && (*p += 3));
    case 'p':
        g->afternoon = to_lower(**p) == 'p' ? 1 : 0;
        return **p && to_lower((*p)[1]) == 'm' && (*p += 2);
    default: return combined(c) && read_time(p, combined(c), g);
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
    Time t;
    if (in.kind != V_STR || args[0].kind != V_STR)
        return fail_text("strptime/1 requires string inputs and arguments");
    const char *p = in.str->s;
    if (!read_time(&p, args[0].str->s, &g) || *p)
        return fail_text("date \"%s\" does not match format \"%s\"", in.str->s, args[0].str->s);
    if (g.afternoon >= 0)
        g.part[3] = g.part[3] % 12 + 12 * g.afternoon;
    if (g.epoch != INT64_MIN)
        return gmtime(v_num((double)g.epoch), NULL, r);
    int64_t n = day_number(g.part[0], (int)g.part[1] % 12, g.part[2] ? (int)g.part[2] : 1);
    if (g.yearday >= 0)
        n = day_number(g.part[0], 0, 1) + g.yearday - 1;
    break_down((double)n * 86400, &t);
    double parts[] = {(double)g.part[0], (double)g.part[1], (double)g.part[2],
                      (double)g.part[3], (double)g.part[4], (double)g.part[5],
                      t.weekday,         t.yearday};
    if (g.yearday >= 0) {
        parts[1] = t.month;
        parts[2] = t.day;
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
