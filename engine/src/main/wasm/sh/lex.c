/* Splits a line into words and operators. Quotes and variables are read here, before any
 * value is known, so that values never become operators or additional words. */
#include "sh.h"

enum { LONGEST_LINE = 1 << 20 };

static const char redirects[] = "redirecting descriptors: only '2>/dev/null' and '2>&1' are supported";
static const char no_substitution[] =
    "command substitution is not supported; use single quotes for literal characters";

static const char *start, *at, *end;
static int number;

static struct {
    Part *parts;
    int count;
    char *text;
    size_t n, cap;
} word;

static _Noreturn void stop(const char *kind, size_t offset, const char *fmt, const char *what)
{
    out_flush();
    char *text = xmalloc(strlen(fmt) + 64);
    text[0] = 0;
    strcat(strcat(text, "line %d, character %u: %s: "), fmt);
    dief(2, text, number, (uint64_t)offset + 1, kind, what);
}

void parse_error(size_t offset, const char *fmt, const char *what)
{
    stop("parse_error", offset, fmt, what);
}

void unsupported(size_t offset, const char *why)
{
    stop("unsupported_syntax", offset, "%s", why);
}

void lex_start(const char *text, size_t n, int line_number)
{
    start = at = text;
    end = text + n;
    number = line_number;
    if (n > LONGEST_LINE)
        parse_error(LONGEST_LINE, "a line may have at most 1048576 bytes", "");
    const char *nul = memchr(text, 0, n);
    if (nul)
        parse_error((size_t)(nul - text), "a line cannot contain a NUL character", "");
}

static size_t here(void)
{
    return (size_t)(at - start);
}

static bool starts(const char *s)
{
    size_t n = strlen(s);
    return (size_t)(end - at) >= n && !memcmp(at, s, n);
}

static bool ends_word(int c)
{
    return is_blank(c) || (c && strchr("|&;<>()\n", c));
}

static void skip_blanks(void)
{
    while (at < end && is_blank(*at))
        at++;
}

/* ---- words ---- */

static void add(int c)
{
    if (word.n == word.cap)
        word.text = xrealloc(word.text, word.cap = word.cap * 2 + 64);
    word.text[word.n++] = (char)c;
}

static void add_part(char kind, char *text, char *name)
{
    word.parts = xrealloc(word.parts, (size_t)(word.count + 1) * sizeof *word.parts);
    word.parts[word.count++] = (Part){kind, text, name};
}

static void end_text(void)
{
    if (word.n)
        add_part('t', xstrndup(word.text, word.n), NULL);
    word.n = 0;
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    if (p < end && (is_alpha(*p) || *p == '_'))
        while (p + n < end && is_word(p[n]))
            n++;
    return n;
}

static bool variable(void)
{
    bool braces = end - at > 1 && at[1] == '{';
    const char *name = at + 1 + braces;
    size_t n = name_length(name);
    if (n == 0 || (braces && (name + n == end || name[n] != '}')))
        return false;
    size_t all = n + 1 + (braces ? 2 : 0);
    end_text();
    add_part('v', xstrndup(at, all), xstrndup(name, n));
    at += all;
    return true;
}

static void dollar(bool bare)
{
    if (variable())
        return;
    int next = end - at > 1 ? at[1] : ' ';
    if (next == '(')
        unsupported(here(), no_substitution);
    if (next == '{')
        unsupported(here(), "of '${...}', only ${NAME} is supported; use single quotes for a literal '$'");
    if (bare && (next == '\'' || next == '"'))
        unsupported(here(), "'$' before a quote is not supported");
    if (is_digit(next) || strchr("#?@", next)) {
        end_text();
        add_part((char)next, xstrndup(at, 2), NULL);
        at += 2;
        return;
    }
    add('$');
    at++;
}

static void escaped(bool quoted)
{
    int next = end - at > 1 ? (uchar)at[1] : -1;
    if (next < 0 && !quoted)
        parse_error(here(), "the line ends after this backslash", "");
    if (quoted && (next < 0 || !strchr("$\"\\`", next))) {
        add('\\');
        at++;
        return;
    }
    add(next);
    at += 2;
}

