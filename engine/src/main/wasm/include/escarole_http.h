/* How a program makes HTTP requests in Escarole. A program that includes this
 * imports escarole.http. Needs nothing but memcpy, strlen, malloc, realloc and free.
 *
 *   escarole_http_request request = {.method = "GET", .url = "https://api.example.com/v1"};
 *   escarole_http_response response;
 *   int error = escarole_http(&request, &response);
 *   if (!error && !response.error && response.status == 200)
 *       use(response.body, response.body_length);
 *   escarole_http_free(&response);
 *
 * A request needs the permission of the operator's policy and of the recipe (or the
 * option --http). Without it the program is stopped at once, with the outcome
 * http_denied: there is no error to look at. A secret is written ((secret:NAME)), in
 * header values, path, query and user; the host puts its value in. */
#ifndef ESCAROLE_HTTP_H
#define ESCAROLE_HTTP_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The request, all numbers little-endian and 32 bits wide, without a gap; each text
 * and the body stand behind their length:
 *   redirects timeout_ms flags method url user count (name value)* body
 * An empty request reads on in the last response, which is:
 *   error status redirects url heads body
 * Returns how many bytes of the response were written, 0 at its end, or an error
 * below; then nothing was sent. */
#ifdef __wasm__
__attribute__((import_module("escarole"), import_name("http")))
#endif
int32_t escarole_host_http(const void *request, uint32_t request_length,
                           void *response, uint32_t response_capacity);

/* Errors of the call: those of escarole_exec.h, and: */
#define ESCAROLE_HTTP_NO_MEMORY (-100)
#define ESCAROLE_HTTP_BAD_RESPONSE (-101)

/* Keep the response, and ask next time only whether it has changed. */
#define ESCAROLE_HTTP_CACHE 1

/* Why there is no response: the exit codes of curl. */
#define ESCAROLE_HTTP_BAD_URL 3
#define ESCAROLE_HTTP_UNKNOWN_HOST 6
#define ESCAROLE_HTTP_NOT_CONNECTED 7
#define ESCAROLE_HTTP_CUT_SHORT 18
#define ESCAROLE_HTTP_TIMED_OUT 28
#define ESCAROLE_HTTP_NOT_SECURE 35
#define ESCAROLE_HTTP_BAD_REQUEST 43
#define ESCAROLE_HTTP_TOO_MANY_REDIRECTS 47
#define ESCAROLE_HTTP_NO_RESPONSE 52
#define ESCAROLE_HTTP_BROKEN 56
#define ESCAROLE_HTTP_BAD_ENCODING 61
#define ESCAROLE_HTTP_TOO_LARGE 63

typedef struct {
    uint32_t redirects;        /* how many to follow, at most 50 */
    uint32_t timeout_ms;       /* 0 for the host's limit, which is 30 s */
    uint32_t flags;            /* 0, or ESCAROLE_HTTP_CACHE */
    const char *method, *url;
    const char *user;          /* user:password, or NULL */
    uint32_t header_count;
    const char *const *headers; /* name, value, name, value, ... */
    const void *body;
    uint32_t body_length;
} escarole_http_request;

typedef struct {
    uint32_t error;     /* 0, or one of the reasons above: then the body is a message */
    uint32_t status;    /* of the last response */
    uint32_t redirects; /* how many were followed */
    const char *url;    /* of the last request */
    uint32_t url_length;
    const char *heads;  /* of all responses, each ends with an empty line */
    uint32_t heads_length;
    const char *body;   /* decompressed */
    uint32_t body_length;
    void *memory;
} escarole_http_response;

static inline unsigned char *escarole_http_put(unsigned char *at, const void *bytes,
                                               uint32_t length) {
    memcpy(at, &length, sizeof length);
    if (length)
        memcpy(at + sizeof length, bytes, length);
    return at + sizeof length + length;
}

static inline unsigned char *escarole_http_text(unsigned char *at, const char *text) {
    return escarole_http_put(at, text, text ? (uint32_t)strlen(text) : 0);
}

/* Reads the whole response of a request into memory of its own. */
static inline int escarole_http_read(const void *request, uint32_t length,
                                     unsigned char **memory, uint32_t *total) {
    uint32_t capacity = 16384, size = 0;
    unsigned char *all = malloc(capacity);
    int32_t read = all ? escarole_host_http(request, length, all, capacity)
                       : ESCAROLE_HTTP_NO_MEMORY;
    while (read > 0) {
        size += (uint32_t)read;
        if (size == capacity) {
            unsigned char *more = capacity < 1u << 30 ? realloc(all, capacity * 2) : NULL;
            if (!more) {
                read = ESCAROLE_HTTP_NO_MEMORY;
                break;
            }
            all = more;
            capacity *= 2;
        }
        read = escarole_host_http(NULL, 0, all + size, capacity - size);
    }
    *memory = all;
    *total = size;
    return read;
}

static inline void escarole_http_free(escarole_http_response *response) {
    free(response->memory);
    response->memory = NULL;
}

/* Takes a number, and a text of that length if `text` is given; 0 if they are not there. */
static inline int escarole_http_take(const unsigned char **at, const unsigned char *end,
                                     uint32_t *number, const char **text) {
    if (end - *at < 4)
        return 0;
    memcpy(number, *at, 4);
    *at += 4;
    if (!text)
        return 1;
    if ((uint32_t)(end - *at) < *number)
        return 0;
    *text = (const char *)*at;
    *at += *number;
    return 1;
}

/* Makes a request and waits for the response. Returns 0, or an error below 0. */
static inline int escarole_http(const escarole_http_request *request,
                                escarole_http_response *response) {
    memset(response, 0, sizeof *response);
    uint64_t size = 32 + (uint64_t)strlen(request->method) + strlen(request->url) +
                    (request->user ? strlen(request->user) : 0) + request->body_length;
    for (uint32_t i = 0; i < 2 * request->header_count; i++)
        size += 4 + (uint64_t)strlen(request->headers[i]);
    unsigned char *bytes = size <= UINT32_MAX ? malloc((size_t)size) : NULL;
    if (!bytes)
        return ESCAROLE_HTTP_NO_MEMORY;
    unsigned char *end = bytes;
    memcpy(end, &request->redirects, 4);
    memcpy(end + 4, &request->timeout_ms, 4);
    memcpy(end + 8, &request->flags, 4);
    end = escarole_http_text(end + 12, request->method);
    end = escarole_http_text(end, request->url);
    end = escarole_http_text(end, request->user);
    memcpy(end, &request->header_count, 4);
    end += 4;
    for (uint32_t i = 0; i < 2 * request->header_count; i++)
        end = escarole_http_text(end, request->headers[i]);
    escarole_http_put(end, request->body, request->body_length);
    unsigned char *memory;
    uint32_t total;
    int error = escarole_http_read(bytes, (uint32_t)size, &memory, &total);
    free(bytes);
    response->memory = memory;
    if (error)
        return error;
    const unsigned char *at = memory, *stop = memory + total;
    int whole = escarole_http_take(&at, stop, &response->error, NULL) &&
                escarole_http_take(&at, stop, &response->status, NULL) &&
                escarole_http_take(&at, stop, &response->redirects, NULL) &&
                escarole_http_take(&at, stop, &response->url_length, &response->url) &&
                escarole_http_take(&at, stop, &response->heads_length, &response->heads) &&
                escarole_http_take(&at, stop, &response->body_length, &response->body);
    return whole ? 0 : ESCAROLE_HTTP_BAD_RESPONSE;
}

#endif
