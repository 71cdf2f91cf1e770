/* Functions with regular expressions. */
#include "regex.h"

enum { KEPT = 16 };

typedef struct {
    Rx rx;
    Str *pattern;
    int flags;
} Known;

/* The expressions used last: a program names few, but for each input. */
static Known known[KEPT];
static int next_known;

static void forget(Known *k)
{
    for (int i = 0; i < k->rx.set_count; i++)
        free(k->rx.sets[i].v);
    for (int i = 0; i < k->rx.groups; i++)
        free(k->rx.names[i]);
    free(k->rx.v);
    free(k->rx.sets);
    free(k->rx.names);
    free(k->pattern);
    *k = (Known){0};
}

static const Rx *compiled(const Str *pattern, int flags, const char **error)
{
    for (int i = 0; i < KEPT; i++)
        if (known[i].pattern && known[i].flags == flags && !str_cmp(known[i].pattern, pattern))
            return &known[i].rx;
    Known *k = &known[next_known];
    next_known = (next_known + 1) % KEPT;
    forget(k);
    rx_compile(&k->rx, pattern, flags);
    *error = k->rx.error;
    if (!*error) {
        k->pattern = xmalloc(sizeof *pattern + pattern->n + 1);
        memcpy(k->pattern, pattern, sizeof *pattern + pattern->n + 1);
        k->flags = flags;
    }
    return &k->rx;
}

typedef struct {
    const Str *text;
    const Rx *rx;
    bool global, no_empty;
    size_t byte, rune; /* a place, in bytes and in code points */
} Search;

static int read_flags(Value v, Search *s, int *flags)
{
    if (v.kind == V_NULL)
        return GO;
    if (v.kind != V_STR)
        return fail_text("%k (%v) is not a string of modifiers", v, v);
    for (size_t i = 0; i < v.str->n; i++)
        switch (v.str->s[i]) {
        case 'g': s->global = true; break;
        case 'n': s->no_empty = true; break;
        case 'i': *flags |= RX_FOLD; break;
        case 'x': *flags |= RX_EXTENDED; break;
        case 'p': *flags |= RX_DOT_ALL; break;
        case 's':
        case 'l': break;
        default: return fail_text("%v is not a valid modifier string", v);
        }
    return GO;
}

static double rune_at(Search *s, ptrdiff_t byte)
{
    if ((size_t)byte < s->byte)
        s->byte = s->rune = 0;
    for (; s->byte < (size_t)byte; s->byte++)
        s->rune += ((uchar)s->text->s[s->byte] & 0xc0) != 0x80;
    return (double)s->rune;
}

static Value span(Search *s, const ptrdiff_t *at)
{
    Value o = v_object();
    bool any = at[0] >= 0 && at[1] >= at[0];
    double from = any ? rune_at(s, at[0]) : -1;
    o = obj_put(o, "offset", v_num(from));
    o = obj_put(o, "length", v_num(any ? rune_at(s, at[1]) - from : 0));
    Value text = any ? v_text(s->text->s + at[0], (size_t)(at[1] - at[0])) : v_null();
    return obj_put(o, "string", text);
}

static Value one_match(Search *s, const ptrdiff_t *spans)
{
    Value captures = v_array();
    for (int i = 0; i < s->rx->groups; i++) {
        const char *name = s->rx->names[i];
        Value c = span(s, spans + 2 * (i + 1));
        captures = arr_push(captures, obj_put(c, "name", name ? v_word(name) : v_null()));
    }
    return obj_put(span(s, spans), "captures", captures);
}

static int all_matches(Search *s, bool test, Value *r)
{
    ptrdiff_t *spans = arena((size_t)(s->rx->groups + 1) * 2 * sizeof *spans);
    size_t from = 0;
    *r = test ? v_bool(false) : v_array();
    while (from <= s->text->n) {
        int hit = rx_match(s->rx, s->text, from, spans);
        if (hit < 0)
            return fail_text("the regular expression takes too many steps on this text");
        if (!hit)
            return GO;
        bool empty = spans[0] == spans[1];
        if (test && !(empty && s->no_empty)) {
            *r = v_bool(true);
            return GO;
        }
        if (!(empty && s->no_empty)) {
            *r = arr_push(*r, one_match(s, spans));
            if (!s->global)
                return GO;
        }
        from = (size_t)spans[1];
        if (empty) {
            const char *p = s->text->s + from;
            from = from < s->text->n ? (size_t)(rune_next(&p, s->text->s + s->text->n), p - s->text->s)
                                     : from + 1;
        }
    }
    return GO;
}

/* The arguments are the expression (or [expression, flags]), flags, test only. */
static int match(Value in, const Value *args, Value *r)
{
    Value pattern = args[0], modifiers = args[1];
    const char *error = NULL;
    Search s = {0};
    int flags = 0;
    if (in.kind != V_STR)
        return fail_text("%k (%v) cannot be matched, as it is not a string", in, in);
    if (pattern.kind == V_ARR && arr_len(pattern) > 0) {
        if (arr_len(pattern) > 1)
            modifiers = arr_at(pattern, 1);
        pattern = arr_at(pattern, 0);
    }
    if (pattern.kind != V_STR)
        return fail_text("%k (%v) is not a string", pattern, pattern);
    if (read_flags(modifiers, &s, &flags))
        return FAIL;
    s.text = in.str;
    s.rx = compiled(pattern.str, flags, &error);
    if (error)
        return fail_text("%s (at offset 0) is not a valid regex: %s", pattern.str->s, error);
    return all_matches(&s, truthy(args[2]), r);
}

/* The input with its matches replaced by the texts at the same places. */
static int splice(Value in, const Value *args, Value *r)
{
    Buf b = {0};
    size_t from = 0;
    for (size_t i = 0; i < arr_len(args[0]); i++) {
        Value hit = arr_at(args[0], i), offset, string;
        Value by = i < arr_len(args[1]) ? arr_at(args[1], i) : v_text("", 0);
        obj_get(hit, v_word("offset").str, &offset);
        obj_get(hit, v_word("string").str, &string);
        size_t at = rune_offset(in.str, (size_t)offset.num);
        if (by.kind != V_STR)
            return fail_text("%k (%v) cannot be added to a string", by, by);
        buf_mem(&b, in.str->s + from, at - from);
        buf_mem(&b, by.str->s, by.str->n);
        from = at + string.str->n;
    }
    buf_mem(&b, in.str->s + from, in.str->n - from);
    *r = buf_value(&b);
    return GO;
}

const Native regex_natives[] = {
    {"_match", 3, match, NULL},
    {"_splice", 2, splice, NULL},
    {NULL, 0, NULL, NULL},
};
