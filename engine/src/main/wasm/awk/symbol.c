/* Variables, and those that the interpreter looks at. */
#include "awk.h"

enum { BINS = 256 };

Slot *frame;
double record_number, file_record_number;
void (*separator_changed)(const char *p, size_t n);

static Symbol *bins[BINS];
static Symbol *specials[SPECIAL_COUNT];

static Symbol **bin_of(const char *name)
{
    uint32_t h = 0;
    for (const char *p = name; *p; p++)
        h = h * 31 + (uchar)*p;
    return &bins[h % BINS];
}

Symbol *symbol_global(const char *name)
{
    Symbol **bin = bin_of(name);
    for (Symbol *s = *bin; s; s = s->next)
        if (!strcmp(s->name, name))
            return s;
    Symbol *s = xmalloc(sizeof *s);
    *s = (Symbol){.next = *bin, .name = xstrndup(name, strlen(name)), .local = -1};
    *bin = s;
    return s;
}

Symbol *symbol_of(int special)
{
    return specials[special];
}

static void start_with(int special, const char *text)
{
    specials[special]->v = value_str(str_new(text, strlen(text)));
    special_changed(specials[special]);
}

static void read_environment(void)
{
    Array *a = &specials[VAR_ENVIRON]->array;
    for (char **e = sys_environ(); *e; e++) {
        const char *eq = strchr(*e, '=');
        if (eq)
            array_put(a, *e, (size_t)(eq - *e), value_input(eq + 1, strlen(eq + 1)));
    }
}

void symbols_start(void)
{
    static const char *const names[] = {
        "",
#define SPECIAL(name) #name,
        SPECIALS(SPECIAL)
#undef SPECIAL
    };
    for (int i = 1; i < SPECIAL_COUNT; i++) {
        specials[i] = symbol_global(names[i]);
        specials[i]->special = (uchar)i;
        specials[i]->kind = i == VAR_ENVIRON || i == VAR_ARGV ? ARRAY : SCALAR;
    }
    specials[VAR_NF]->v = specials[VAR_NR]->v = specials[VAR_FNR]->v = value_num(0);
    specials[VAR_RSTART]->v = value_num(0);
    specials[VAR_RLENGTH]->v = value_num(-1);
    start_with(VAR_RS, "\n");
    start_with(VAR_FS, " ");
    start_with(VAR_OFS, " ");
    start_with(VAR_ORS, "\n");
    start_with(VAR_SUBSEP, "\x1c");
    start_with(VAR_CONVFMT, "%.6g");
    start_with(VAR_OFMT, "%.6g");
    read_environment();
}

const Value *special_get(Symbol *s)
{
    if (s->special == VAR_NF || s->special == VAR_NR || s->special == VAR_FNR) {
        double n = s->special == VAR_NF   ? field_count()
                   : s->special == VAR_NR ? record_number
                                          : file_record_number;
        value_drop(&s->v);
        s->v.type = NUM;
        s->v.num = n;
    }
    return &s->v;
}

static void set_text(char **to, size_t *len, const Value *v)
{
    static char *own[3];
    int k = to == &out_separator ? 0 : to == &conv_format ? 1 : 2;
    Str *s = to_str(v);
    free(own[k]);
    *to = own[k] = xstrndup(s->b, s->len);
    if (len)
        *len = s->len;
    str_drop(s);
}

static void set_field_separator(void)
{
    Str *fs = to_str(&specials[VAR_FS]->v), *rs = to_str(&specials[VAR_RS]->v);
    field_count();
    splitter_set(&field_splitter, fs->b, fs->len, rs->len == 0);
    str_drop(fs);
    str_drop(rs);
}

static void set_record_separator(void)
{
    if (specials[VAR_FS]->v.type != UNSET)
        set_field_separator();
    if (!separator_changed)
        return;
    Str *rs = to_str(&specials[VAR_RS]->v);
    separator_changed(rs->b, rs->len);
    str_drop(rs);
}

void special_changed(Symbol *s)
{
    switch (s->special) {
    case VAR_NF: field_count_set(to_num(&s->v)); break;
    case VAR_NR: record_number = to_num(&s->v); break;
    case VAR_FNR: file_record_number = to_num(&s->v); break;
    case VAR_OFS: set_text(&out_separator, &out_separator_len, &s->v); break;
    case VAR_CONVFMT: set_text(&conv_format, NULL, &s->v); break;
    case VAR_OFMT: set_text(&out_format, NULL, &s->v); break;
    case VAR_FS: set_field_separator(); break;
    case VAR_RS: set_record_separator(); break;
    default: break;
    }
}

void variable_set(Symbol *s, Value v)
{
    value_drop(&s->v);
    s->v = v;
    if (s->special)
        special_changed(s);
}

Value *variable_at(const Symbol *s)
{
    return s->local < 0 ? (Value *)&s->v : &frame[s->local].v;
}

/* ---- assignments from outside ---- */

static int octal(const char **p, const char *end)
{
    int v = 0;
    for (int i = 0; i < 3 && *p < end && **p >= '0' && **p <= '7'; i++)
        v = v * 8 + *(*p)++ - '0';
    return v & 255;
}

static int hexadecimal(const char **p, const char *end)
{
    int v = 0;
    for (int i = 0; i < 2 && *p < end && hex_value((uchar)**p) >= 0; i++)
        v = v * 16 + hex_value((uchar)*(*p)++);
    return v;
}

Str *unescaped(const char *p, size_t n)
{
    static const char from[] = "ntfvarb", to[] = "\n\t\f\v\a\r\b";
    const char *end = p + n;
    Str *s = str_alloc(n);
    char *o = s->b;
    while (p < end) {
        if (*p != '\\' || p + 1 == end) {
            *o++ = *p++;
            continue;
        }
        const char *k = p[1] ? strchr(from, p[1]) : NULL;
        p++;
        if (*p == '\n') {
            p++;
        } else if (*p >= '0' && *p <= '7') {
            *o++ = (char)octal(&p, end);
        } else if (*p == 'x' && p + 1 < end && hex_value((uchar)p[1]) >= 0) {
            p++;
            *o++ = (char)hexadecimal(&p, end);
        } else {
            *o++ = k ? to[k - from] : *p;
            p++;
        }
    }
    s->len = (uint32_t)(o - s->b);
    *o = 0;
    return s;
}

bool assignment(const char *word)
{
    const char *eq = word;
    if (!is_alpha(*eq) && *eq != '_')
        return false;
    while (is_word(*eq))
        eq++;
    if (*eq != '=')
        return false;
    char *name = xstrndup(word, (size_t)(eq - word));
    Symbol *s = symbol_global(name);
    free(name);
    if (s->kind == ARRAY)
        fatal("the array %s cannot be assigned to", s->name);
    s->kind = SCALAR;
    Str *text = unescaped(eq + 1, strlen(eq + 1));
    variable_set(s, (Value){0, text, INPUT});
    return true;
}
