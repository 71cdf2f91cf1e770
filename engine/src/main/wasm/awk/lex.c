/* Words of a program. */
#include "awk.h"

Token token;

static const char *at, *end_of_text, *file;
static int line;

static const char *const keywords[] = {
    "BEGIN", "END", "function", "if", "else", "while", "for", "do", "break", "continue", "next",
    "nextfile", "exit", "return", "delete", "in", "getline", "print", "printf",
};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static const Builtin builtins[] = {
    {"and", fn_and, 2, 99, -1, -1},
    {"atan2", fn_atan2, 2, 2, -1, -1},
    {"close", fn_close, 1, 1, -1, -1},
    {"compl", fn_compl, 1, 1, -1, -1},
    {"cos", fn_cos, 1, 1, -1, -1},
    {"exp", fn_exp, 1, 1, -1, -1},
    {"fflush", fn_fflush, 0, 1, -1, -1},
    {"gensub", fn_gensub, 3, 4, 0, -1},
    {"gsub", fn_gsub, 2, 3, 0, -1},
    {"index", fn_index, 2, 2, -1, -1},
    {"int", fn_int, 1, 1, -1, -1},
    {"length", fn_length, 0, 1, -1, -1},
    {"log", fn_log, 1, 1, -1, -1},
    {"lshift", fn_lshift, 2, 2, -1, -1},
    {"match", fn_match, 2, 3, 1, 2},
    {"mktime", fn_mktime, 1, 1, -1, -1},
    {"or", fn_or, 2, 99, -1, -1},
    {"rand", fn_rand, 0, 0, -1, -1},
    {"rshift", fn_rshift, 2, 2, -1, -1},
    {"sin", fn_sin, 1, 1, -1, -1},
    {"split", fn_split, 2, 3, 2, 1},
    {"sprintf", fn_sprintf, 1, 99, -1, -1},
    {"sqrt", fn_sqrt, 1, 1, -1, -1},
    {"srand", fn_srand, 0, 1, -1, -1},
    {"strftime", fn_strftime, 0, 3, -1, -1},
    {"strtonum", fn_strtonum, 1, 1, -1, -1},
    {"sub", fn_sub, 2, 3, 0, -1},
    {"substr", fn_substr, 2, 3, -1, -1},
    {"system", NULL, 1, 1, -1, -1},
    {"systime", fn_systime, 0, 0, -1, -1},
    {"tolower", fn_tolower, 1, 1, -1, -1},
    {"toupper", fn_toupper, 1, 1, -1, -1},
    {"xor", fn_xor, 2, 99, -1, -1},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* ---- errors ---- */

static char *joined(const char *const *parts)
{
    size_t n = 1;
    for (const char *const *p = parts; *p; p++)
        n += strlen(*p);
    char *text = xmalloc(n);
    text[0] = 0;
    for (const char *const *p = parts; *p; p++)
        strcat(text, *p);
    return text;
}

void program_error(int where, const char *fmt, const char *what)
{
    const char *parts[] = {"line %d: ", fmt, NULL};
    const char *named[] = {"%s: line %d: ", fmt, NULL};
    if (file)
        dief(2, joined(named), file, where, what);
    dief(2, joined(parts), where, what);
}

void syntax_error(const char *why)
{
    const char *near = token.kind == T_END       ? "the end of the program"
                       : token.kind == T_NEWLINE ? "the end of the line"
                       : token.len < 60          ? xstrndup(token.start, token.len)
                                                 : xstrndup(token.start, 60);
    const char *parts[] = {why, " at or near ", near, NULL};
    program_error(token.line, "%s", joined(parts));
}

void no_commands(const char *what)
{
    const char *parts[] = {
        what, " runs a command, and awk runs none here: use a pipeline or another step", NULL};
    program_error(token.line, "%s", joined(parts));
}

/* ---- words ---- */

void lex_start(const char *text, size_t n, const char *name)
{
    at = text;
    end_of_text = text + n;
    file = name;
    line = 1;
    lex_next();
}

Mark lex_mark(void)
{
    return (Mark){token, at, line};
}

void lex_back(const Mark *m)
{
    token = m->token;
    at = m->at;
    line = m->line;
}

/* Blanks, comments, and lines that go on behind a backslash. */
static void skip_blanks(void)
{
    const char *from = at;
    for (; at < end_of_text; at++) {
        if (*at == '\\' && at + 1 < end_of_text && at[1] == '\n') {
            at++;
            line++;
        } else if (*at == '\\' && at + 2 < end_of_text && at[1] == '\r' && at[2] == '\n') {
            at += 2;
            line++;
        } else if (*at != ' ' && *at != '\t' && *at != '\r') {
            break;
        }
    }
    if (at < end_of_text && *at == '#')
        while (at < end_of_text && *at != '\n')
            at++;
    token.spaced = at > from;
}

static void word(void)
{
    while (at < end_of_text && is_word(*at))
        at++;
    size_t n = (size_t)(at - token.start);
    token.kind = at < end_of_text && *at == '(' ? T_CALL : T_NAME;
    for (int i = 0; i < KEYWORDS; i++)
        if (strlen(keywords[i]) == n && !memcmp(keywords[i], token.start, n)) {
            token.kind = T_KEYWORD;
            token.op = i;
            return;
        }
    if (n == 4 && !memcmp(token.start, "func", n)) {
        token.kind = T_KEYWORD;
        token.op = K_FUNCTION;
        return;
    }
    for (int i = 0; i < BUILTINS; i++)
        if (strlen(builtins[i].name) == n && !memcmp(builtins[i].name, token.start, n)) {
            token.kind = T_BUILTIN;
            token.builtin = &builtins[i];
            return;
        }
    token.text = str_new(token.start, n);
}

/* 0x1F and, without a point, 017 are as in C. */
static void number(void)
{
    const char *p = at;
    token.kind = T_NUMBER;
    token.num = 0;
    if (end_of_text - p > 2 && p[0] == '0' && (p[1] | 32) == 'x' && hex_value((uchar)p[2]) >= 0) {
        for (p += 2; p < end_of_text && hex_value((uchar)*p) >= 0; p++)
            token.num = token.num * 16 + hex_value((uchar)*p);
        at = p;
        return;
    }
    while (p < end_of_text && *p >= '0' && *p <= '7')
        p++;
    bool octal = *at == '0' && p - at > 1 && (p == end_of_text || !strchr("89.eE", *p));
    if (!octal) {
        token.num = num_read(at, end_of_text, &at);
        return;
    }
    for (; at < p; at++)
        token.num = token.num * 8 + *at - '0';
}

static void string(void)
{
    const char *from = ++at;
    while (at < end_of_text && *at != '"') {
        if (*at == '\\' && at + 1 < end_of_text) {
            line += at[1] == '\n';
            at++;
        } else if (*at == '\n') {
            break;
        }
        at++;
    }
    if (at >= end_of_text || *at != '"')
        program_error(token.line, "unterminated string", "");
    token.kind = T_STRING;
    token.text = unescaped(from, (size_t)(at - from));
    at++;
}

static void operation(void)
{
    static const struct {
        char text[4];
        int op;
    } all[] = {
        {"**=", OP_POW_SET}, {"+=", OP_ADD_SET}, {"-=", OP_SUB_SET}, {"*=", OP_MUL_SET},
        {"/=", OP_DIV_SET},  {"%=", OP_MOD_SET}, {"^=", OP_POW_SET}, {"++", OP_INCR},
        {"--", OP_DECR},     {"<=", OP_LE},      {"==", OP_EQ},      {"!=", OP_NE},
        {">=", OP_GE},       {"&&", OP_AND},     {"||", OP_OR},      {"!~", OP_NOMATCH},
        {">>", OP_APPEND},   {"**", '^'},
    };
    token.kind = T_OP;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t n = strlen(all[i].text);
        if ((size_t)(end_of_text - at) >= n && !memcmp(at, all[i].text, n)) {
            token.op = all[i].op;
            at += n;
            return;
        }
    }
    token.op = (uchar)*at++;
    if (!strchr("{}()[];,+-*/%^!<>|?:~$=", token.op) || !token.op) {
        token.len = 1;
        syntax_error("unexpected character");
    }
}

