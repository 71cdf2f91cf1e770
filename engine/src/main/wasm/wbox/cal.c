/* Calendar: civil dates in UTC, reading and printing them. */
#include "wbox.h"

void cal_from(Cal *c, int64_t epoch, int nsec)
{
    *c = (Cal){date_of(epoch), epoch, nsec};
}

/* ---- reading ---- */

typedef struct {
    int64_t y, sec; /* sec: of the day, minus the zone */
    int m, d, nsec;
    bool date, time, epoch;
    int64_t add_days, add_sec, add_months;
} When;

static bool number(const char **s, int min, int max, int64_t *v)
{
    int n = 0;
    *v = 0;
    while (n < max && is_digit((*s)[n]))
        *v = *v * 10 + ((*s)[n++] - '0');
    *s += n;
    return n >= min;
}

static bool set_date(When *w, int64_t y, int64_t m, int64_t d)
{
    static const int lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    if (m < 1 || m > 12 || d < 1 || d > lengths[m - 1] || (m == 2 && d == 29 && !leap))
        return false;
    w->y = y;
    w->m = (int)m;
    w->d = (int)d;
    w->date = true;
    return true;
}

static bool read_date(const char **s, When *w)
{
    int64_t y, m, d;
    const char *p = *s;
    if (!number(&p, 4, 9, &y))
        return false;
    if (*p == '-' || *p == '/') {
        char sep = *p++;
        if (!number(&p, 1, 2, &m) || *p++ != sep || !number(&p, 1, 2, &d))
            return false;
    } else if (p - *s == 8) {
        d = y % 100;
        m = y / 100 % 100;
        y /= 10000;
    } else {
        return false;
    }
    *s = p;
    return set_date(w, y, m, d);
}

static bool read_zone(const char **s, When *w)
{
    const char *p = *s;
    while (*p == ' ')
        p++;
    if ((*p == 'Z' || *p == 'z') && !is_alpha(p[1])) {
        *s = p + 1;
        return true;
    }
    if (!strncmp(p, "UTC", 3) || !strncmp(p, "GMT", 3)) {
        *s = p + 3;
        return true;
    }
    int64_t h, m = 0;
    if ((*p != '+' && *p != '-') || !is_digit(p[1]) || !is_digit(p[2]))
        return true;
    bool neg = *p++ == '-';
    if (!number(&p, 2, 2, &h))
        return false;
    if (*p == ':')
        p++;
    if (is_digit(*p) && !number(&p, 2, 2, &m))
        return false;
    int64_t off = h * 3600 + m * 60;
    w->sec += neg ? off : -off;
    *s = p;
    return true;
}

static bool read_time(const char **s, When *w)
{
    int64_t h, m, sec = 0;
    const char *p = *s;
    if (!number(&p, 1, 2, &h) || *p++ != ':' || !number(&p, 1, 2, &m))
        return false;
    if (*p == ':') {
        p++;
        if (!number(&p, 1, 2, &sec))
            return false;
        if (*p == '.' || *p == ',') {
            int unit = 100000000;
            for (p++; is_digit(*p); p++, unit /= 10)
                w->nsec += (*p - '0') * unit;
        }
    }
    if (h > 24 || m > 59 || sec > 60)
        return false;
    w->sec += h * 3600 + m * 60 + sec;
    w->time = true;
    *s = p;
    return read_zone(s, w);
}

static bool read_relative(const char *word, size_t n, int64_t count, When *w)
{
    static const struct {
        char name[10];
        int32_t sec;
        int32_t months;
    } units[] = {{"second", 1, 0},     {"sec", 1, 0},       {"minute", 60, 0},
                 {"min", 60, 0},       {"hour", 3600, 0},   {"day", 86400, 0},
                 {"week", 604800, 0},  {"fortnight", 1209600, 0},
                 {"month", 0, 1},      {"year", 0, 12}};
    if (n > 1 && word[n - 1] == 's')
        n--;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == n && !memcmp(units[i].name, word, n)) {
            w->add_sec += count * units[i].sec;
            w->add_months += count * units[i].months;
            return true;
        }
    return false;
}

