/* yq: tags and anchors, aliases, mappings, and the bounds of a document. */
#include "yaml.h"

enum {
    MAX_DEPTH = 256,
    MAX_EXPANSION = 16 << 20, /* what aliases may add to a document, in bytes */
    NODE_SIZE = 8             /* of a node in this account, beside its text */
};

/* ---- anchors ---- */

typedef struct {
    size_t name, n; /* in the source */
    Value v;
    const Str *key;
    size_t size;
    int height;
    bool done;
} Anchor;

static Anchor *anchors;
static size_t anchor_n, anchor_cap;

void yaml_forget(void)
{
    anchor_n = 0;
    ys.depth = ys.deepest = 0;
    ys.size = ys.expanded = 0;
}

static size_t name_here(void)
{
    size_t n = 0;
    while (!is_gap(yc(n)) && !is_flow_mark(yc(n)))
        n++;
    if (!n)
        yaml_fail(ys.pos - 1, "a name is missing behind & or *");
    return n;
}

static size_t new_anchor(void)
{
    if (anchor_n == anchor_cap)
        anchors = xrealloc(anchors, (anchor_cap = anchor_cap * 2 + 16) * sizeof *anchors);
    size_t n = name_here();
    anchors[anchor_n] = (Anchor){.name = ys.pos, .n = n};
    ys.pos += n;
    return ++anchor_n;
}

static void read_tag(Props *p)
{
    size_t n = 1, at = ys.pos;
    bool verbatim = yc(1) == '<';
    while (!is_gap(yc(n)) && !(is_flow_mark(yc(n)) && !verbatim))
        n++;
    if (p->tag != TAG_NONE)
        yaml_fail(at, "a second tag of one value");
    p->tag = yaml_tag(ys.text + at, n, at);
    p->tag_at = at;
    ys.pos += n;
}

/* The properties in the line at hand; whether there are any. */
bool yaml_props(Props *p)
{
    *p = (Props){.reached = ys.deepest, .size = ys.size};
    size_t start = ys.pos;
    while (yc(0) == '&' || yc(0) == '!') {
        if (yc(0) == '!') {
            read_tag(p);
        } else if (p->anchor) {
            yaml_fail(ys.pos, "a second anchor of one value");
        } else {
            p->anchor_at = ys.pos++;
            p->anchor = new_anchor();
        }
        if (!is_gap(yc(0)) && !is_flow_mark(yc(0)))
            yaml_fail(ys.pos, "a blank is missing behind a tag or anchor");
        while (is_blank(yc(0)))
            ys.pos++;
    }
    if (ys.pos > start)
        ys.deepest = ys.depth;
    return ys.pos > start;
}

Props yaml_joined(Props a, Props b)
{
    if (a.tag != TAG_NONE && b.tag != TAG_NONE)
        yaml_fail(b.tag_at, "a second tag of one value");
    if (a.anchor && b.anchor)
        yaml_fail(b.anchor_at, "a second anchor of one value");
    if (b.tag != TAG_NONE) {
        a.tag = b.tag;
        a.tag_at = b.tag_at;
    }
    if (b.anchor) {
        a.anchor = b.anchor;
        a.anchor_at = b.anchor_at;
    }
    return a;
}

Value yaml_done(const Props *p, Value v)
{
    if (p->anchor) {
        Anchor *a = &anchors[p->anchor - 1];
        a->v = v;
        a->key = ys.key;
        a->size = ys.size - p->size;
        a->height = ys.deepest - ys.depth;
        a->done = true;
    }
    if (p->reached > ys.deepest)
        ys.deepest = p->reached;
    return v;
}

Value yaml_text(Buf *text, bool plain, const Props *p, size_t at)
{
    Value v = yaml_scalar(text, plain, p->tag, at);
    ys.key = v.kind == V_STR ? v.str : v_text(text->n ? text->s : "", text->n).str;
    ys.json_like = !plain;
    ys.merge = plain && p->tag == TAG_NONE && text->n == 2 && !memcmp(text->s, "<<", 2);
    ys.size += NODE_SIZE + text->n;
    return yaml_done(p, v);
}

