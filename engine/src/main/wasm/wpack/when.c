/* Dates in UTC, by Howard Hinnant's days_from_civil and its inverse. */
#include "wpack.h"

const char when_months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

When when_of(int64_t t)
{
    int64_t days = t / 86400, rest = t % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t doe = days - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    int mon = (int)(mp < 10 ? mp + 3 : mp - 9);
    return (When){yoe + era * 400 + (mon <= 2), mon, (int)(doy - (153 * mp + 2) / 5 + 1),
                  (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60)};
}

int64_t when_seconds(const When *w)
{
    int64_t y = w->year - (w->mon <= 2), era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400, mp = w->mon > 2 ? w->mon - 3 : w->mon + 9;
    int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + (153 * mp + 2) / 5 + w->day - 1;
    return (era * 146097 + doe - 719468) * 86400 + w->hour * 3600 + w->min * 60 + w->sec;
}

void out_2digits(int v)
{
    out_ch('0' + v / 10 % 10);
    out_ch('0' + v % 10);
}
