/* Regular expressions to programs. */
#include "regex.h"

enum { MAX_PROGRAM = 20000, MAX_GROUPS = 100, MAX_DEPTH = 100, MAX_REPEAT = 1000 };

typedef struct {
    Rx *rx;
    const char *p, *end;
    int flags, depth;
} Comp;

static void alternatives(Comp *c);

static void wrong(Comp *c, const char *why)
{
    if (!c->rx->error)
        c->rx->error = why;
    c->p = c->end;
}

static bool more(const Comp *c)
{
    return c->p < c->end;
}

static bool at(const Comp *c, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(c->end - c->p) >= n && !memcmp(c->p, text, n);
}

static bool take(Comp *c, const char *text)
{
    bool hit = at(c, text);
    if (hit)
        c->p += strlen(text);
    return hit;
}

static int add(Comp *c, RxInst inst)
{
    Rx *rx = c->rx;
    if (rx->n >= MAX_PROGRAM) {
        wrong(c, "the expression is too big");
        return 0;
    }
    if (rx->n % 64 == 0)
        rx->v = xrealloc(rx->v, (size_t)(rx->n + 64) * sizeof *rx->v);
    rx->v[rx->n] = inst;
    return rx->n++;
}

static RxInst *op(Comp *c, int kind)
{
    int at = add(c, (RxInst){.op = kind, .x = c->rx->n + 1});
    return &c->rx->v[at];
}

static int op_at(Comp *c, int kind)
{
    return (int)(op(c, kind) - c->rx->v);
}

/* ---- sets ---- */

static int new_set(Comp *c)
{
    Rx *rx = c->rx;
    rx->sets = xrealloc(rx->sets, (size_t)(rx->set_count + 1) * sizeof *rx->sets);
    rx->sets[rx->set_count] = (RxSet){0};
    return rx->set_count++;
}

static void set_add(RxSet *s, uint32_t from, uint32_t to)
{
    s->v = xrealloc(s->v, (size_t)(s->n + 1) * sizeof *s->v);
    s->v[s->n++] = (RxRange){from, to};
}

/* Adds what is not in the given ranges, which are in order. */
static void set_add_others(RxSet *s, const RxRange *v, int n)
{
    uint32_t next = 0;
    for (int i = 0; i < n; i++) {
        if (v[i].from > next)
            set_add(s, next, v[i].from - 1);
        next = v[i].to + 1;
    }
    set_add(s, next, 0x10ffff);
}

