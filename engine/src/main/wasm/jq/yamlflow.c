/* yq: collections in brackets, and the values in them. */
#include "yaml.h"

static Value flow_node(int indent);

/* To the next part of a collection that begins at start. */
static void gap_in(int indent, size_t start)
{
    yaml_gap();
    if (yaml_at_end())
        yaml_fail(start, "a bracket that is not closed");
    if (yaml_fresh_line() && yaml_spaces() <= indent && yc(0) != ']' && yc(0) != '}')
        yaml_fail(ys.pos, "this line of a value in brackets needs more indentation");
}

static bool ends_entry(void)
{
    return yc(0) == ',' || yc(0) == ']' || yc(0) == '}';
}

/* Whether a : comes that ends a key. */
static bool at_colon(void)
{
    return yc(0) == ':' && (is_gap(yc(1)) || is_flow_mark(yc(1)) || ys.json_like);
}

static bool explicit_key(int indent, size_t start)
{
    if (yc(0) != '?' || !(is_gap(yc(1)) || is_flow_mark(yc(1))))
        return false;
    ys.pos++;
    gap_in(indent, start);
    return true;
}

/* The value behind a :, null when there is none. */
static Value value_of_pair(int indent, size_t start)
{
    ys.pos++;
    gap_in(indent, start);
    return flow_node(indent);
}

/* Over a comma, or to the closing bracket. */
static void next_entry(int indent, size_t start)
{
    gap_in(indent, start);
    if (yc(0) == ',') {
        ys.pos++;
        gap_in(indent, start);
        if (yc(0) == ',')
            yaml_fail(ys.pos, "a value is missing between commas");
    } else if (yc(0) != ']' && yc(0) != '}') {
        yaml_fail(ys.pos, "a comma or the closing bracket is missing");
    }
}

static void close(int with)
{
    if (yc(0) != with)
        yaml_fail(ys.pos, with == ']' ? "a ] is missing" : "a } is missing");
    ys.pos++;
    yaml_leave();
}

static void opened(int indent, size_t start)
{
    ys.pos++;
    gap_in(indent, start);
    if (yc(0) == ',')
        yaml_fail(ys.pos, "a value is missing in front of a comma");
}

/* An entry of a sequence, which may be a pair. */
static Value entry(int indent, size_t start)
{
    bool marked = explicit_key(indent, start);
    size_t at = ys.pos, bol = ys.bol;
    ys.json_like = false;
    Value v = flow_node(indent);
    bool like = ys.json_like, merge = ys.merge;
    const Str *text = ys.key;
    size_t end = ys.pos, end_bol = ys.bol;
    gap_in(indent, start);
    ys.json_like = like;
    if (!marked && !at_colon()) {
        ys.pos = end;
        ys.bol = end_bol;
        return v;
    }
    if (!marked && ys.bol != bol)
        yaml_fail(at, "a key and its : stand in one line");
    ys.key = text;
    const Str *key = yaml_key(at);
    Mapping m = yaml_mapping();
    yaml_enter(at, TAG_NONE, TAG_MAP);
    Value x = at_colon() ? value_of_pair(indent, start) : v_null();
    yaml_put(&m, key, x, at, merge);
    yaml_leave();
    return yaml_whole(&m);
}

static Value sequence(int indent)
{
    size_t start = ys.pos;
    Value list = v_array();
    opened(indent, start);
    while (yc(0) != ']' && yc(0) != '}') {
        list = arr_push(list, entry(indent, start));
        next_entry(indent, start);
    }
    close(']');
    return list;
}

static void pair(Mapping *m, int indent, size_t start)
{
    explicit_key(indent, start);
    size_t at = ys.pos;
    ys.json_like = false;
    flow_node(indent);
    bool like = ys.json_like, merge = ys.merge;
    const Str *key = yaml_key(at);
    gap_in(indent, start);
    ys.json_like = like;
    Value v = at_colon() ? value_of_pair(indent, start) : v_null();
    yaml_put(m, key, v, at, merge);
}

static Value mapping(int indent)
{
    size_t start = ys.pos;
    Mapping m = yaml_mapping();
    opened(indent, start);
    while (yc(0) != ']' && yc(0) != '}') {
        pair(&m, indent, start);
        next_entry(indent, start);
    }
    close('}');
    return yaml_whole(&m);
}

Value yaml_flow(int indent, const Props *p)
{
    bool list = yc(0) == '[';
    yaml_enter(ys.pos, p->tag, list ? TAG_SEQ : TAG_MAP);
    Value v = list ? sequence(indent) : mapping(indent);
    return yaml_done(p, v);
}

static Props props(int indent)
{
    Props all, more;
    bool any = yaml_props(&all);
    size_t start = ys.pos;
    while (any && is_gap(yc(0))) {
        gap_in(indent, start);
        any = yaml_props(&more);
        all = yaml_joined(all, more);
    }
    return all;
}

static Value flow_node(int indent)
{
    Props p = props(indent);
    size_t at = ys.pos;
    Buf b = {0};
    if (yc(0) == '[' || yc(0) == '{')
        return yaml_flow(indent, &p);
    if (yc(0) == '*' && (p.anchor || p.tag != TAG_NONE))
        yaml_fail(at, "an alias has no tag and no anchor");
    if (yc(0) == '*')
        return yaml_alias();
    if (ends_entry() || (yc(0) == ':' && !yaml_plain_starts(true)))
        return yaml_empty(&p);
    bool quoted = yc(0) == '"' || yc(0) == '\'';
    if (quoted) {
        yaml_quoted(&b, indent);
    } else {
        if (!yaml_plain_starts(true))
            yaml_fail_at(at, "a value cannot begin with", ys.text + at, 1);
        yaml_plain_line(&b, true);
        yaml_plain_more(&b, true, indent);
    }
    Value v = yaml_text(&b, !quoted, &p, at);
    free(b.s);
    return v;
}
