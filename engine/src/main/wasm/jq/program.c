/* Whole programs: the main one, and the modules that it names. */
#include "scope.h"

typedef struct {
    const char *name;
    Def *def;
} Exported;

typedef struct Module {
    struct Module *next;
    const char *path;
    Value meta, deps;
    Exported *defs;
    size_t count;
    bool open; /* not read to its end yet */
} Module;

static Module *modules;
static const char *main_folder = ".";

Value module_folders;

void module_folder_of_main(const char *file)
{
    const char *slash = strrchr(file, '/');
    if (slash)
        main_folder = xstrndup(file, (size_t)(slash - file));
}

static _Noreturn void wrong(Parser *p, const char *why, const char *what)
{
    Buf b = {0};
    buf_str(&b, why);
    buf_str(&b, what);
    buf_mem(&b, "", 1);
    lex_error(&p->lx, b.s);
}

/* ---- constants ---- */

static bool constant(const Node *node, Value *v);

static bool constant_items(const Node *node, Value *list)
{
    Value v;
    if (node->kind == E_COMMA)
        return constant_items(node->a, list) && constant_items(node->b, list);
    if (!constant(node, &v))
        return false;
    *list = arr_push(*list, v);
    return true;
}

static bool constant(const Node *node, Value *v)
{
    Value key, val;
    switch (node->kind) {
    case E_LITERAL:
        *v = node->value;
        return true;
    case E_ARRAY:
        *v = v_array();
        return !node->a || constant_items(node->a, v);
    case E_OBJECT:
        *v = v_object();
        for (int i = 0; i < node->n; i += 2) {
            if (!constant(node->list[i], &key) || !constant(node->list[i + 1], &val))
                return false;
            *v = obj_set(*v, key.str, val);
        }
        return true;
    default:
        return false;
    }
}

static Value metadata(Parser *p)
{
    Value v;
    if (!constant(p->grammar->term(p), &v))
        lex_error(&p->lx, "Module metadata must be constant");
    if (v.kind != V_OBJ)
        lex_error(&p->lx, "Module metadata must be an object");
    return v;
}

/* ---- files ---- */

static bool is_file(const char *path)
{
    SysStat st;
    return sys_stat(path, &st, true) == 0 && st.type != 'd';
}

/* The file of a module in a folder, FOLDER/a/b.jq or FOLDER/a/b/b.jq, or NULL. */
static const char *file_in(const char *folder, const char *name, const char *suffix)
{
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    for (int twice = 0; twice < 2; twice++) {
        Buf b = {0};
        buf_str(&b, folder);
        buf_ch(&b, '/');
        buf_str(&b, name);
        if (twice) {
            buf_ch(&b, '/');
            buf_str(&b, last);
        }
        buf_str(&b, suffix);
        buf_mem(&b, "", 1);
        if (is_file(b.s))
            return b.s;
        free(b.s);
    }
    return NULL;
}

static bool leads_up(const char *name)
{
    for (const char *p = name; *p; p++)
        if ((p == name || p[-1] == '/') && !strncmp(p, "..", 2) && (!p[2] || p[2] == '/'))
            return true;
    return name[0] == '/' || !*name;
}

static const char *file_at(Parser *p, const char *folder, Value search, const char *name,
                           const char *suffix)
{
    const char *file = NULL;
    Value list = search.kind == V_ARR ? search : arr_push(v_array(), search);
    for (size_t i = 0; search.kind != V_NULL && !file && i < arr_len(list); i++) {
        Value at = arr_at(list, i);
        if (at.kind != V_STR)
            lex_error(&p->lx, "Module search path must be a string or an array of strings");
        const char *where = at.str->s;
        file = file_in(where[0] == '/' ? where : path_join(folder, where), name, suffix);
    }
    for (size_t i = 0; !file && i < arr_len(module_folders); i++)
        file = file_in(arr_at(module_folders, i).str->s, name, suffix);
    return file;
}

/* ---- what a module begins with ---- */

typedef struct {
    const char *name, *as; /* as: NULL of an include */
    bool data;
    Value meta;
} Import;

static void give(Parser *p, const char *before, const char *name, Def *def, Value value)
{
    Global *g = xmalloc(sizeof *g);
    Buf whole = {0};
    if (before) {
        buf_str(&whole, before);
        buf_str(&whole, "::");
    }
    buf_str(&whole, name);
    buf_mem(&whole, "", 1);
    *g = (Global){.next = p->globals, .name = whole.s, .def = def, .value = value};
    p->globals = g;
}

static Value all_values(Parser *p, const char *file)
{
    size_t n;
    char *text = in_slurp(file, &n);
    if (!text)
        quit(2);
    Json j = {.p = text, .start = text, .end = text + n};
    Value list = v_array(), v;
    while (json_next(&j, &v))
        list = arr_push(list, v);
    if (j.error)
        wrong(p, "invalid JSON text in ", file);
    free(text);
    return list;
}

static Module *load(const char *file, const Grammar *grammar);