Value yaml_empty(const Props *p)
{
    Buf none = {0};
    return yaml_text(&none, true, p, p->tag_at);
}

Value yaml_alias(void)
{
    size_t at = ys.pos++, n = name_here();
    const Anchor *a = NULL;
    for (size_t i = anchor_n; i-- > 0 && !a;)
        if (anchors[i].n == n && !memcmp(ys.text + anchors[i].name, ys.text + ys.pos, n))
            a = &anchors[i];
    if (!a)
        yaml_fail_at(at, "no such anchor:", ys.text + ys.pos, n);
    if (!a->done)
        yaml_fail_at(at, "a value that contains itself:", ys.text + ys.pos, n);
    ys.pos += n;
    ys.size += a->size;
    ys.expanded += a->size;
    if (ys.expanded > MAX_EXPANSION)
        yaml_fail(at, "aliases make this document more than 16 MiB larger");
    if (ys.depth + a->height > MAX_DEPTH)
        yaml_fail(at, "nested more than 256 deep with this alias");
    if (ys.depth + a->height > ys.deepest)
        ys.deepest = ys.depth + a->height;
    ys.key = a->key;
    ys.json_like = ys.merge = false;
    return a->v;
}

/* ---- collections ---- */

void yaml_enter(size_t at, Tag tag, Tag wanted)
{
    if (tag != TAG_NONE && tag != TAG_PLAIN && tag != wanted)
        yaml_fail(at, "the tag does not fit a collection");
    if (++ys.depth > MAX_DEPTH)
        yaml_fail(at, "nested more than 256 deep");
    if (ys.depth > ys.deepest)
        ys.deepest = ys.depth;
    ys.size += NODE_SIZE;
}

void yaml_leave(void)
{
    ys.depth--;
    ys.key = NULL;
    ys.json_like = true;
    ys.merge = false;
}

Mapping yaml_mapping(void)
{
    return (Mapping){v_object(), v_object(), false};
}

const Str *yaml_key(size_t at)
{
    if (!ys.key)
        yaml_fail(at, "a collection as a key, which JSON does not have");
    ys.size += ys.key->n;
    return ys.key;
}

static void add_missing(Mapping *m, Value from)
{
    Field *f = obj_fields(from, false);
    Value unused;
    for (size_t i = 0; i < from.obj->n; i++)
        if (!obj_get(m->merged, f[i].key, &unused))
            m->merged = obj_set(m->merged, f[i].key, f[i].val);
}

static void add_merged(Mapping *m, Value v, size_t at)
{
    static const char why[] = "<< takes a mapping or a sequence of mappings";
    m->merges = true;
    if (v.kind != V_OBJ && v.kind != V_ARR)
        yaml_fail(at, why);
    if (v.kind == V_OBJ) {
        add_missing(m, v);
        return;
    }
    for (size_t i = 0; i < arr_len(v); i++) {
        if (arr_at(v, i).kind != V_OBJ)
            yaml_fail(at, why);
        add_missing(m, arr_at(v, i));
    }
}

void yaml_put(Mapping *m, const Str *key, Value v, size_t at, bool merge)
{
    Value unused;
    if (merge && m->merges)
        yaml_fail(at, "a second << in one mapping; give the first one a sequence of mappings");
    if (merge) {
        add_merged(m, v, at);
        return;
    }
    if (obj_get(m->own, key, &unused))
        yaml_fail_at(at, "a key that this mapping has already:", key->s, key->n);
    m->own = obj_set(m->own, key, v);
}

/* What was merged comes first; a key of the mapping's own changes its value. */
Value yaml_whole(const Mapping *m)
{
    if (!m->merges)
        return m->own;
    Value all = m->merged;
    Field *f = obj_fields(m->own, false);
    for (size_t i = 0; i < m->own.obj->n; i++)
        all = obj_set(all, f[i].key, f[i].val);
    return all;
}