static bool read_word(const char **s, When *w, int64_t count)
{
    char word[16];
    size_t n = 0;
    while (is_alpha(**s) && n < sizeof word - 1)
        word[n++] = (char)to_lower(*(*s)++);
    word[n] = 0;
    if (is_alpha(**s) || !n)
        return false;
    if (!strcmp(word, "now") || !strcmp(word, "today"))
        return true;
    if (!strcmp(word, "utc") || !strcmp(word, "gmt") || !strcmp(word, "z"))
        return true;
    if (!strcmp(word, "yesterday"))
        return w->add_days--, true;
    if (!strcmp(word, "tomorrow"))
        return w->add_days++, true;
    if (!strcmp(word, "ago")) {
        w->add_sec = -w->add_sec;
        w->add_months = -w->add_months;
        return true;
    }
    if (!strcmp(word, "next"))
        count = 1;
    else if (!strcmp(word, "last"))
        count = -1;
    else
        return read_relative(word, n, count, w);
    while (**s == ' ')
        ++*s;
    n = 0;
    while (is_alpha(**s) && n < sizeof word - 1)
        word[n++] = (char)to_lower(*(*s)++);
    return read_relative(word, n, count, w);
}

static bool read_item(const char **s, When *w)
{
    const char *p = *s;
    if (is_alpha(*p))
        return read_word(s, w, 1);
    if (is_digit(*p) && !w->date && read_date(s, w)) {
        if ((**s == 'T' || **s == 't') && is_digit((*s)[1])) {
            ++*s;
            return read_time(s, w);
        }
        return true;
    }
    if (is_digit(*p) && !w->time && read_time(s, w))
        return true;
    bool neg = *p == '-';
    int64_t count;
    if (*p == '+' || *p == '-')
        p++;
    while (*p == ' ')
        p++;
    if (!number(&p, 1, 12, &count))
        return false;
    while (*p == ' ')
        p++;
    *s = p;
    return read_word(s, w, neg ? -count : count);
}

static bool read_epoch(const char *s, int64_t *sec, int *nsec)
{
    bool neg = *s == '-';
    uint64_t v;
    if (neg)
        s++;
    if (!parse_u64(s, &s, &v) || v > 100000000000000u)
        return false;
    *sec = neg ? -(int64_t)v : (int64_t)v;
    *nsec = 0;
    if (*s == '.') {
        int unit = 100000000;
        for (s++; is_digit(*s); s++, unit /= 10)
            *nsec += (*s - '0') * unit;
        if (neg && *nsec) {
            --*sec;
            *nsec = 1000000000 - *nsec;
        }
    }
    return !*s;
}

/* The forms of busybox, all of the text: [YYYY.]MM.DD-hh:mm[:ss], YYYYMMDDhhmm[.ss]. */
static bool read_compact(const char *s, int64_t year, When *w)
{
    int64_t part[6] = {0};
    const char *p = s;
    if (strspn(s, "0123456789") == 12) {
        static const unsigned char widths[] = {4, 2, 2, 2, 2};
        for (int i = 0; i < 5; i++)
            number(&p, widths[i], widths[i], &part[i]);
        if (*p == '.' && (p++, !number(&p, 2, 2, &part[5])))
            return false;
        w->sec = part[3] * 3600 + part[4] * 60 + part[5];
        w->time = !*p && part[3] < 24 && part[4] < 60 && part[5] < 61;
        return w->time && set_date(w, part[0], part[1], part[2]);
    }
    int n = 0;
    while (n < 3 && number(&p, 1, 4, &part[n++]) && *p == '.')
        p++;
    if (n < 2 || *p++ != '-' || !is_digit(*p) || !read_time(&p, w) || *p)
        return false;
    return n == 3 ? set_date(w, part[0], part[1], part[2]) : set_date(w, year, part[0], part[1]);
}