/* \d \w \s \h and their opposites. Letters beyond ASCII count as words. */
static bool set_class(RxSet *s, int letter)
{
    static const RxRange digit[] = {{'0', '9'}},
                         word[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'},
                                   {0xaa, 0xaa}, {0xb5, 0xb5}, {0xba, 0xba}, {0xc0, 0xd6},
                                   {0xd8, 0xf6}, {0xf8, 0x1fff}, {0x2c00, 0x2fff},
                                   {0x3040, 0xd7ff}, {0xf900, 0xfdff}, {0x10000, 0x1efff},
                                   {0x20000, 0x3ffff}},
                         space[] = {{9, 13}, {' ', ' '}, {0x85, 0x85}, {0xa0, 0xa0},
                                    {0x2000, 0x200a}, {0x2028, 0x2029}, {0x3000, 0x3000}},
                         hex[] = {{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
    static const struct {
        int letter;
        const RxRange *v;
        int n;
    } table[] = {{'d', digit, 1}, {'w', word, 15}, {'s', space, 7}, {'h', hex, 3}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (letter == table[i].letter)
            for (int k = 0; k < table[i].n; k++)
                set_add(s, table[i].v[k].from, table[i].v[k].to);
        else if (to_lower(letter) == table[i].letter)
            set_add_others(s, table[i].v, table[i].n);
        else
            continue;
        return true;
    }
    return false;
}

static void set_posix(Comp *c, RxSet *s)
{
    bool negated = take(c, "[:^") || !take(c, "[:");
    const char *from = c->p;
    while (more(c) && is_alpha(*c->p))
        c->p++;
    char *name = xstrndup(from, (size_t)(c->p - from));
    bool known = true;
    if (!take(c, ":]"))
        wrong(c, "unfinished class");
    for (int b = 0; b < 128 && known; b++)
        if (class_has(name, strlen(name), b, &known) != negated)
            set_add(s, (uint32_t)b, (uint32_t)b);
    if (!known)
        wrong(c, "unknown class");
    if (negated || !strcmp(name, "alpha") || !strcmp(name, "alnum"))
        set_add(s, 128, 0x10ffff);
    free(name);
}

static uint32_t hex(Comp *c, int digits, bool braced)
{
    uint32_t v = 0;
    braced = braced && take(c, "{");
    for (int i = 0; i < (braced ? 8 : digits) && more(c) && hex_value((uchar)*c->p) >= 0; i++)
        v = v << 4 | (uint32_t)hex_value((uchar)*c->p++);
    if (braced && !take(c, "}"))
        wrong(c, "unfinished escape");
    return v;
}

static uint32_t escaped(Comp *c)
{
    static const char from[] = "nrtfvae", to[] = "\n\r\t\f\v\a\033";
    uint32_t r = rune_next(&c->p, c->end);
    const char *hit = r && r < 128 ? strchr(from, (int)r) : NULL;
    if (hit)
        return (uchar)to[hit - from];
    if (r == 'x')
        return hex(c, 2, true);
    if (r == 'u')
        return hex(c, 4, false);
    if (r == '0')
        return 0;
    return r;
}

static bool set_item(Comp *c, RxSet *s, uint32_t *rune)
{
    if (at(c, "[:")) {
        set_posix(c, s);
        return false;
    }
    if (!take(c, "\\")) {
        *rune = rune_next(&c->p, c->end);
        return true;
    }
    if (more(c) && set_class(s, *c->p)) {
        c->p++;
        return false;
    }
    if (!more(c)) {
        wrong(c, "unfinished escape");
        return false;
    }
    *rune = take(c, "b") ? '\b' : escaped(c);
    return true;
}

static void set(Comp *c)
{
    int number = new_set(c);
    RxSet s = {.negated = take(c, "^")};
    for (bool first = true; more(c) && (first || *c->p != ']'); first = false) {
        uint32_t from, to;
        if (!set_item(c, &s, &from))
            continue;
        to = from;
        if (at(c, "-") && c->end - c->p > 1 && c->p[1] != ']') {
            c->p++;
            if (!set_item(c, &s, &to))
                to = from;
        }
        if (to < from)
            wrong(c, "empty range in a set");
        set_add(&s, from, to);
    }
    if (!take(c, "]"))
        wrong(c, "premature end of a set");
    c->rx->sets[number] = s;
    RxInst *i = op(c, R_SET);
    i->set = number;
    i->fold = c->flags & RX_FOLD;
}

/* ---- groups ---- */

static void look(Comp *c, int kind)
{
    int here = op_at(c, kind);
    alternatives(c);
    op(c, R_MATCH);
    c->rx->v[here].y = c->rx->n;
}

static void capture(Comp *c, char *name)
{
    Rx *rx = c->rx;
    int number = ++rx->groups;
    if (number > MAX_GROUPS) {
        wrong(c, "too many groups");
        return;
    }
    rx->names = xrealloc(rx->names, (size_t)number * sizeof *rx->names);
    rx->names[number - 1] = name;
    op(c, R_SAVE)->rune = (uint32_t)number * 2;
    alternatives(c);
    op(c, R_SAVE)->rune = (uint32_t)number * 2 + 1;
}

static char *group_name(Comp *c, int stop)
{
    const char *from = c->p;
    while (more(c) && is_word(*c->p))
        c->p++;
    char *name = xstrndup(from, (size_t)(c->p - from));
    if (!more(c) || *c->p++ != stop || !*name)
        wrong(c, "invalid group name");
    return name;
}

/* Those of (?i) hold to the end of the group around it, those of (?i:...) inside. */
static void options(Comp *c)
{
    bool on = true;
    for (; more(c) && *c->p != ')' && *c->p != ':'; c->p++) {
        int bit = *c->p == 'i' ? RX_FOLD : *c->p == 's' ? RX_DOT_ALL : *c->p == 'x' ? RX_EXTENDED : 0;
        if (*c->p == '-')
            on = false;
        else if (!bit)
            wrong(c, "unknown group");
        c->flags = on ? c->flags | bit : c->flags & ~bit;
    }
}

/* False when it was only options for what follows. */
static bool inner(Comp *c)
{
    static const struct {
        const char *start;
        int op;
    } looks[] = {{"?=", R_LOOK},       {"?!", R_LOOK_NOT}, {"?<=", R_BEHIND},
                 {"?<!", R_BEHIND_NOT}, {"?>", R_ATOMIC}};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (take(c, looks[i].start)) {
            look(c, looks[i].op);
            return true;
        }
    if (take(c, "?<") || take(c, "?P<"))
        capture(c, group_name(c, '>'));
    else if (!take(c, "?"))
        capture(c, NULL);
    else if (options(c), take(c, ":"))
        alternatives(c);
    else
        return false;
    return true;
}

static void group(Comp *c)
{
    int flags = c->flags;
    if (++c->depth > MAX_DEPTH)
        wrong(c, "nested too deeply");
    bool scoped = true;
    if (take(c, "?#"))
        c->p = find_byte(c->p, c->end, ')');
    else
        scoped = inner(c);
    if (!take(c, ")"))
        wrong(c, "missing )");
    if (scoped)
        c->flags = flags;
    c->depth--;
}

/* ---- atoms and repetition ---- */

static void character(Comp *c, uint32_t rune)
{
    RxInst *i = op(c, R_CHAR);
    i->rune = rune;
    i->fold = c->flags & RX_FOLD;
}

static void back_reference(Comp *c, uint32_t number)
{
    RxInst *i = op(c, R_BACKREF);
    i->rune = number;
    i->fold = c->flags & RX_FOLD;
    if ((int)number > c->rx->groups)
        wrong(c, "reference to a group that is not there");
}

static void named_reference(Comp *c)
{
    if (!take(c, "<")) {
        wrong(c, "invalid reference");
        return;
    }
    char *name = group_name(c, '>');
    uint32_t number = 0;
    for (int i = 0; i < c->rx->groups; i++)
        if (c->rx->names[i] && !strcmp(c->rx->names[i], name))
            number = (uint32_t)i + 1;
    free(name);
    if (number)
        back_reference(c, number);
    else
        wrong(c, "reference to a group that is not there");
}

static void escape(Comp *c)
{
    static const struct {
        char letter;
        int op;
    } places[] = {{'b', R_WORD}, {'B', R_NOT_WORD}, {'A', R_BEGIN},
                  {'z', R_END},  {'Z', R_END_LINE}, {'G', R_BEGIN}};
    if (!more(c)) {
        wrong(c, "end of the expression at an escape");
        return;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (*c->p == places[i].letter) {
            c->p++;
            op(c, places[i].op);
            return;
        }
    RxSet s = {0};
    if (set_class(&s, *c->p)) {
        c->p++;
        int number = new_set(c);
        c->rx->sets[number] = s;
        op(c, R_SET)->set = number;
    } else if (*c->p >= '1' && *c->p <= '9') {
        back_reference(c, (uint32_t)(*c->p++ - '0'));
    } else if (take(c, "k")) {
        named_reference(c);
    } else if (*c->p == 'p' || *c->p == 'P') {
        wrong(c, "classes by property are not supported");
    } else {
        character(c, escaped(c));
    }
}

static void atom(Comp *c)
{
    if (take(c, "("))
        group(c);
    else if (take(c, "["))
        set(c);
    else if (take(c, "\\"))
        escape(c);
    else if (take(c, "."))
        op(c, R_ANY)->fold = c->flags & RX_DOT_ALL;
    else if (take(c, "^"))
        op(c, R_BEGIN);
    else if (take(c, "$"))
        op(c, R_END_LINE);
    else if (at(c, "*") || at(c, "+") || at(c, "?"))
        wrong(c, "target of repeat operator is not specified");
    else
        character(c, rune_next(&c->p, c->end));
}

static bool braces(Comp *c, int *min, int *max)
{
    const char *p = c->p + 1;
    int v[2] = {0, -1};
    bool any = false, comma = false;
    for (; p < c->end && (is_digit(*p) || *p == ','); p++) {
        if (*p == ',') {
            if (comma)
                return false;
            comma = true;
            continue;
        }
        int *to = &v[comma];
        *to = (*to < 0 ? 0 : *to) * 10 + *p - '0';
        if (*to > MAX_REPEAT)
            wrong(c, "too big a number for repetition");
        any = true;
    }
    if (p == c->end || *p != '}' || !any || c->p == c->end)
        return false;
    c->p = p + 1;
    *min = v[0];
    *max = comma ? v[1] : v[0];
    return true;
}

static bool quantifier(Comp *c, int *min, int *max)
{
    *min = 0;
    *max = -1;
    if (take(c, "*"))
        return true;
    if (take(c, "+"))
        *min = 1;
    else if (take(c, "?"))
        *max = 1;
    else
        return at(c, "{") && braces(c, min, max);
    return true;
}

/* A copy of the instructions from start to end, moved to the end. */
static void repeat_code(Comp *c, const RxInst *code, int n, int start)
{
    int shift = c->rx->n - start;
    for (int i = 0; i < n; i++) {
        RxInst inst = code[i];
        inst.x += shift;
        inst.y += shift;
        add(c, inst);
    }
}

static void split(Comp *c, int here, int first, int second, bool lazy)
{
    c->rx->v[here].x = lazy ? second : first;
    c->rx->v[here].y = lazy ? first : second;
}

static void star(Comp *c, const RxInst *code, int n, int start, bool lazy)
{
    Rx *rx = c->rx;
    int mark = rx->marks++, here = op_at(c, R_SPLIT);
    repeat_code(c, code, n, start);
    int progress = op_at(c, R_PROGRESS);
    rx->v[progress].rune = (uint32_t)mark;
    op(c, R_JUMP)->x = here;
    rx->v[progress].y = rx->n;
    split(c, here, here + 1, rx->n, lazy);
}

static void optional(Comp *c, const RxInst *code, int n, int start, int times, bool lazy)
{
    int *splits = xmalloc((size_t)(times + 1) * sizeof *splits);
    for (int i = 0; i < times; i++) {
        splits[i] = op_at(c, R_SPLIT);
        repeat_code(c, code, n, start);
    }
    for (int i = 0; i < times; i++)
        split(c, splits[i], splits[i] + 1, c->rx->n, lazy);
    free(splits);
}

static void quantified(Comp *c, int start, int min, int max)
{
    Rx *rx = c->rx;
    bool lazy = take(c, "?"), possessive = !lazy && take(c, "+");
    int n = rx->n - start;
    RxInst *code = xmalloc((size_t)(n + 1) * sizeof *code);
    memcpy(code, rx->v + start, (size_t)n * sizeof *code);
    rx->n = start;
    int wrap = possessive ? op_at(c, R_ATOMIC) : 0;
    for (int i = 0; i < min; i++)
        repeat_code(c, code, n, start);
    if (max < 0)
        star(c, code, n, start, lazy);
    else if (max > min)
        optional(c, code, n, start, max - min, lazy);
    if (possessive) {
        op(c, R_MATCH);
        rx->v[wrap].y = rx->n;
    }
    free(code);
}

static bool skip_extended(Comp *c)
{
    const char *from = c->p;
    while ((c->flags & RX_EXTENDED) && more(c) && (is_space(*c->p) || *c->p == '#'))
        c->p = *c->p == '#' ? find_byte(c->p, c->end, '\n') : c->p + 1;
    return c->p > from;
}

static void sequence(Comp *c)
{
    int min, max;
    while (skip_extended(c), more(c) && *c->p != '|' && *c->p != ')') {
        int start = c->rx->n;
        atom(c);
        while (skip_extended(c), more(c) && quantifier(c, &min, &max))
            quantified(c, start, min, max);
    }
}

static void alternatives(Comp *c)
{
    Rx *rx = c->rx;
    int start = rx->n;
    sequence(c);
    if (!take(c, "|"))
        return;
    int n = rx->n - start;
    RxInst *code = xmalloc((size_t)(n + 1) * sizeof *code);
    memcpy(code, rx->v + start, (size_t)n * sizeof *code);
    rx->n = start;
    int fork = op_at(c, R_SPLIT);
    repeat_code(c, code, n, start);
    free(code);
    int skip = op_at(c, R_JUMP);
    split(c, fork, fork + 1, rx->n, false);
    alternatives(c);
    rx->v[skip].x = rx->n;
}

void rx_compile(Rx *rx, const Str *pattern, int flags)
{
    Comp c = {.rx = rx, .p = pattern->s, .end = pattern->s + pattern->n, .flags = flags};
    *rx = (Rx){0};
    alternatives(&c);
    if (more(&c))
        wrong(&c, "unmatched )");
    op(&c, R_MATCH);
}
