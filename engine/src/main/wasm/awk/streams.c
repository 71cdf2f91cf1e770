/* getline, close and fflush. */
#include "awk.h"

/* A name of a file as the system takes it; NULL where it holds a NUL byte. */
static char *name_of(Node *n)
{
    Text t;
    eval_text(n, &t);
    char *name = memchr(t.p, 0, t.n) ? NULL : xstrndup(t.p, t.n);
    text_end(&t);
    return name;
}

/* n->a: what is set, or NULL for the record; n->b: the file, or NULL. */
void fn_getline(Node *n, Value *r)
{
    const char *p;
    size_t len;
    int result = -1;
    if (n->b) {
        char *name = name_of(n->b);
        if (name)
            result = read_file(name, &p, &len);
        free(name);
    } else {
        result = read_main(&p, &len);
    }
    *r = value_num(result);
    if (result <= 0)
        return;
    Ref ref = {NULL, NULL, 0};
    Value v = value_input(p, len);
    if (n->a)
        ref_of(n->a, &ref);
    ref_set(&ref, v);
}

void fn_close(Node *n, Value *r)
{
    char *name = name_of(n->a);
    int written = name ? sink_close(name) : -1, read = name ? reader_close(name) : -1;
    free(name);
    *r = value_num(written == 0 || read == 0 ? 0 : -1);
}

void fn_fflush(Node *n, Value *r)
{
    char *name = n->a ? name_of(n->a) : NULL;
    *r = value_num(n->a && !name ? -1 : sinks_flush(name && *name ? name : NULL));
    free(name);
}
