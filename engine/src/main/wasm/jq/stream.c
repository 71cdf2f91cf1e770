/* --stream: a value as the events that tostream would make of it, while it is read. */
#include "jq.h"

enum { LEVELS = 512 };

/* The containers around the next event, and of each the part that is read now. They
 * outlive what one event lets a program allocate. */
static struct {
    struct {
        bool object;
        Buf name;
        double index;
    } at[LEVELS];
    int depth;
    bool fresh; /* the innermost container was just opened */
} place;

static Value path(int depth)
{
    Value list = v_array();
    for (int i = 0; i < depth; i++) {
        const Buf *name = &place.at[i].name;
        bool object = place.at[i].object;
        list = arr_push(list, object ? v_text(name->n ? name->s : "", name->n) : v_num(place.at[i].index));
    }
    return list;
}

static bool leaf(Value v, Value *event)
{
    *event = arr_push(arr_push(v_array(), path(place.depth)), v);
    return true;
}

static bool wrong(Json *j, const char *why)
{
    j->error = why;
    place.depth = 0;
    return false;
}

/* Ends the innermost container, whose last part the event names. */
static bool closed(Json *j, Value *event)
{
    bool object = place.at[place.depth - 1].object;
    j->p++;
    if (place.fresh) {
        place.fresh = false;
        place.depth--;
        return leaf(object ? v_object() : v_array(), event);
    }
    *event = arr_push(v_array(), path(place.depth));
    place.depth--;
    return true;
}

static bool key(Json *j)
{
    Value name;
    if (*j->p != '"')
        return wrong(j, "Object keys must be strings");
    if (!json_scalar(j, &name)) {
        place.depth = 0;
        return false;
    }
    json_blanks(j);
    if (j->p == j->end || *j->p != ':')
        return wrong(j, "Objects must consist of key:value pairs");
    j->p++;
    json_blanks(j);
    Buf *kept = &place.at[place.depth - 1].name;
    kept->n = 0;
    buf_mem(kept, name.str->s, name.str->n);
    return true;
}

/* Up to the next part of the innermost container. */
static bool next_part(Json *j)
{
    if (!place.fresh) {
        if (*j->p != ',')
            return wrong(j, "Expected separator between values");
        j->p++;
        json_blanks(j);
    }
    if (j->p == j->end)
        return wrong(j, "Unfinished JSON term");
    if (place.at[place.depth - 1].object)
        return key(j);
    place.at[place.depth - 1].index++;
    return true;
}

bool stream_next(Json *j, Value *event)
{
    j->error = NULL;
    json_start(j);
    for (;;) {
        json_blanks(j);
        if (j->p == j->end)
            return place.depth ? wrong(j, "Unfinished JSON term") : false;
        if (place.depth && *j->p == (place.at[place.depth - 1].object ? '}' : ']'))
            return closed(j, event);
        if (place.depth && !next_part(j))
            return false;
        place.fresh = false;
        if (j->p == j->end)
            return wrong(j, "Unfinished JSON term");
        if (*j->p != '[' && *j->p != '{') {
            Value v;
            if (json_scalar(j, &v))
                return leaf(v, event);
            place.depth = 0;
            return false;
        }
        if (place.depth == LEVELS)
            return wrong(j, "Exceeds depth limit for parsing");
        place.at[place.depth].object = *j->p++ == '{';
        place.at[place.depth++].index = -1;
        place.fresh = true;
    }
}