bool cal_parse(const char *s, int64_t now, int64_t *sec, int *nsec)
{
    When w = {0};
    Cal c;
    while (*s == ' ')
        s++;
    if (*s == '@')
        return read_epoch(s + 1, sec, nsec);
    bool empty = !*s;
    cal_from(&c, now / 1000000000, 0);
    if (read_compact(s, c.date.year, &w))
        s += strlen(s);
    else
        w = (When){0};
    while (*s) {
        if (*s == ' ' || *s == ',') {
            s++;
            continue;
        }
        if (!read_item(&s, &w))
            return false;
    }
    if (!w.date)
        w.y = c.date.year, w.m = c.date.mon, w.d = c.date.day;
    if (!w.date && !w.time && !empty) {
        w.sec = c.date.hour * 3600 + c.date.min * 60 + c.date.sec;
        w.nsec = (int)(now % 1000000000);
    }
    int64_t months = w.y * 12 + (w.m - 1) + w.add_months;
    int64_t y = months >= 0 ? months / 12 : -((11 - months) / 12);
    *sec = (date_days(y, (int)(months - y * 12) + 1, w.d) + w.add_days) * 86400 +
           w.sec + w.add_sec;
    *nsec = w.nsec;
    return true;
}

/* ---- printing ---- */

typedef struct {
    char pad; /* 0: as the conversion wants; - none; _ blank; 0 zero */
    char letter_case; /* ^ upper, # swapped */
    int width;
} Field;

static void put_number(const Field *f, int64_t v, int width, char pad)
{
    char d[24];
    bool neg = v < 0;
    size_t n = fmt_u64(d + sizeof d, neg ? 0 - (uint64_t)v : (uint64_t)v);
    if (f->pad)
        pad = f->pad == '_' ? ' ' : f->pad;
    if (f->width)
        width = f->width;
    size_t want = pad == '-' ? 0 : (size_t)width, used = n + neg;
    if (neg && pad != ' ')
        out_ch('-');
    out_pad(pad == ' ' ? ' ' : '0', want > used ? want - used : 0);
    if (neg && pad == ' ')
        out_ch('-');
    out_mem(d + sizeof d - n, n);
}

static void put_text(const Field *f, const char *s, size_t n)
{
    size_t width = (size_t)f->width;
    out_pad(f->pad == '0' ? '0' : ' ', width > n ? width - n : 0);
    for (size_t i = 0; i < n; i++)
        out_ch(f->letter_case ? to_upper((uchar)s[i]) : s[i]);
}

static void put_nanos(const Field *f, int nsec)
{
    char d[9];
    int digits = f->width ? f->width : 9;
    for (int i = 8; i >= 0; i--) {
        d[i] = (char)('0' + nsec % 10);
        nsec /= 10;
    }
    out_mem(d, (size_t)(digits < 9 ? digits : 9));
}

static bool put_named(const Cal *c, const Field *f, char conv)
{
    const char *day = date_weekdays[c->date.wday], *month = date_months[c->date.mon - 1];
    switch (conv) {
    case 'a': put_text(f, day, 3); break;
    case 'A': put_text(f, day, strlen(day)); break;
    case 'b': case 'h': put_text(f, month, 3); break;
    case 'B': put_text(f, month, strlen(month)); break;
    case 'p':
        if (f->letter_case == '#')
            out_str(c->date.hour < 12 ? "am" : "pm");
        else
            put_text(f, c->date.hour < 12 ? "AM" : "PM", 2);
        break;
    case 'P': out_str(c->date.hour < 12 ? "am" : "pm"); break;
    case 'Z': put_text(f, "UTC", 3); break;
    case 'n': out_ch('\n'); break;
    case 't': out_ch('\t'); break;
    case '%': out_ch('%'); break;
    case 'c': cal_print(c, "%a %b %e %H:%M:%S %Y"); break;
    case 'D': case 'x': cal_print(c, "%m/%d/%y"); break;
    case 'F': cal_print(c, "%Y-%m-%d"); break;
    case 'r': cal_print(c, "%I:%M:%S %p"); break;
    case 'R': cal_print(c, "%H:%M"); break;
    case 'T': case 'X': cal_print(c, "%H:%M:%S"); break;
    default: return false;
    }
    return true;
}

