#ifndef ESCAROLE_SED_H
#define ESCAROLE_SED_H

#include "../lib/re.h"
#include "wbox.h"

enum { ADDR_NONE, ADDR_LINE, ADDR_LAST, ADDR_RE, ADDR_STEP, ADDR_PLUS, ADDR_MULT };

typedef struct {
    int kind;
    uint64_t n, step;
    Re *re; /* NULL with ADDR_RE: the last one used */
} SedAddr;

/* A part of a replacement: text, then a group (-1 none), then case change. */
typedef struct {
    char *text;
    size_t n;
    int group;
    char letter_case; /* U L u l E or 0, before the text */
} SedPart;

typedef struct {
    SedAddr a, b;
    bool negate, active, done; /* active: inside the range */
    uint64_t until;
    char name;
    int jump;   /* of b t T { : index of the next command */
    char *text; /* of a i c, labels, file names */
    size_t text_n;
    Re *re;
    SedPart *parts;
    size_t part_n;
    bool global, print, write;
    uint64_t nth;
    int status;
    const uchar *map; /* of y */
    int out; /* of w */
} SedCmd;

typedef struct {
    SedCmd *cmd;
    size_t n;
    bool quiet, extended, separate, zero, first_quiet;
} Sed;

typedef struct {
    char *p;
    size_t n, cap;
} SedBuf;

extern Sed sed;
extern SedBuf pat;           /* the pattern space */
extern bool sed_ended;       /* the line read last had its newline */
extern bool sed_substituted; /* for t and T */
extern Re *sed_last_re;      /* what an empty expression stands for */
extern bool sed_missing_newline; /* the last output line lacks its newline */
extern int sed_delim;        /* what ends lines */
void sed_add(SedBuf *b, const char *p, size_t n);
void sed_put_line(const char *p, size_t n, bool newline);
void sed_put_text(const char *p, size_t n); /* with a newline before it if one is missing */
void sed_substitute(SedCmd *c);
void sed_list(int width);
/* Creates a file to write to, the same one for the same name; writes a line to it. */
int sed_output(const char *name);
void sed_write(int output, const char *p, size_t n);
void sed_compile(const char *s, size_t n);
void sed_finish(void);
int sed_run(char **files, int n, bool in_place, const char *suffix);

#endif