static void use(Parser *p, const Import *m, const char *folder)
{
    Value search = v_null();
    if (leads_up(m->name))
        wrong(p, "a module needs a name that leads down from a directory of -L: ", m->name);
    obj_get(m->meta, v_word("search").str, &search);
    const char *file = file_at(p, folder, search, m->name, m->data ? ".json" : ".jq");
    if (!file)
        wrong(p, "module not found in the directories of -L: ", m->name);
    if (m->data) {
        Value v = all_values(p, file);
        give(p, NULL, m->as, NULL, v);
        give(p, m->as, m->as, NULL, v);
        return;
    }
    const Module *module = load(file, p->grammar);
    if (module->open)
        wrong(p, "a module imports itself: ", file);
    for (size_t i = 0; i < module->count; i++)
        give(p, m->as, module->defs[i].name, module->defs[i].def, v_null());
}

static Import import(Parser *p, bool include)
{
    Buf name = {0};
    Import m = {.meta = v_object()};
    lex_next(&p->lx);
    if (p->lx.kind != T_STRING)
        expected(p, "the name of a module as a string");
    if (lex_string(&p->lx, &name))
        lex_error(&p->lx, "Import path must be constant");
    buf_mem(&name, "", 1);
    m.name = name.s;
    lex_next(&p->lx);
    if (!include) {
        need_word(p, "as");
        m.data = p->lx.kind == T_VAR;
        if (!m.data && p->lx.kind != T_WORD)
            expected(p, "a name");
        m.as = name_of(p->lx.text, p->lx.n);
        lex_next(&p->lx);
    }
    if (!at_op(p, ';'))
        m.meta = metadata(p);
    need_op(p, ';');
    return m;
}

/* Reads the directive and the imports. */
static void begin(Parser *p, Module *m, const char *folder)
{
    m->meta = v_object();
    m->deps = v_array();
    if (take_word(p, "module")) {
        m->meta = metadata(p);
        need_op(p, ';');
    }
    while (at_word(p, "import") || at_word(p, "include")) {
        Import i = import(p, at_word(p, "include"));
        Value dep = i.as ? obj_put(i.meta, "as", v_word(i.as)) : i.meta;
        dep = obj_put(dep, "is_data", v_bool(i.data));
        m->deps = arr_push(m->deps, obj_put(dep, "relpath", v_word(i.name)));
        use(p, &i, folder);
    }
}

static Parser parser(const Grammar *grammar, const char *file, const char *text, size_t n)
{
    Parser p = {.grammar = grammar,
                .lx = {.file = file, .start = text, .p = text, .end = text + n}};
    lex_next(&p.lx);
    return p;
}

static Module *load(const char *file, const Grammar *grammar)
{
    enum { DEEPEST = 50 };
    static int depth;
    size_t n;
    for (Module *m = modules; m; m = m->next)
        if (!strcmp(m->path, file))
            return m;
    Module *m = xmalloc(sizeof *m);
    *m = (Module){.next = modules, .path = file, .open = true};
    modules = m;
    const char *text = in_slurp(file, &n), *slash = strrchr(file, '/');
    if (!text)
        quit(2);
    Parser p = parser(grammar, file, text, n);
    if (++depth > DEEPEST)
        lex_error(&p.lx, "modules import modules too deeply");
    begin(&p, m, xstrndup(file, (size_t)(slash - file)));
    while (take_word(&p, "def")) {
        Def *def = grammar->definition(&p);
        m->defs = xrealloc(m->defs, (m->count + 1) * sizeof *m->defs);
        m->defs[m->count++] = (Exported){def->name, def};
        give(&p, NULL, def->name, def, v_null());
    }
    if (p.lx.kind != T_END)
        lex_error(&p.lx, "syntax error: expected a definition");
    m->open = false;
    depth--;
    return m;
}

Node *parse_program(const char *text, size_t n)
{
    Module whole = {0};
    Parser p = parser(&jq_grammar, NULL, text, n);
    begin(&p, &whole, main_folder);
    if (p.lx.kind == T_END)
        return node_new(E_IDENTITY);
    Node *node = p.grammar->pipe(&p);
    if (p.lx.kind != T_END)
        lex_error(&p.lx, "syntax error: unexpected text");
    return node;
}

int describe_module(Value name, Value *r)
{
    if (name.kind != V_STR)
        return fail_text("modulemeta input module name must be a string");
    Parser p = parser(&jq_grammar, NULL, "", 0);
    const char *file =
        leads_up(name.str->s) ? NULL : file_at(&p, main_folder, v_null(), name.str->s, ".jq");
    if (!file)
        return fail_text("module not found in the directories of -L: %s", name.str->s);
    const Module *m = load(file, &jq_grammar);
    Value defs = v_array();
    for (size_t i = 0; i < m->count; i++) {
        Buf b = {0};
        buf_str(&b, m->defs[i].name);
        buf_ch(&b, '/');
        num_write(&b, m->defs[i].def->n);
        defs = arr_push(defs, buf_value(&b));
    }
    *r = obj_put(obj_put(m->meta, "deps", m->deps), "defs", defs);
    arena_mark(); /* what was read stays */
    return GO;
}
