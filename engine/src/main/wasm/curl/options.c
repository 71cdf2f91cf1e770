/* curl: what the command line says. */
#include "curl.h"

enum {
    L_BINARY = 300, L_RAW, L_URLENCODE, L_RETRY, L_RETRY_DELAY, L_RETRY_REFUSED, L_RETRY_ALL,
    L_REDIRECTS, L_URL, L_JSON, L_COMPRESSED, L_CACHE
};

static const LongOpt longs[] = {
    {"request", 1, 'X'},
    {"header", 1, 'H'},
    {"data", 1, 'd'},
    {"data-ascii", 1, 'd'},
    {"data-binary", 1, L_BINARY},
    {"data-raw", 1, L_RAW},
    {"data-urlencode", 1, L_URLENCODE},
    {"json", 1, L_JSON},
    {"output", 1, 'o'},
    {"silent", 0, 's'},
    {"show-error", 0, 'S'},
    {"fail", 0, 'f'},
    {"include", 0, 'i'},
    {"head", 0, 'I'},
    {"location", 0, 'L'},
    {"max-redirs", 1, L_REDIRECTS},
    {"get", 0, 'G'},
    {"user", 1, 'u'},
    {"user-agent", 1, 'A'},
    {"retry", 1, L_RETRY},
    {"retry-delay", 1, L_RETRY_DELAY},
    {"retry-connrefused", 0, L_RETRY_REFUSED},
    {"retry-all-errors", 0, L_RETRY_ALL},
    {"max-time", 1, 'm'},
    {"write-out", 1, 'w'},
    {"url", 1, L_URL},
    {"compressed", 0, L_COMPRESSED},
    {"cache", 0, L_CACHE},
    {"insecure", 0, 'k'},
    {NULL, 0, 0},
};

void bytes_add(Bytes *b, const void *p, size_t n)
{
    if (b->n + n + 1 > b->cap) {
        b->cap = 2 * (b->n + n + 1);
        b->p = xrealloc(b->p, b->cap);
    }
    memcpy(b->p + b->n, p, n);
    b->n += n;
    b->p[b->n] = 0;
}

static bool is_named(const char *header, const char *name)
{
    while (*header && to_lower((uchar)*header) == *name)
        header++, name++;
    return !*header && !*name;
}

void add_header(Request *r, const char *line)
{
    const char *colon = strpbrk(line, ":;");
    if (!colon || colon == line)
        usage_err("a header must be written NAME: VALUE, not '%s'", line);
    const char *value = colon + 1;
    while (is_blank(*value))
        value++;
    char *name = xstrndup(line, (size_t)(colon - line));
    r->typed |= is_named(name, "content-type");
    if (!*value && *colon == ':')
        return;
    r->headers = xrealloc(r->headers, (2 * r->header_count + 2) * sizeof *r->headers);
    r->headers[2 * r->header_count] = name;
    r->headers[2 * r->header_count + 1] = value;
    r->header_count++;
}

/* The content of @FILE, or the text itself. */
static char *content(const char *text, bool files, size_t *n)
{
    if (!files || *text != '@') {
        *n = strlen(text);
        return (char *)text;
    }
    char *all = in_slurp(text + 1, n);
    if (!all)
        quit(26);
    return all;
}

static void add_encoded(Bytes *b, const char *p, size_t n)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < n; i++) {
        uchar c = (uchar)p[i];
        if (is_alnum(c) || (c && strchr("-._~", c))) {
            bytes_add(b, &c, 1);
        } else {
            char escape[3] = {'%', digits[c >> 4], digits[c & 15]};
            bytes_add(b, escape, 3);
        }
    }
}

/* As curl: CONTENT, =CONTENT, NAME=CONTENT, @FILE, NAME@FILE. */
static void add_urlencoded(Bytes *b, const char *text)
{
    const char *mark = strpbrk(text, "=@");
    size_t n;
    if (mark && mark > text) {
        bytes_add(b, text, (size_t)(mark - text));
        bytes_add(b, "=", 1);
    }
    char *value = content(mark ? mark + (*mark == '=') : text, mark && *mark == '@', &n);
    add_encoded(b, value, n);
}

