/* Dates in UTC: by eras of 400 years that start in March. */
#include "date.h"

const char date_weekdays[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
const char date_months[12][10] = {"January",   "February", "March",    "April",
                                  "May",       "June",     "July",     "August",
                                  "September", "October",  "November", "December"};

int64_t date_days(int64_t year, int mon, int64_t day)
{
    year -= mon <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t d = (153 * (mon + (mon > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + y * 365 + y / 4 - y / 100 + d - 719468;
}

int64_t date_seconds(const Date *d)
{
    return date_days(d->year, d->mon, d->day) * 86400 + d->hour * 3600 + d->min * 60 + d->sec;
}

Date date_of(int64_t seconds)
{
    Date d;
    int64_t n = seconds / 86400 - (seconds % 86400 < 0), rest = seconds - n * 86400;
    d.hour = (int)(rest / 3600);
    d.min = (int)(rest / 60 % 60);
    d.sec = (int)(rest % 60);
    d.wday = (int)(((n + 4) % 7 + 7) % 7);
    int64_t z = n + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    d.day = (int)(doy - (153 * mp + 2) / 5 + 1);
    d.mon = (int)(mp < 10 ? mp + 3 : mp - 9);
    d.year = yoe + era * 400 + (d.mon <= 2);
    d.yday = (int)(n - date_days(d.year, 1, 1));
    return d;
}

int date_week(const Date *d, int64_t *year)
{
    int weekday = (d->wday + 6) % 7, week = (d->yday - weekday + 10) / 7;
    *year = d->year;
    if (week < 1) {
        Date before = date_of(date_days(d->year - 1, 12, 31) * 86400);
        return date_week(&before, year);
    }
    Date last = date_of(date_days(d->year, 12, 31) * 86400);
    if (week == 53 && (last.wday + 6) % 7 < 3) {
        ++*year;
        return 1;
    }
    return week;
}

/* ---- strftime ---- */

typedef struct {
    void (*put)(void *to, const char *p, size_t n);
    void *to;
} Sink;

static void put_text(const Sink *s, const char *p)
{
    s->put(s->to, p, strlen(p));
}

static void put_num(const Sink *s, int64_t v, size_t width, int pad)
{
    char d[32], *end = d + sizeof d;
    if (v < 0) {
        s->put(s->to, "-", 1);
        v = -v;
    }
    size_t n = fmt_u64(end, (uint64_t)v);
    while (n < width)
        end[-(ptrdiff_t)++n] = (char)pad;
    s->put(s->to, end - n, n);
}

static bool put_date_number(const Sink *s, int c, const Date *d)
{
    int64_t year;
    switch (c) {
    case 'C': put_num(s, d->year / 100, 2, '0'); return true;
    case 'd': put_num(s, d->day, 2, '0'); return true;
    case 'e': put_num(s, d->day, 2, ' '); return true;
    case 'G': date_week(d, &year); put_num(s, year, 1, '0'); return true;
    case 'g': date_week(d, &year); put_num(s, year % 100, 2, '0'); return true;
    case 'j': put_num(s, d->yday + 1, 3, '0'); return true;
    case 'm': put_num(s, d->mon, 2, '0'); return true;
    case 'U': put_num(s, (d->yday + 7 - d->wday) / 7, 2, '0'); return true;
    case 'u': put_num(s, d->wday ? d->wday : 7, 1, '0'); return true;
    case 'V': put_num(s, date_week(d, &year), 2, '0'); return true;
    case 'W': put_num(s, (d->yday + 7 - (d->wday + 6) % 7) / 7, 2, '0'); return true;
    case 'w': put_num(s, d->wday, 1, '0'); return true;
    case 'Y': put_num(s, d->year, 1, '0'); return true;
    case 'y': put_num(s, d->year % 100, 2, '0'); return true;
    default: return false;
    }
}

static bool put_time_number(const Sink *s, int c, const Date *d)
{
    int hour = d->hour % 12 ? d->hour % 12 : 12;
    switch (c) {
    case 'H': put_num(s, d->hour, 2, '0'); return true;
    case 'I': put_num(s, hour, 2, '0'); return true;
    case 'k': put_num(s, d->hour, 2, ' '); return true;
    case 'l': put_num(s, hour, 2, ' '); return true;
    case 'M': put_num(s, d->min, 2, '0'); return true;
    case 'S': put_num(s, d->sec, 2, '0'); return true;
    case 's': put_num(s, date_seconds(d), 1, '0'); return true;
    default: return false;
    }
}

static bool put_word(const Sink *s, int c, const Date *d)
{
    switch (c) {
    case 'A': put_text(s, date_weekdays[d->wday]); return true;
    case 'a': s->put(s->to, date_weekdays[d->wday], 3); return true;
    case 'B': put_text(s, date_months[d->mon - 1]); return true;
    case 'b':
    case 'h': s->put(s->to, date_months[d->mon - 1], 3); return true;
    case 'p': put_text(s, d->hour < 12 ? "AM" : "PM"); return true;
    case 'Z': put_text(s, "UTC"); return true;
    case 'z': put_text(s, "+0000"); return true;
    case 'n': put_text(s, "\n"); return true;
    case 't': put_text(s, "\t"); return true;
    case '%': put_text(s, "%"); return true;
    default: return false;
    }
}

const char *date_combined(int conv)
{
    switch (conv) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

void date_format(const Date *d, const char *p, const char *end,
                 void (*put)(void *to, const char *p, size_t n), void *to)
{
    Sink s = {put, to};
    while (p < end) {
        const char *stop = find_byte(p, end, '%');
        put(to, p, (size_t)(stop - p));
        p = stop;
        if (end - p < 2) {
            put(to, p, (size_t)(end - p));
            return;
        }
        const char *more = date_combined(p[1]);
        if (more)
            date_format(d, more, more + strlen(more), put, to);
        else if (!put_date_number(&s, p[1], d) && !put_time_number(&s, p[1], d) &&
                 !put_word(&s, p[1], d))
            put(to, p, 2);
        p += 2;
    }
}
