/* curl, a small part of it, and http: both over the one host function. */
#ifndef ESCAROLE_CURL_H
#define ESCAROLE_CURL_H

#include "../include/escarole_http.h"
#include "../lib/base.h"

/* The names of the program besides its own. */
#define APPLETS(A) A(http)

typedef struct {
    char *p;
    size_t n, cap;
} Bytes;

/* What the command line asks for. */
typedef struct {
    const char *method; /* NULL until it is known */
    char *url;
    const char *user, *output, *format;
    Bytes data;
    const char **headers; /* name, value, ... */
    uint32_t header_count;
    bool has_data, get, head, heads, follow, silent, show, fail, typed;
    bool retry_refused, retry_all, cache;
    uint32_t redirects, timeout_ms;
    uint64_t retries, retry_delay;
} Request;

void bytes_add(Bytes *b, const void *p, size_t n);
/* Adds "NAME: VALUE" as curl takes it; "NAME:" alone leaves a header out. */
void add_header(Request *r, const char *line);
void add_data(Request *r, const char *text, int how);
/* Reads curl's options. */
void read_options(Request *r, int argc, char **argv);
/* Makes the request, writes what it brings, and returns curl's exit code. */
int transfer(Request *r);

#endif
