/* systime, mktime and strftime; the time zone is UTC. */
#include "awk.h"

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

typedef struct {
    int64_t seconds, year;
    int month, day, hour, minute, second, weekday, yearday; /* month and days from 0 */
} Time;

/* Days since 1970 of a date, by eras of 400 years that start in March. */
static int64_t day_number(int64_t year, int month, int64_t day)
{
    year -= month < 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t d = (153 * (month + (month > 1 ? -2 : 10)) + 2) / 5 + day;
    return era * 146097 + y * 365 + y / 4 - y / 100 + d - 719468;
}

static void break_down(int64_t seconds, Time *t)
{
    int64_t n = seconds / 86400 - (seconds % 86400 < 0), rest = seconds - n * 86400;
    t->seconds = seconds;
    t->hour = (int)(rest / 3600);
    t->minute = (int)(rest / 60 % 60);
    t->second = (int)(rest % 60);
    t->weekday = (int)(((n + 4) % 7 + 7) % 7);
    int64_t z = n + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    t->day = (int)(doy - (153 * mp + 2) / 5);
    t->month = (int)(mp < 10 ? mp + 2 : mp - 10);
    t->year = yoe + era * 400 + (t->month < 2);
    t->yearday = (int)(n - day_number(t->year, 0, 0));
}

void fn_systime(Node *n, Value *r)
{
    (void)n;
    *r = value_num(whole((double)sys_now() / 1e9));
}

/* "YEAR MONTH DAY HOUR MINUTE SECOND" */
void fn_mktime(Node *n, Value *r)
{
    Text t;
    double part[6];
    eval_text(n->a, &t);
    const char *p = t.p, *end = p + t.n, *stop;
    int count = 0;
    while (count < 6) {
        part[count] = num_read(p, end, &stop);
        if (stop == p || !(part[count] > -1e9 && part[count] < 1e9))
            break;
        count++;
        p = stop;
    }
    text_end(&t);
    if (count < 6) {
        *r = value_num(-1);
        return;
    }
    int64_t month = (int64_t)part[1] - 1, year = (int64_t)part[0] + month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    int64_t day = day_number(year, (int)month, 0) + (int64_t)part[2] - 1;
    *r = value_num((double)(day * 86400) + whole(part[3]) * 3600 + whole(part[4]) * 60 + whole(part[5]));
}

/* ---- strftime ---- */

static void put(Str **s, const char *p, size_t n)
{
    *s = str_grow(*s, (*s)->len + n);
    memcpy((*s)->b + (*s)->len, p, n);
    (*s)->len += (uint32_t)n;
}

static void put_text(Str **s, const char *p)
{
    put(s, p, strlen(p));
}

static void put_num(Str **s, int64_t v, size_t width, int pad)
{
    char d[32], *end = d + sizeof d;
    if (v < 0) {
        put(s, "-", 1);
        v = -v;
    }
    size_t n = fmt_u64(end, (uint64_t)v);
    while (n < width)
        end[-(ptrdiff_t)++n] = (char)pad;
    put(s, end - n, n);
}

/* The week of the year by ISO 8601, and the year that it belongs to. */
static int iso_week(const Time *t, int64_t *year)
{
    int weekday = (t->weekday + 6) % 7, week = (t->yearday - weekday + 10) / 7;
    *year = t->year;
    if (week < 1) {
        Time before;
        break_down(day_number(t->year - 1, 11, 30) * 86400, &before);
        return iso_week(&before, year);
    }
    Time last;
    break_down(day_number(t->year, 11, 30) * 86400, &last);
    if (week == 53 && (last.weekday + 6) % 7 < 3) {
        ++*year;
        return 1;
    }
    return week;
}