void lex_next(void)
{
    skip_blanks();
    token.start = at;
    token.line = line;
    token.op = 0;
    if (at >= end_of_text) {
        token.kind = T_END;
    } else if (*at == '\n') {
        token.kind = T_NEWLINE;
        at++;
        line++;
    } else if (is_alpha(*at) || *at == '_') {
        word();
    } else if (is_digit(*at) || (*at == '.' && at + 1 < end_of_text && is_digit(at[1]))) {
        number();
    } else if (*at == '"') {
        string();
    } else {
        operation();
    }
    token.len = (size_t)(at - token.start);
}

/* A slash in brackets does not end the expression. */
Re *lex_regex(void)
{
    const char *from = token.start + 1, *p = from;
    bool inside = false;
    for (; p < end_of_text && *p != '\n' && (*p != '/' || inside); p++) {
        if (*p == '\\' && p + 1 < end_of_text && p[1] != '\n') {
            p++;
        } else if (*p == '[' && !inside) {
            inside = true;
            if (p + 1 < end_of_text && p[1] == '^')
                p++;
            if (p + 1 < end_of_text && p[1] == ']')
                p++;
        } else if (*p == '[' && p + 1 < end_of_text && p[1] == ':') {
            const char *q = p + 2;
            while (q < end_of_text && is_alpha(*q))
                q++;
            if (end_of_text - q > 1 && q[0] == ':' && q[1] == ']')
                p = q + 1;
        } else if (*p == ']') {
            inside = false;
        }
    }
    if (p >= end_of_text || *p != '/')
        program_error(token.line, "unterminated regular expression", "");
    current_line = token.line;
    Re *re = regex_new(from, (size_t)(p - from));
    at = p + 1;
    lex_next();
    return re;
}

bool token_is(int op)
{
    return token.kind == T_OP && token.op == op;
}

bool token_is_word(Keyword k)
{
    return token.kind == T_KEYWORD && token.op == (int)k;
}

void expect(int op, const char *shown)
{
    if (!token_is(op)) {
        const char *parts[] = {"syntax error: missing ", shown, NULL};
        syntax_error(joined(parts));
    }
    lex_next();
}

void skip_newlines(void)
{
    while (token.kind == T_NEWLINE)
        lex_next();
}