void add_data(Request *r, const char *text, int how)
{
    if (r->has_data && how != L_JSON)
        bytes_add(&r->data, "&", 1);
    r->has_data = true;
    if (how == L_URLENCODE) {
        add_urlencoded(&r->data, text);
        return;
    }
    size_t n;
    char *all = content(text, how != L_RAW, &n);
    if (how != 'd' || *text != '@') {
        bytes_add(&r->data, all, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (all[i] != '\n' && all[i] != '\r' && all[i])
            bytes_add(&r->data, all + i, 1);
}

static uint64_t number(const char *what, const char *text)
{
    uint64_t value;
    const char *end;
    if (!parse_u64(text, &end, &value) || *end || value > 1000000)
        usage_err("%s must be a number up to 1000000, not '%s'", what, text);
    return value;
}

/* Seconds, with a fraction. */
static uint32_t milliseconds(const char *text)
{
    uint64_t whole = 0, part = 0, scale = 100;
    const char *end = text;
    bool valid = parse_u64(text, &end, &whole) && whole <= 1000000;
    if (valid && *end == '.')
        for (end++; is_digit((uchar)*end); end++, scale /= 10)
            part += (uint64_t)(*end - '0') * scale;
    if (!valid || *end)
        usage_err("--max-time must be seconds up to 1000000, not '%s'", text);
    return (uint32_t)(whole * 1000 + part);
}

static void set_url(Request *r, const char *url)
{
    if (r->url)
        usage_err("one URL at a time: '%s' is another one", url);
    r->url = xstrndup(url, strlen(url));
}

static void take_json(Request *r, const char *text)
{
    add_data(r, text, L_JSON);
    if (!r->typed)
        add_header(r, "Content-Type: application/json");
    add_header(r, "Accept: application/json");
}

static bool take_switch(Request *r, int c)
{
    bool *flags[] = {&r->silent, &r->show, &r->fail, &r->heads, &r->head, &r->follow,
                     &r->get};
    static const char letters[] = "sSfiILG";
    const char *at = c < 128 ? strchr(letters, c) : NULL;
    if (at)
        *flags[at - letters] = true;
    else if (c == L_RETRY_REFUSED)
        r->retry_refused = true;
    else if (c == L_RETRY_ALL)
        r->retry_all = true;
    else if (c == L_CACHE)
        r->cache = true;
    else if (c != L_COMPRESSED)
        return false;
    return true;
}

static void take(Request *r, int c, const char *arg)
{
    if (take_switch(r, c))
        return;
    switch (c) {
    case 'X': r->method = arg; break;
    case 'H': add_header(r, arg); break;
    case 'o': r->output = arg; break;
    case 'u': r->user = arg; break;
    case 'w': r->format = arg; break;
    case 'm': r->timeout_ms = milliseconds(arg); break;
    case L_JSON: take_json(r, arg); break;
    case L_RETRY: r->retries = number("--retry", arg); break;
    case L_RETRY_DELAY: r->retry_delay = number("--retry-delay", arg); break;
    case L_REDIRECTS: r->redirects = (uint32_t)number("--max-redirs", arg); break;
    case L_URL: set_url(r, arg); break;
    case 'k': usage_err("certificates are always checked; --insecure is not offered");
    case 'A': {
        Bytes line = {0};
        bytes_add(&line, "User-Agent: ", 12);
        bytes_add(&line, arg, strlen(arg));
        add_header(r, line.p);
        break;
    }
    default: add_data(r, arg, c);
    }
}

/* With -G, data goes into the query. */
static void move_data(Request *r)
{
    Bytes url = {0};
    bytes_add(&url, r->url, strlen(r->url));
    bytes_add(&url, strchr(r->url, '?') ? "&" : "?", 1);
    bytes_add(&url, r->data.p, r->data.n);
    r->url = url.p;
    r->data.n = 0;
    r->has_data = false;
}

void read_options(Request *r, int argc, char **argv)
{
    Opt o;
    opt_start(&o, argc, argv, "X:H:d:o:u:A:w:m:sSfiILGk", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        take(r, c, o.arg);
    for (int i = 0; i < o.n; i++)
        set_url(r, o.argv[i]);
    if (!r->url)
        usage_err("no URL given");
    if (!strstr(r->url, "://")) {
        Bytes url = {0};
        bytes_add(&url, "http://", 7);
        bytes_add(&url, r->url, strlen(r->url));
        r->url = url.p;
    }
    if (r->get && r->has_data)
        move_data(r);
    if (!r->method)
        r->method = r->head ? "HEAD" : r->has_data ? "POST" : "GET";
    if (r->has_data && !r->typed)
        add_header(r, "Content-Type: application/x-www-form-urlencoded");
}
