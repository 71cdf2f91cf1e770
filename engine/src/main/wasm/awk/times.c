/* systime, mktime and strftime; the time zone is UTC. */
#include "../lib/date.h"
#include "awk.h"

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
    int64_t day = date_days(year, (int)month + 1, (int64_t)part[2]);
    *r = value_num((double)(day * 86400) + whole(part[3]) * 3600 + whole(part[4]) * 60 + whole(part[5]));
}

static void put(void *to, const char *p, size_t n)
{
    Str **s = to;
    *s = str_grow(*s, (*s)->len + n);
    memcpy((*s)->b + (*s)->len, p, n);
    (*s)->len += (uint32_t)n;
}

/* strftime([format [, seconds [, utc]]]) */
void fn_strftime(Node *n, Value *r)
{
    static const char usual[] = "%a %b %e %H:%M:%S UTC %Y";
    Text t = {.p = usual, .n = sizeof usual - 1};
    if (n->a) {
        eval_text(n->a, &t);
        text_hold(&t);
    }
    double seconds = n->a && n->a->next ? eval_num(n->a->next) : (double)sys_now() / 1e9;
    if (!(seconds > -1e14 && seconds < 1e14))
        fatal("strftime is given a time that is out of range", "");
    Date date = date_of((int64_t)__builtin_floor(seconds));
    Str *s = str_alloc(t.n + 32);
    s->len = 0;
    date_format(&date, t.p, t.p + t.n, put, &s);
    s->b[s->len] = 0;
    text_end(&t);
    *r = value_str(s);
}
