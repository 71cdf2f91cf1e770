/* Changes at paths: setting, deleting, assignment and update. */
#include "eval.h"
#include <math.h>

/* ---- setting ---- */

static int set_slice(Value v, Value range, Value x, Value *r)
{
    size_t from, to;
    if (v.kind == V_NULL)
        v = v_array();
    if (v.kind == V_STR)
        return fail_text("Cannot update string slices");
    if (v.kind != V_ARR)
        return fail_text("Cannot update field at object index of %k", v);
    if (x.kind != V_ARR)
        return fail_text("A slice of an array can only be assigned another array");
    int failed = slice_bounds(v, range, &from, &to);
    if (failed)
        return failed;
    Value tail = arr_slice(v, to, arr_len(v));
    *r = v_array();
    for (size_t i = 0; i < from; i++)
        *r = arr_push(*r, arr_at(v, i));
    *r = arr_concat(arr_concat(*r, x), tail);
    return GO;
}

static int set_at(Value v, double i, Value x, uint64_t owner, Value *r)
{
    enum { MOST = 1 << 24 };
    if (v.kind == V_NULL)
        v = v_array();
    if (i != i)
        return fail_text("Cannot set array element at NaN index");
    i = floor(i);
    if (i < 0)
        i += (double)arr_len(v);
    if (i < 0)
        return fail_text("Out of bounds negative array index");
    if (i >= MOST)
        return fail_text("Array index too large");
    *r = arr_set(v, (size_t)i, x, owner);
    return GO;
}

static int set(Value v, Value key, Value x, uint64_t owner, Value *r)
{
    bool null = v.kind == V_NULL;
    if (key.kind == V_STR && (null || v.kind == V_OBJ)) {
        *r = obj_set(null ? v_object() : v, key.str, x);
        return GO;
    }
    if (key.kind == V_NUM && (null || v.kind == V_ARR))
        return set_at(v, key.num, x, owner, r);
    if (key.kind == V_OBJ)
        return set_slice(v, key, x, r);
    if (key.kind == V_STR)
        return fail_text("Cannot index %k with string \"%s\"", v, key.str->s);
    return fail_text("Cannot index %k with %k", v, key);
}

int set_path(Value v, Value path, size_t from, Value x, uint64_t owner, Value *r)
{
    Value child;
    if (path.kind != V_ARR)
        return fail_text("Path must be specified as an array");
    if (from == arr_len(path)) {
        *r = x;
        return GO;
    }
    Value key = arr_at(path, from);
    int failed = get(v, key, &child);
    if (!failed)
        failed = set_path(child, path, from + 1, x, owner, &child);
    return failed ? failed : set(v, key, child, owner, r);
}

/* ---- deleting ---- */

static int del_range(Value v, size_t from, size_t to, Value *r)
{
    Value tail = arr_slice(v, to, arr_len(v));
    *r = v_array();
    for (size_t i = 0; i < from; i++)
        *r = arr_push(*r, arr_at(v, i));
    *r = arr_concat(*r, tail);
    return GO;
}

static int del_key(Value v, Value key, Value *r)
{
    size_t from, to;
    *r = v;
    if (v.kind == V_NULL)
        return GO;
    if (v.kind == V_OBJ && key.kind == V_STR) {
        *r = obj_del(v, key.str);
        return GO;
    }
    if (v.kind == V_ARR && key.kind == V_OBJ) {
        int failed = slice_bounds(v, key, &from, &to);
        return failed ? failed : del_range(v, from, to, r);
    }
    if (v.kind != V_ARR || key.kind != V_NUM)
        return fail_text("Cannot delete field at %k index of %k", key, v);
    double i = floor(key.num);
    if (i < 0)
        i += (double)arr_len(v);
    if (!(i >= 0) || i >= (double)arr_len(v))
        return GO;
    return del_range(v, (size_t)i, (size_t)i + 1, r);
}

static int del_path(Value v, Value path, size_t from, Value *r)
{
    Value child;
    *r = v;
    if (path.kind != V_ARR)
        return fail_text("Path must be specified as an array");
    if (from == arr_len(path)) {
        *r = v_null();
        return GO;
    }
    if (v.kind == V_NULL)
        return GO;
    Value key = arr_at(path, from);
    if (from + 1 == arr_len(path))
        return del_key(v, key, r);
    int failed = get(v, key, &child);
    if (failed || child.kind == V_NULL)
        return failed;
    failed = del_path(child, path, from + 1, &child);
    return failed ? failed : set(v, key, child, 0, r);
}

/* Adds to *to the path with its last key as the array has it: from its start, and for
 * a slice each of its places. So no deletion moves what another one means. */