static bool put_date_number(Str **s, int c, const Time *t)
{
    int64_t year;
    int week = iso_week(t, &year);
    switch (c) {
    case 'C': put_num(s, t->year / 100, 2, '0'); return true;
    case 'd': put_num(s, t->day + 1, 2, '0'); return true;
    case 'e': put_num(s, t->day + 1, 2, ' '); return true;
    case 'G': put_num(s, year, 4, '0'); return true;
    case 'g': put_num(s, year % 100, 2, '0'); return true;
    case 'j': put_num(s, t->yearday + 1, 3, '0'); return true;
    case 'm': put_num(s, t->month + 1, 2, '0'); return true;
    case 'U': put_num(s, (t->yearday + 7 - t->weekday) / 7, 2, '0'); return true;
    case 'u': put_num(s, t->weekday ? t->weekday : 7, 1, '0'); return true;
    case 'V': put_num(s, week, 2, '0'); return true;
    case 'W': put_num(s, (t->yearday + 7 - (t->weekday + 6) % 7) / 7, 2, '0'); return true;
    case 'w': put_num(s, t->weekday, 1, '0'); return true;
    case 'Y': put_num(s, t->year, 1, '0'); return true;
    case 'y': put_num(s, t->year % 100, 2, '0'); return true;
    default: return false;
    }
}

static bool put_time_number(Str **s, int c, const Time *t)
{
    int hour = t->hour % 12 ? t->hour % 12 : 12;
    switch (c) {
    case 'H': put_num(s, t->hour, 2, '0'); return true;
    case 'I': put_num(s, hour, 2, '0'); return true;
    case 'k': put_num(s, t->hour, 2, ' '); return true;
    case 'l': put_num(s, hour, 2, ' '); return true;
    case 'M': put_num(s, t->minute, 2, '0'); return true;
    case 'S': put_num(s, t->second, 2, '0'); return true;
    case 's': put_num(s, t->seconds, 1, '0'); return true;
    default: return false;
    }
}

static bool put_word(Str **s, int c, const Time *t)
{
    switch (c) {
    case 'A': put_text(s, days[t->weekday]); return true;
    case 'a': put(s, days[t->weekday], 3); return true;
    case 'B': put_text(s, months[t->month]); return true;
    case 'b':
    case 'h': put(s, months[t->month], 3); return true;
    case 'p': put_text(s, t->hour < 12 ? "AM" : "PM"); return true;
    case 'Z': put_text(s, "UTC"); return true;
    case 'z': put_text(s, "+0000"); return true;
    case 'n': put_text(s, "\n"); return true;
    case 't': put_text(s, "\t"); return true;
    case '%': put_text(s, "%"); return true;
    default: return false;
    }
}

/* What a combined conversion stands for, or NULL. */
static const char *combined(int c)
{
    switch (c) {
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

static void put_time(Str **s, const char *p, const char *end, const Time *t)
{
    while (p < end) {
        const char *stop = find_byte(p, end, '%');
        put(s, p, (size_t)(stop - p));
        p = stop;
        if (end - p < 2) {
            put(s, p, (size_t)(end - p));
            return;
        }
        const char *more = combined(p[1]);
        if (more)
            put_time(s, more, more + strlen(more), t);
        else if (!put_date_number(s, p[1], t) && !put_time_number(s, p[1], t) && !put_word(s, p[1], t))
            put(s, p, 2);
        p += 2;
    }
}

/* strftime([format [, seconds [, utc]]]) */
void fn_strftime(Node *n, Value *r)
{
    static const char usual[] = "%a %b %e %H:%M:%S UTC %Y";
    Text t = {.p = usual, .n = sizeof usual - 1};
    Time time;
    if (n->a) {
        eval_text(n->a, &t);
        text_hold(&t);
    }
    double seconds = n->a && n->a->next ? eval_num(n->a->next) : (double)sys_now() / 1e9;
    if (!(seconds > -1e14 && seconds < 1e14))
        fatal("strftime is given a time that is out of range", "");
    break_down((int64_t)__builtin_floor(seconds), &time);
    Str *s = str_alloc(t.n + 32);
    s->len = 0;
    put_time(&s, t.p, t.p + t.n, &time);
    s->b[s->len] = 0;
    text_end(&t);
    *r = value_str(s);
}