static void single_quoted(void)
{
    const char *close = find_byte(at + 1, end, '\'');
    if (close == end)
        parse_error(here(), "this quote is never closed", "");
    for (at++; at < close; at++)
        add(*at);
    at++;
}

static void double_quoted(void)
{
    size_t open = here();
    for (at++; at < end && *at != '"';) {
        if (*at == '\\')
            escaped(true);
        else if (*at == '$')
            dollar(false);
        else if (*at == '`')
            unsupported(here(), no_substitution);
        else
            add(*at++);
    }
    if (at == end)
        parse_error(open, "this quote is never closed", "");
    at++;
}

static Word read_word(void)
{
    Word w = {.offset = here()};
    size_t n = name_length(at);
    if (n && at + n < end && at[n] == '=')
        w.assigns = xstrndup(at, n);
    word.parts = NULL;
    word.count = 0;
    while (at < end && !ends_word(*at)) {
        if (*at == '\'')
            single_quoted();
        else if (*at == '"')
            double_quoted();
        else if (*at == '\\')
            escaped(false);
        else if (*at == '$')
            dollar(true);
        else if (*at == '`')
            unsupported(here(), no_substitution);
        else
            add(*at++);
    }
    end_text();
    w.parts = word.parts;
    w.count = word.count;
    for (int i = 0; i < w.count; i++)
        if (w.parts[i].kind == '@' && w.count > 1)
            unsupported(w.offset, "'$@' must be a word of its own");
    return w;
}

/* ---- operators ---- */

static bool is_null_device(const Word *w)
{
    return w->count == 1 && w->parts[0].kind == 't' && !strcmp(w->parts[0].text, "/dev/null");
}

/* Redirections that are accepted without effect; others of descriptors are refused. */
static bool skipped_redirection(void)
{
    if (starts("2>&1") && (end - at == 4 || ends_word(at[4]))) {
        at += 4;
        return true;
    }
    const char *p = at;
    size_t from = here();
    while (p < end && is_digit(*p))
        p++;
    if (p == at || p == end || (*p != '<' && *p != '>'))
        return false;
    if (starts("2>") && !starts("2>>")) {
        at += 2;
        skip_blanks();
        if (at < end && !ends_word(*at)) {
            Word w = read_word();
            if (is_null_device(&w))
                return true;
        }
    }
    unsupported(from, redirects);
}

static void refuse_unsupported(void)
{
    static const char *const all[][2] = {
        {"<<", "here-documents are not supported; use '< FILE' or a pipe"},
        {"<>", "'<>' is not supported"},
        {"<&", "copying descriptors is not supported"},
        {"<(", "process substitution is not supported"},
        {">&", "copying descriptors is not supported; only '2>/dev/null' and '2>&1' are supported"},
        {">|", "'>|' is not supported; '>' always overwrites"},
        {">(", "process substitution is not supported"},
        {"&>", "'&>' is not supported; standard error is always separate"},
        {"|&", "'|&' is not supported; standard error is always separate"},
        {";;", "'case' is not supported"},
        {"(", "subshells are not supported; quote '(' to mean the character"},
        {")", "subshells are not supported; quote ')' to mean the character"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (starts(all[i][0]))
            unsupported(here(), all[i][1]);
}

static Token sign(Kind kind, int bytes)
{
    Token t = {.kind = kind, .offset = here()};
    at += bytes;
    return t;
}

Token lex_next(void)
{
    do
        skip_blanks();
    while (skipped_redirection());
    if (at == end || *at == '#') {
        Token t = sign(T_END, 0);
        at = end;
        return t;
    }
    if (starts("&&"))
        return sign(T_AND, 2);
    if (starts("||"))
        return sign(T_OR, 2);
    if (starts(">>"))
        return sign(T_APPEND, 2);
    refuse_unsupported();
    switch (*at) {
    case '|': return sign(T_PIPE, 1);
    case ';': return sign(T_NEXT, 1);
    case '<': return sign(T_READ, 1);
    case '>': return sign(T_WRITE, 1);
    case '&': unsupported(here(), "running in the background is not supported");
    default: break;
    }
    Token t = {.kind = T_WORD, .offset = here()};
    t.word = read_word();
    return t;
}
