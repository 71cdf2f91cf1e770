/* Dates and times in UTC. */
#ifndef ESCAROLE_LIB_DATE_H
#define ESCAROLE_LIB_DATE_H

#include "base.h"

typedef struct {
    int64_t year;
    int mon, day, hour, min, sec; /* mon and day from 1 */
    int wday, yday;               /* Sunday 0; 1 January 0 */
} Date;

extern const char date_months[12][10], date_weekdays[7][10];

/* Days from 1970-01-01 to a day of a month from 1 to 12; the day may be any number. */
int64_t date_days(int64_t year, int mon, int64_t day);
/* Seconds since 1970. */
int64_t date_seconds(const Date *d);
Date date_of(int64_t seconds);
/* The week of the year by ISO 8601, and the year that it belongs to. */
int date_week(const Date *d, int64_t *year);
/* What a conversion such as %F stands for; NULL where it is a plain one. */
const char *date_combined(int conv);
/* As strftime. */
void date_format(const Date *d, const char *p, const char *end,
                 void (*put)(void *to, const char *p, size_t n), void *to);

#endif
