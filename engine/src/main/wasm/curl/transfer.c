/* curl: the request, its repetition, and the output. */
#include "curl.h"

enum { HTTP_ERROR = 22, WRITE_ERROR = 23, TIMED_OUT = 28, REFUSED = 7, LONGEST_WAIT = 600 };

#ifndef __wasm__
/* Native builds, which are for tests of options, reach no host. */
int32_t escarole_host_http(const void *request, uint32_t request_length, void *response,
                           uint32_t response_capacity)
{
    (void)request, (void)request_length, (void)response, (void)response_capacity;
    return -1;
}
#endif

static bool is_passing(const Request *r, const escarole_http_response *a)
{
    uint32_t s = a->status;
    if (a->error)
        return a->error == TIMED_OUT || (r->retry_refused && a->error == REFUSED) || r->retry_all;
    return s == 408 || s == 429 || s == 500 || s == 502 || s == 503 || s == 504 ||
           (r->retry_all && r->fail && s >= 400);
}

static void pause_before_retry(const Request *r, uint64_t tries)
{
    uint64_t wait = r->retry_delay;
    if (!wait)
        wait = tries < 10 ? (uint64_t)1 << tries : LONGEST_WAIT;
    sys_sleep((wait > LONGEST_WAIT ? LONGEST_WAIT : wait) * 1000000000u);
}

/* Asks until there is an answer that stays, or the retries are used up. */
static void ask(const Request *r, escarole_http_response *answer)
{
    escarole_http_request q = {0};
    q.redirects = r->follow ? r->redirects : 0;
    q.timeout_ms = r->timeout_ms;
    q.flags = r->cache ? ESCAROLE_HTTP_CACHE : 0;
    q.method = r->method;
    q.url = r->url;
    q.user = r->user;
    q.headers = r->headers;
    q.header_count = r->header_count;
    q.body = r->data.p;
    q.body_length = (uint32_t)r->data.n;
    for (uint64_t tries = 0;; tries++) {
        int error = escarole_http(&q, answer);
        if (error)
            dief(2, "(2) the host did not take the request: %d", error);
        if (tries >= r->retries || !is_passing(r, answer))
            return;
        if (!r->silent)
            warnf("attempt %u failed, another follows", tries + 1);
        escarole_http_free(answer);
        pause_before_retry(r, tries);
    }
}

static const char *header(const escarole_http_response *a, const char *name, size_t *length)
{
    size_t n = strlen(name);
    const char *found = NULL;
    for (const char *p = a->heads, *end = p + a->heads_length; p < end;) {
        const char *stop = find_byte(p, end, '\r');
        size_t same = 0;
        while (same < n && p + same < stop && to_lower(p[same]) == name[same])
            same++;
        if (same == n && p + n < stop && p[n] == ':') {
            found = p + n + 1;
            while (found < stop && *found == ' ')
                found++;
            *length = (size_t)(stop - found);
        }
        p = stop + 2;
    }
    return found;
}

static void variable(const Request *r, const escarole_http_response *a, int code,
                     const char *name, size_t n)
{
#define IS(word) (n == sizeof word - 1 && !memcmp(name, word, n))
    size_t length;
    if (IS("http_code") || IS("response_code")) {
        char digits[3] = {(char)('0' + a->status / 100 % 10), (char)('0' + a->status / 10 % 10),
                          (char)('0' + a->status % 10)};
        out_mem(digits, 3);
    } else if (IS("size_download")) {
        out_u64(a->error ? 0 : a->body_length);
    } else if (IS("num_redirects")) {
        out_u64(a->redirects);
    } else if (IS("exitcode")) {
        out_u64((uint64_t)code);
    } else if (IS("method")) {
        out_str(r->method);
    } else if (IS("url_effective")) {
        if (a->url_length)
            out_mem(a->url, a->url_length);
        else
            out_str(r->url);
    } else if (IS("content_type")) {
        const char *type = header(a, "content-type", &length);
        if (type)
            out_mem(type, length);
    } else if (IS("errormsg")) {
        if (a->error)
            out_mem(a->body, a->body_length);
    } else {
        warnf("unknown variable in -w: %s", xstrndup(name, n));
    }
#undef IS
}

static void write_format(const Request *r, const escarole_http_response *a, int code)
{
    for (const char *p = r->format; *p; p++) {
        const char *close = p[0] == '%' && p[1] == '{' ? strchr(p, '}') : NULL;
        if (close) {
            variable(r, a, code, p + 2, (size_t)(close - p - 2));
            p = close;
        } else if (p[0] == '%' && p[1] == '%') {
            out_ch('%');
            p++;
        } else if (p[0] == '\\' && p[1] && strchr("nrt\\", p[1])) {
            p++;
            out_ch(*p == 'n' ? '\n' : *p == 'r' ? '\r' : *p == 't' ? '\t' : '\\');
        } else {
            out_ch(*p);
        }
    }
}

static void complain(const Request *r, int code, const char *text)
{
    if (!r->silent || r->show)
        warnf("(%d) %s", code, text);
}

/* Returns 0, or the code of a failed write. */
static int write_body(const Request *r, const escarole_http_response *a)
{
    bool file = r->output && strcmp(r->output, "-");
    usage_status = WRITE_ERROR; /* of a write that fails */
    if (file && !strcmp(r->output, "/dev/null"))
        return 0;
    if (file) {
        int fd = sys_open(r->output, SYS_WRITE);
        if (fd < 0) {
            warnf("(%d) %s: %e", WRITE_ERROR, r->output);
            return WRITE_ERROR;
        }
        out_redirect(fd);
    }
    if (r->heads || r->head)
        out_mem(a->heads, a->heads_length);
    if (!r->head)
        out_mem(a->body, a->body_length);
    if (file) {
        out_redirect(1);
    }
    return 0;
}

int transfer(Request *r)
{
    escarole_http_response a;
    ask(r, &a);
    int code = (int)a.error;
    if (code) {
        complain(r, code, xstrndup(a.body, a.body_length));
    } else if (r->fail && a.status >= 400) {
        static const char text[] = "The requested URL returned error: ";
        char line[sizeof text + 4];
        memcpy(line, text, sizeof text - 1);
        for (uint32_t i = 0, s = a.status; i < 3; i++, s /= 10)
            line[sizeof text + 1 - i] = (char)('0' + s % 10);
        line[sizeof text + 2] = 0;
        code = HTTP_ERROR;
        complain(r, code, line);
    } else {
        code = write_body(r, &a);
    }
    if (r->format)
        write_format(r, &a, code);
    return code;
}
