/* wdata: commands for structured data. Applets have NAME_main and NAME_help. */
#ifndef ESCAROLE_WDATA_H
#define ESCAROLE_WDATA_H

#include "../lib/base.h"

#define APPLETS(A) \
    A(csv)

#define DECLARE(name) \
    int name##_main(int argc, char **argv); \
    extern const char name##_help[];
APPLETS(DECLARE)
#undef DECLARE

typedef struct {
    char *p;
    size_t n;
} Field;

typedef struct {
    Field *fields;
    size_t n, cap;
    char *text; /* what the fields point into */
    size_t used, room;
    uint64_t line; /* where it begins */
} Row;

typedef struct {
    In in;
    const char *name;
    int delim;
    bool escapes; /* TSV: backslashes instead of quotes */
    bool ragged;
    uint64_t line;
    size_t width; /* fields of the first row */
    Row header;
    bool headless;
} Table;

typedef struct {
    int delim, out_delim;
    bool headless, ragged, out_escapes, from_escapes;
} CsvOptions;
extern CsvOptions csv; /* csvoptions.c; out_delim 0: as delim */

/* ---- csvread.c ---- */
/* Opens a table and reads its header; without one, columns have numbers only. */
void table_open(Table *t, const char *name, int delim);
/* Next row that is not empty; false at the end. Ends the program for a malformed one. */
bool table_row(Table *t, Row *r);
/* The field of a row, empty where a short row has none. */
Field row_field(const Row *r, size_t k);
void row_copy(Row *to, const Row *from);
_Noreturn void table_fail(const Table *t, uint64_t line, const char *why, const char *what);

/* ---- csvwrite.c ---- */
/* Writes the next field of a row, and the end of the row. */
void put_field(Field f);
void put_end(void);
void put_row(const Row *r, size_t width);

/* ---- csvtype.c ---- */
bool is_number(Field f);
/* Numbers by value and before text, text by bytes. */
int compare_typed(Field a, Field b);
int compare_text(Field a, Field b);

/* ---- csvcols.c ---- */
typedef struct {
    size_t *k;
    size_t n;
} Columns;
/* Names, numbers and ranges of numbers, with commas between. */
Columns columns_of(const Table *t, const char *list);
size_t column_of(const Table *t, const char *name);

/* ---- csvset.c: keys with what was found under each ---- */
typedef struct Keys Keys;
Keys *keys_new(void);
/* The number of a key, from 0 in order of arrival; *fresh when it is a new one. */
size_t keys_add(Keys *s, const Row *r, const Columns *c, bool *fresh);
/* SIZE_MAX when it is not known. */
size_t keys_find(const Keys *s, const Row *r, const Columns *c);

/* ---- csvjson.c ---- */
void csv_to_json(Table *t, bool typed, bool lines);
void csv_from_json(const char *file);

/* ---- csvops.c ---- */
void csv_cut(Table *t, const char *list, bool complement);
void csv_head(Table *t, uint64_t n);
void csv_filter(Table *t, char **words, size_t n, bool invert);
void csv_sort(Table *t, char **keys, size_t n, bool reverse, bool text);
void csv_uniq(Table *t, const char *list, bool count);
void csv_join(Table *a, Table *b, const char *on, bool left);
void csv_copy(Table *t);
void csv_columns(const Table *t);

#endif