static bool put_counted(const Cal *c, const Field *f, char conv)
{
    int64_t iso_year;
    int hour12 = c->date.hour % 12 ? c->date.hour % 12 : 12;
    switch (conv) {
    case 'Y': put_number(f, c->date.year, c->date.year > 9999 ? 1 : 4, '0'); break;
    case 'C': put_number(f, c->date.year / 100, 2, '0'); break;
    case 'y': put_number(f, (c->date.year % 100 + 100) % 100, 2, '0'); break;
    case 'm': put_number(f, c->date.mon, 2, '0'); break;
    case 'd': put_number(f, c->date.day, 2, '0'); break;
    case 'e': put_number(f, c->date.day, 2, ' '); break;
    case 'H': put_number(f, c->date.hour, 2, '0'); break;
    case 'k': put_number(f, c->date.hour, 2, ' '); break;
    case 'I': put_number(f, hour12, 2, '0'); break;
    case 'l': put_number(f, hour12, 2, ' '); break;
    case 'M': put_number(f, c->date.min, 2, '0'); break;
    case 'S': put_number(f, c->date.sec, 2, '0'); break;
    case 'N': put_nanos(f, c->nsec); break;
    case 's': put_number(f, c->epoch, 1, '0'); break;
    case 'j': put_number(f, c->date.yday + 1, 3, '0'); break;
    case 'u': put_number(f, c->date.wday ? c->date.wday : 7, 1, '0'); break;
    case 'w': put_number(f, c->date.wday, 1, '0'); break;
    case 'q': put_number(f, (c->date.mon + 2) / 3, 1, '0'); break;
    case 'U': put_number(f, (c->date.yday + 7 - c->date.wday) / 7, 2, '0'); break;
    case 'W': put_number(f, (c->date.yday + 7 - (c->date.wday + 6) % 7) / 7, 2, '0'); break;
    case 'V': put_number(f, date_week(&c->date, &iso_year), 2, '0'); break;
    case 'G': date_week(&c->date, &iso_year); put_number(f, iso_year, 4, '0'); break;
    case 'g':
        date_week(&c->date, &iso_year);
        put_number(f, (iso_year % 100 + 100) % 100, 2, '0');
        break;
    default: return false;
    }
    return true;
}

/* Colons of %:z and %::z were counted. */
static void put_zone(int colons)
{
    out_str(colons == 1 ? "+00:00" : colons == 2 ? "+00:00:00"
                                   : colons == 3 ? "+00" : "+0000");
}

void cal_print(const Cal *c, const char *fmt)
{
    while (*fmt) {
        if (*fmt != '%' || !fmt[1]) {
            out_ch(*fmt++);
            continue;
        }
        const char *start = fmt++;
        Field f = {0, 0, 0};
        for (; *fmt && strchr("-_0^#+", *fmt); fmt++) {
            if (*fmt == '^' || *fmt == '#')
                f.letter_case = *fmt;
            else
                f.pad = *fmt == '+' ? 0 : *fmt;
        }
        for (; is_digit(*fmt); fmt++)
            if (f.width < 1000)
                f.width = f.width * 10 + (*fmt - '0');
        int colons = 0;
        while (*fmt == ':')
            colons++, fmt++;
        if (*fmt == 'E' || *fmt == 'O')
            fmt++;
        if (*fmt == 'z')
            put_zone(colons);
        else if (!put_named(c, &f, *fmt) && !put_counted(c, &f, *fmt))
            out_mem(start, (size_t)(fmt - start) + (*fmt != 0));
        if (*fmt)
            fmt++;
    }
}