static int add_places(Value v, Value path, Value *to)
{
    size_t n = arr_len(path), from, end;
    Value at = v, key = n ? arr_at(path, n - 1) : v_null();
    bool number = key.kind == V_NUM;
    if (n == 0 || (!number && key.kind != V_OBJ)) {
        *to = arr_push(*to, path);
        return GO;
    }
    int failed = get_path(v, arr_slice(path, 0, n - 1), &at);
    if (failed)
        return failed;
    if (at.kind != V_ARR || (number && !(key.num < 0))) {
        *to = arr_push(*to, path);
        return GO;
    }
    if (number) {
        double i = floor(key.num) + (double)arr_len(at);
        from = i < 0 ? 0 : (size_t)i;
        end = i < 0 ? 0 : from + 1;
    } else if (slice_bounds(at, key, &from, &end)) {
        return FAIL;
    }
    Value parent = arr_slice(path, 0, n - 1);
    for (; from < end; from++)
        *to = arr_push(*to, arr_push(arr_concat(v_array(), parent), v_num((double)from)));
    return GO;
}

int del_paths(Value v, Value paths, Value *r)
{
    if (paths.kind != V_ARR)
        return fail_text("Paths must be specified as an array");
    *r = v;
    Value each = arr_len(paths) > 1 ? v_array() : paths;
    for (size_t i = 0; arr_len(paths) > 1 && i < arr_len(paths); i++) {
        if (arr_at(paths, i).kind != V_ARR)
            return fail_text("Path must be specified as an array");
        int failed = add_places(v, arr_at(paths, i), &each);
        if (failed)
            return failed;
    }
    Value ordered = sorted_by(each, each);
    for (size_t i = arr_len(ordered); i-- > 0;) {
        if (i + 1 < arr_len(ordered) && same(arr_at(ordered, i), arr_at(ordered, i + 1)))
            continue;
        int failed = del_path(*r, arr_at(ordered, i), 0, r);
        if (failed)
            return failed;
    }
    return GO;
}

/* ---- assignment: each path of the left side, one after the other ---- */

typedef struct {
    Next next;
    const Frame *frame;
    Value state, right, gone;
    uint64_t owner;
} Change;

/* The arrays that one change has copied may be changed in place by it. A value
 * that is handed out must not be changed later: then all are copied anew. */
static uint64_t owners;

static void hand_out(Change *c, Value v)
{
    if (v.kind == V_ARR && v.arr->vec->owner == c->owner)
        c->owner = ++owners;
}

static int put(Change *c, Value where, Value x)
{
    return set_path(c->state, where, 0, x, c->owner, &c->state);
}

static int checked_path(Value v, const Path *path, Value *where)
{
    if (path == &no_path)
        return fail_text("Invalid path expression with result %V", v);
    *where = path_value(path);
    return GO;
}

static int assign_one(Next *self, Value v, const Path *path)
{
    Change *c = (Change *)self;
    Value where, old, x = c->right;
    int op = c->frame->node->op;
    if (checked_path(v, path, &where))
        return FAIL;
    if (op == '=')
        return put(c, where, x);
    int failed = get_path(c->state, where, &old);
    if (failed)
        return failed;
    hand_out(c, old);
    if (op == 'A')
        return truthy(old) ? GO : put(c, where, x);
    failed = arithmetic(op, old, x, &x);
    return failed ? failed : put(c, where, x);
}

static int finish(Change *c)
{
    int failed = del_paths(c->state, c->gone, &c->state);
    if (failed)
        return failed;
    const Frame *f = c->frame;
    return emit(f->outer, c->state, f->path ? &no_path : NULL);
}

static int assign_right(Next *self, Value v, const Path *path)
{
    const Frame *f = (const Frame *)self;
    Change c = {{assign_one}, f, f->in, v, v_array(), ++owners};
    (void)path;
    int r = eval(f->node->a, f->env, f->in, &root_path, &c.next);
    return r == GO ? finish(&c) : r;
}

int eval_assign(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{assign_right}, node, env, in, path, next, v_null()};
    return eval(node->b, env, in, NULL, &f.next);
}

static int update_one(Next *self, Value v, const Path *path)
{
    Change *c = (Change *)self;
    const Frame *f = c->frame;
    Value where, x;
    bool found;
    if (checked_path(v, path, &where))
        return FAIL;
    int failed = get_path(c->state, where, &x);
    if (failed)
        return failed;
    hand_out(c, x);
    failed = first_of(f->node->b, f->env, x, &x, &found);
    if (failed)
        return failed;
    if (found)
        return put(c, where, x);
    c->gone = arr_push(c->gone, where);
    return GO;
}

int eval_update(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{NULL}, node, env, in, path, next, v_null()};
    Change c = {{update_one}, &f, in, v_null(), v_array(), ++owners};
    int r = eval(node->a, env, in, &root_path, &c.next);
    return r == GO ? finish(&c) : r;
}
