/* Times as the lists of archives show them. */
#include "wpack.h"

void out_2digits(int v)
{
    out_ch('0' + v / 10 % 10);
    out_ch('0' + v % 10);
}

void out_minute(int64_t seconds)
{
    Date d = date_of(seconds);
    out_u64((uint64_t)d.year);
    out_ch('-');
    out_2digits(d.mon);
    out_ch('-');
    out_2digits(d.day);
    out_ch(' ');
    out_2digits(d.hour);
    out_ch(':');
    out_2digits(d.min);
}
