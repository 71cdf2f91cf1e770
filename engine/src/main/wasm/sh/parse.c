/* Lines to steps. */
#include "sh.h"

static Token token;

static const char *shown(Kind kind)
{
    static const char *const all[] = {"a word", "'|'", "'&&'", "'||'", "';'", "'<'", "'>'", "'>>'",
                                      "the end of the line"};
    return all[kind];
}

static void next(void)
{
    token = lex_next();
}

static bool is_assignment(void)
{
    return token.kind == T_WORD && token.word.assigns;
}

static bool ends_step(void)
{
    return token.kind == T_AND || token.kind == T_OR || token.kind == T_NEXT || token.kind == T_END;
}

static void add_word(Stage *s)
{
    s->words = xrealloc(s->words, (size_t)(s->count + 1) * sizeof *s->words);
    s->words[s->count++] = token.word;
    next();
}

static Word *file(void)
{
    Kind sign = token.kind;
    next();
    if (token.kind != T_WORD)
        parse_error(token.offset, "a file is missing after %s", shown(sign));
    if (token.word.count == 1 && token.word.parts[0].kind == '@')
        unsupported(token.offset, "'$@' is not the name of one file");
    Word *w = xmalloc(sizeof *w);
    *w = token.word;
    next();
    return w;
}

static void refuse_second(const Word *known)
{
    if (known)
        unsupported(token.offset, "a command can have at most one '<' and one '>' or '>>'");
}

static Stage stage(void)
{
    Stage s = {0};
    size_t offset = token.offset;
    for (;;) {
        if (token.kind == T_WORD) {
            add_word(&s);
        } else if (token.kind == T_READ) {
            refuse_second(s.input);
            s.input = file();
        } else if (token.kind == T_WRITE || token.kind == T_APPEND) {
            refuse_second(s.output);
            s.append = token.kind == T_APPEND;
            s.output = file();
        } else {
            break;
        }
    }
    if (s.count == 0 && (s.input || s.output))
        unsupported(offset, "a redirection needs a command");
    if (s.count == 0)
        parse_error(offset, "a command is missing before %s", shown(token.kind));
    return s;
}

static void assignments(Step *s)
{
    s->assigns = true;
    s->stages = xmalloc(sizeof *s->stages);
    memset(s->stages, 0, sizeof *s->stages);
    s->count = 1;
    while (is_assignment())
        add_word(s->stages);
    if (!ends_step())
        unsupported(token.offset, "an assignment must be separate: write 'NAME=value; command'");
}

static void pipeline(Step *s)
{
    for (;;) {
        s->stages = xrealloc(s->stages, (size_t)(s->count + 1) * sizeof *s->stages);
        s->stages[s->count++] = stage();
        if (token.kind != T_PIPE)
            return;
        next();
        if (is_assignment())
            unsupported(token.offset, "an assignment cannot be part of a pipeline");
    }
}

Step **parse_line(Step **to, const char *text, size_t n, int line_number)
{
    When when = ALWAYS;
    lex_start(text, n, line_number);
    next();
    while (token.kind != T_END || when != ALWAYS) {
        Step *s = xmalloc(sizeof *s);
        *s = (Step){.when = when, .line = line_number};
        if (is_assignment())
            assignments(s);
        else
            pipeline(s);
        *to = s;
        to = &s->next;
        when = token.kind == T_AND ? AFTER_SUCCESS : token.kind == T_OR ? AFTER_FAILURE : ALWAYS;
        if (token.kind != T_END)
            next();
    }
    return to;
}
