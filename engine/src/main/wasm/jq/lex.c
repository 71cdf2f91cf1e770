/* Words of a program. */
#include "jq.h"

_Noreturn void lex_error(Lexer *lx, const char *why)
{
    int line = 1;
    const char *begin = lx->start;
    for (const char *p = lx->start; p < lx->at && p < lx->end; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    const char *stop = find_byte(begin, lx->end, '\n');
    Buf mark = {0};
    for (const char *p = begin; p < lx->at && p < stop; p++)
        buf_ch(&mark, *p == '\t' ? '\t' : ' ');
    buf_mem(&mark, "^", 2);
    dief(3, "error: %s at %s, line %d:\n%s\n%s", why, lx->file ? lx->file : "<top-level>", line,
         xstrndup(begin, (size_t)(stop - begin)), mark.s);
}

static void skip_blanks(Lexer *lx)
{
    const char *from = lx->p;
    for (; lx->p < lx->end; lx->p++) {
        if (*lx->p == '#')
            lx->p = find_byte(lx->p, lx->end, '\n');
        if (lx->p == lx->end || !is_space(*lx->p))
            break;
    }
    lx->space = lx->p > from;
}

static bool starts_word(int c)
{
    return is_alpha(c) || c == '_';
}

static const char *word_end(Lexer *lx, const char *p)
{
    for (;;) {
        while (p < lx->end && is_word(*p))
            p++;
        if (lx->end - p < 3 || p[0] != ':' || p[1] != ':' || !starts_word(p[2]))
            return p;
        p += 2;
    }
}

static void take_word(Lexer *lx, int kind, const char *from)
{
    lx->kind = kind;
    lx->text = from;
    lx->p = word_end(lx, from);
    lx->n = (size_t)(lx->p - from);
}

static void take_op(Lexer *lx)
{
    static const struct {
        char text[4];
        int op;
    } longs[] = {{"//=", 'A'},   {"|=", '|' + 128}, {"+=", '+' + 128},
                 {"-=", '-' + 128}, {"*=", '*' + 128}, {"/=", '/' + 128},
                 {"%=", '%' + 128}, {"==", OP_EQ}, {"!=", OP_NE}, {"<=", OP_LE},
                 {">=", OP_GE},  {"//", OP_DEFINED}, {"..", 'R'}};
    lx->kind = T_OP;
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        size_t n = strlen(longs[i].text);
        if ((size_t)(lx->end - lx->p) >= n && !memcmp(lx->p, longs[i].text, n)) {
            lx->op = longs[i].op;
            lx->p += n;
            return;
        }
    }
    lx->op = *lx->p++;
    if (!strchr("|,()[]{}.:;=<>+-*/%?", lx->op))
        lex_error(lx, "unexpected character");
}

void lex_next(Lexer *lx)
{
    skip_blanks(lx);
    lx->at = lx->p;
    if (lx->p == lx->end) {
        lx->kind = T_END;
        return;
    }
    int c = *lx->p, next = lx->p + 1 < lx->end ? lx->p[1] : 0;
    if (c == '"') {
        lx->p++;
        lx->kind = T_STRING;
    } else if (is_digit(c) || (c == '.' && is_digit(next))) {
        lx->kind = T_NUM;
        num_read(&lx->p, lx->end, false, &lx->num);
    } else if (starts_word(c)) {
        take_word(lx, T_WORD, lx->p);
    } else if (c == '.' && starts_word(next)) {
        take_word(lx, T_FIELD, lx->p + 1);
    } else if (c == '$' && starts_word(next)) {
        take_word(lx, T_VAR, lx->p + 1);
    } else if (c == '@' && starts_word(next)) {
        take_word(lx, T_FORMAT, lx->p + 1);
    } else {
        take_op(lx);
    }
}

static void lex_unicode(Lexer *lx, Buf *part)
{
    Buf text = {0};
    Value v;
    size_t n = lx->end - lx->p >= 11 && lx->p[5] == '\\' && lx->p[6] == 'u' ? 11 : 5;
    if ((size_t)(lx->end - lx->p) < n)
        lex_error(lx, "unfinished string");
    buf_str(&text, "\"\\");
    buf_mem(&text, lx->p, n);
    buf_ch(&text, '"');
    Json j = {.p = text.s, .end = text.s + text.n};
    if (!json_next(&j, &v))
        lex_error(lx, "invalid escape in a string");
    buf_mem(part, v.str->s, v.str->n);
    free(text.s);
    lx->p += n;
}

static _Noreturn void wrong_escape(Lexer *lx, int c)
{
    char why[] = "Invalid escape at line 1, column 4 (while parsing '\"\\x\"')";
    *strrchr(why, 'x') = (char)c;
    lex_error(lx, why);
}

bool lex_string(Lexer *lx, Buf *part)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    while (lx->p < lx->end) {
        lx->at = lx->p;
        int c = *lx->p++;
        if (c == '"')
            return false;
        if (c != '\\') {
            buf_ch(part, c);
            continue;
        }
        c = lx->p < lx->end ? *lx->p : 0;
        const char *at = c ? strchr(from, c) : NULL;
        if (c == 'u') {
            lex_unicode(lx, part);
            continue;
        }
        if (c != '(' && !at)
            wrong_escape(lx, c);
        lx->p++;
        if (c == '(')
            return true;
        buf_ch(part, to[at - from]);
    }
    lex_error(lx, "unfinished string");
}
